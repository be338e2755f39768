// Elementwise functions that map nodes apply.
#pragma once

#include <cstddef>
#include <string_view>

#include "distributions/distribution.hpp"

namespace cggibbs {

enum class MapOp {
  add,
  subtract,
  multiply,
  divide,
  power,
  minimum,
  maximum,
  log_add_exp,  // two inputs
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
};

std::string_view name(MapOp op);
int inputs(MapOp op);

/// out[i] = op(a[0][i], a[1][i]); out may be an input of stride 1.
void apply(MapOp op, std::size_t n, const ArgView* a, double* out);

}  // namespace cggibbs
