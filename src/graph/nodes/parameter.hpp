// The coordinates that samplers move.
#pragma once

#include <string>
#include <vector>

#include "base/special.hpp"

namespace cggibbs {

enum class SupportKind { real, positive, bounded, integer, ordered };

struct ParameterNode {
  SupportKind support = SupportKind::real;
  double lower = -inf;
  double upper = inf;
  std::vector<double> init;  ///< where chains start; empty: at random over the support
  /// Half-width of the uniform noise around init (a factor exp(noise) when positive).
  std::vector<double> spread;
  std::vector<std::size_t> shape = {};  ///< empty: a vector. Elements are stored with the last index fastest.
};

}  // namespace cggibbs
