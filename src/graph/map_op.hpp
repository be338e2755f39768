// Elementwise functions that map nodes apply.
#pragma once

#include <cstddef>
#include <string_view>

#include "distributions/distribution.hpp"

namespace cggibbs {

/// Longer argument lists are nested when they are written.
inline constexpr std::size_t max_map_inputs = 6;

enum class MapOp {
  add,
  subtract,
  multiply,
  divide,
  power,
  equals,   // two inputs
  if_else,  // three
  minimum,
  maximum,
  log_add_exp,  // two or more
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
  step,  // one input
};

std::string_view name(MapOp op);
/// How many inputs it takes; 0 for two or more.
std::size_t inputs(MapOp op);

/// out[i] = op(a[0][i], a[1][i], ...); out may be an input of stride 1.
void apply(MapOp op, std::size_t n, const ArgView* a, std::size_t count, double* out);

}  // namespace cggibbs
