// From marked settings to backquotes.
#include "base/settings_text.hpp"

#include <algorithm>

namespace cggibbs {

std::string with_backquotes(std::string_view text) {
  std::string out(text);
  const auto is_mark = [](char c) { return c == setting_opens || c == setting_closes; };
  std::replace_if(out.begin(), out.end(), is_mark, '`');
  return out;
}

}  // namespace cggibbs
