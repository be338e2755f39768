// Which whole numbers are drawn from the list of all their values.
#pragma once

namespace cggibbs {

/// One of more values is moved by slice.
inline bool has_few_values(double lower, double upper) {
  constexpr double most = 256;
  return upper - lower < most;
}

}  // namespace cggibbs
