// Cells of delimiter-separated text, one after the other.
#include "io/table/csv_scanner.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "io/file/message.hpp"

namespace cggibbs {

CsvScanner::CsvScanner(std::string_view text, char delimiter, const std::string& source)
    : at_(text.data()),
      end_(text.data() + text.size()),
      line_start_(text.data()),
      delimiter_(delimiter),
      at_end_(text.empty()),
      source_(source) {
  for (const char c : {delimiter, '\n', '\r'}) ends_cell_[static_cast<unsigned char>(c)] = true;
}

const char* CsvScanner::skip_spaces(const char* p) const {
  while (p != end_ && (*p == ' ' || (*p == '\t' && delimiter_ != '\t'))) ++p;
  return p;
}

void CsvScanner::end_cell(const char* p, CsvCell& cell) {
  cell.last = true;
  if (p == end_) {
    at_end_ = true;
  } else if (*p == delimiter_) {
    cell.last = false;
    ++p;
  } else {
    p += *p == '\r' && p + 1 != end_ && p[1] == '\n' ? 2 : 1;
    ++line_;
    line_start_ = p;
    at_end_ = p == end_;
  }
  at_ = p;
}

void CsvScanner::skip_blank_lines() {
  CsvCell blank;
  while (!at_end_) {
    const char* p = skip_spaces(at_);
    if (p != end_ && *p != '\n' && *p != '\r') return;
    end_cell(p, blank);
  }
}

void CsvScanner::next(CsvCell& cell) {
  cell.line = line_;
  const char* begin = skip_spaces(at_);
  cell.column = static_cast<std::size_t>(begin - line_start_) + 1;
  if (begin != end_ && *begin == '"') {
    at_ = begin;
    read_quoted(cell);
    return;
  }
  const char* p = begin;
  while (p != end_ && !ends_cell_[static_cast<unsigned char>(*p)]) ++p;
  const char* stop = p;
  while (stop != begin && (stop[-1] == ' ' || stop[-1] == '\t')) --stop;
  cell.text = {begin, static_cast<std::size_t>(stop - begin)};
  end_cell(p, cell);
}

void CsvScanner::read_quoted(CsvCell& cell) {
  const char* begin = at_ + 1;
  const char* p = begin;
  bool doubled = false;
  for (;; ++p) {
    if (p == end_)
      fail_at(source_, cell.line, cell.column,
              "this quote is never closed. Add the closing \" or remove this one.");
    if (*p == '"') {
      if (p + 1 == end_ || p[1] != '"') break;
      doubled = true;
      ++p;
    } else if (*p == '\n' || (*p == '\r' && (p + 1 == end_ || p[1] != '\n'))) {
      ++line_;
      line_start_ = p + 1;
    }
  }
  cell.text = {begin, static_cast<std::size_t>(p - begin)};
  if (doubled) {
    unescaped_.clear();
    for (std::size_t i = 0; i < cell.text.size(); ++i) {
      unescaped_ += cell.text[i];
      if (cell.text[i] == '"') ++i;
    }
    cell.text = unescaped_;
  }
  p = skip_spaces(p + 1);
  if (p != end_ && !ends_cell_[static_cast<unsigned char>(*p)])
    fail_at(source_, line_, static_cast<std::size_t>(p - line_start_) + 1,
            "text after a closing quote: " + excerpt({p, 1}) +
                ". Quotes inside a quoted cell are written twice (\"\").");
  end_cell(p, cell);
}

std::string_view csv_content(std::string_view text, char delimiter) {
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) text.remove_prefix(byte_order_mark.size());
  const auto blank = [&](char c) {
    return c == '\n' || c == '\r' || c == ' ' || (c == '\t' && delimiter != '\t');
  };
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

char guess_delimiter(std::string_view text, char decimal) {
  const std::string_view candidates = ",\t;";
  std::array<std::size_t, 3> count{};
  bool quoted = false;
  bool blank = true;
  for (const char c : text) {
    if ((c == '\n' || c == '\r') && !quoted) {
      if (!blank) break;
      continue;
    }
    if (c != ' ') blank = false;
    if (c == '"') quoted = !quoted;
    const std::size_t k = candidates.find(c);
    if (!quoted && k != std::string_view::npos) ++count[k];
  }
  if (decimal == ',' && (count[1] > 0 || count[2] > 0)) count[0] = 0;
  const auto most = std::max_element(count.begin(), count.end());
  return candidates[static_cast<std::size_t>(most - count.begin())];
}

}  // namespace cggibbs
