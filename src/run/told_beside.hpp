// Numbers beside the limit that they miss.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace cggibbs {

/// With as many decimals as it takes to tell x from the limit: 1.0103 is "above 1.01 (worst 1.0103)", not "(worst 1.010)".
inline std::string told_beside(double x, double limit, int decimals) {
  std::string text = fmt::format("{:.{}f}", x, decimals);
  for (int k = decimals + 1; k <= 15 && std::isfinite(x) && x != limit; ++k) {
    const double told = std::stod(text);
    if (told != limit && (told > limit) == (x > limit)) break;
    text = fmt::format("{:.{}f}", x, k);
  }
  return text;
}

}  // namespace cggibbs
