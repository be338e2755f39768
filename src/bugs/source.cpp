// Lines, columns and carets.
#include "bugs/source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cggibbs::bugs {
namespace {

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
}

std::size_t line_start(const std::string& text, std::size_t at) {
  if (at == 0) return 0;
  const auto found = text.rfind('\n', at - 1);
  return found == std::string::npos ? 0 : found + 1;
}

std::string excerpt_of(const Source& source, Span at) {
  const std::string& text = source.text;
  const std::size_t begin = std::min<std::size_t>(at.begin, text.size());
  const std::size_t start = line_start(text, begin);
  std::size_t end = text.find('\n', start);
  if (end == std::string::npos) end = text.size();
  std::string line = text.substr(start, end - start), caret;
  for (std::size_t i = start; i < begin; ++i)
    if (starts_character(text[i])) caret += text[i] == '\t' ? '\t' : ' ';
  if (line.ends_with('\r')) line.pop_back();
  return "  " + line + "\n  " + caret + "^";
}

}  // namespace

Place place_of(const Source& source, Span at) {
  const std::string& text = source.text;
  const std::size_t begin = std::min<std::size_t>(at.begin, text.size());
  const auto from = text.begin();
  const auto to = from + static_cast<std::ptrdiff_t>(begin);
  const auto start = from + static_cast<std::ptrdiff_t>(line_start(text, begin));
  return {static_cast<std::size_t>(std::count(from, to, '\n')) + 1,
          static_cast<std::size_t>(std::count_if(start, to, starts_character)) + 1};
}

std::string place_text(const Source& source, Span at) {
  const Place place = place_of(source, at);
  return fmt::format("{}:{}:{}", source.file, place.line, place.column);
}

std::string text_of(const Source& source, Span at) {
  std::string out;
  for (std::size_t i = at.begin; i < at.end && i < source.text.size(); ++i) {
    const char c = source.text[i];
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

SourceError::SourceError(const Source& source, Span at, const std::string& message)
    : Error(fmt::format("{}: {}", place_text(source, at), message)), excerpt_(excerpt_of(source, at)) {}

}  // namespace cggibbs::bugs
