// Lists of names in messages, cut short when they are long.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace cggibbs {

/// "a, b, c, ... (200 in all)"
inline std::string listing(const std::vector<std::string>& names, std::size_t most = 10) {
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) out += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most) out += ", ... (" + std::to_string(names.size()) + " in all)";
  return out;
}

}  // namespace cggibbs
