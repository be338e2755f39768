// Matching names against patterns.
#include "run/select_outputs.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <string_view>

#include "base/settings_text.hpp"
#include "base/suggest.hpp"

namespace cggibbs {
namespace {

/// * stands for any text, ? for one character.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p, ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

std::vector<std::size_t> select_outputs(const std::vector<std::string>& names,
                                        const std::vector<std::string>& patterns, const std::string& option) {
  std::vector<bool> chosen(names.size(), patterns.empty());
  for (const auto& pattern : patterns) {
    bool any = false;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (matches(pattern, names[i]) || names[i].starts_with(pattern + "[")) chosen[i] = any = true;
    if (!any)
      throw Error(
          fmt::format("{}: nothing is called '{}'.{}", option, pattern, did_you_mean(pattern, names)));
  }
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (chosen[i]) out.push_back(i);
  return out;
}

std::vector<std::size_t> select_outputs(const std::vector<std::string>& names,
                                        const std::vector<std::string>& patterns) {
  return select_outputs(names, patterns, "`save`"_settings);
}

}  // namespace cggibbs
