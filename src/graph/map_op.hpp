// Elementwise functions that map nodes apply.
#pragma once

#include <cstddef>
#include <string_view>

#include "distributions/distribution.hpp"

namespace cggibbs {

/// Longer argument lists are nested when they are written.
inline constexpr std::size_t max_map_inputs = 6;

/// The row of each in map_op.cpp is its definition.
enum class MapOp {
  add,
  subtract,
  multiply,
  divide,
  power,
  equals,
  if_else,
  minimum,
  maximum,
  log_add_exp,
  negate,
  inverse,
  square,
  sqrt,
  abs,
  exp,
  log,
  log1p,
  expm1,
  log1p_exp,
  log1m,
  inv_logit,
  normal_cdf,
  inv_cloglog,
  lgamma,
  step,
  less,
  less_equal,
  logical_and,
  logical_or,
  logical_not,
  log_within,
  logit,
  cloglog,
  probit,
  round,
  trunc,
  cos,
  sin,
  tan,
  acos,
  asin,
  atan,
  cosh,
  sinh,
  tanh,
  acosh,
  asinh,
  atanh,
};
inline constexpr MapOp last_map = MapOp::atanh;

struct MapFunction {
  std::string_view name;
  std::size_t inputs;  ///< how many it takes; 0 for two or more
  /// out[i] = f(a[0][i], a[1][i], ...); out may be an input of stride 1.
  void (*apply)(std::size_t n, const ArgView* a, std::size_t count, double* out);
  /// Adds adjoint[i] * d out[i] / d a[k][i] to into[k][i] (to into[k][0] where the input is a scalar) for each k whose into is
  /// not null. `out` holds the values that apply computed. At a kink one of the two slopes is used.
  void (*add_adjoint)(std::size_t n, const ArgView* a, std::size_t count, const double* out,
                      const double* adjoint, double* const* into);
};

const MapFunction& function(MapOp op);

}  // namespace cggibbs
