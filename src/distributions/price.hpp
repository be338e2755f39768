// What a row of each distribution takes, for budgets of counted work.
#pragma once

#include "distributions/distribution.hpp"

namespace cggibbs {

/// Nanoseconds, roughly, on a processor of today.
struct RowPrice {
  double by_loops = 20;  ///< of sum_location_part over unweighted rows, where there are loops for it
  double by_rows = 20;   ///< else
  double of_sum = 20;    ///< of sum, where Beside cannot say it
};

/// A distribution whose rows take far from 1 with loops, or 20 without, has `loop_price` or `row_price`.
template <class D>
constexpr RowPrice row_price_of() {
  RowPrice p;
  if constexpr (requires { D::row_price; }) p = {D::row_price, D::row_price, D::row_price};
  if constexpr (requires { D::kernel; }) p.by_loops = 1;
  if constexpr (requires { D::loop_price; }) p.by_loops = D::loop_price;
  if constexpr (requires { &D::sum; }) p.of_sum = 3 * p.by_loops;
  return p;
}

RowPrice row_price(const Distribution& d);

}  // namespace cggibbs
