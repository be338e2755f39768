// Products of 1 + odds, for every instruction set.
#include "kernels/indicator.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/indicator.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

template <int count, class Rows>
HWY_INLINE void add_odds(D d, Rows rows, const double* odds, const double* factors, V* products) {
  const V o = rows.or_zero(d, rows.load(d, odds));
  HWY_UNROLL(3)
  for (int k = 0; k < count; ++k)
    products[k] = times_one_plus(d, products[k], hn::Mul(o, hn::Set(d, factors[k])));
}

/// `block` factors of at most exp(2 reach) + 1 stay in range when multiplied.
template <int count>
HWY_INLINE void logs_of_products(std::size_t n, const double* odds, const double* factors, std::size_t block,
                                 double* out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  V products[count], logs[count];
  HWY_UNROLL(3)
  for (int k = 0; k < count; ++k) products[k] = logs[k] = hn::Zero(d);
  for (std::size_t i = 0; i < n;) {
    const std::size_t end = i + std::min(block - 1, (n - i) / lanes) * lanes;
    for (; i < end; i += lanes) add_odds<count>(d, FullRows{i}, odds, factors, products);
    if (n - i < lanes && i < n) {
      add_odds<count>(d, LastRows{i, n - i}, odds, factors, products);
      i = n;
    }
    HWY_UNROLL(3)
    for (int k = 0; k < count; ++k) {
      logs[k] = hn::Add(logs[k], hn::Log1p(d, products[k]));
      products[k] = hn::Zero(d);
    }
  }
  HWY_UNROLL(3)
  for (int k = 0; k < count; ++k) out[k] = sum_lanes(d, logs[k]);
}

void log_one_plus_odds1(std::size_t n, const double* odds, const double* factors, std::size_t block,
                        double* out) {
  logs_of_products<1>(n, odds, factors, block, out);
}
void log_one_plus_odds2(std::size_t n, const double* odds, const double* factors, std::size_t block,
                        double* out) {
  logs_of_products<2>(n, odds, factors, block, out);
}
void log_one_plus_odds3(std::size_t n, const double* odds, const double* factors, std::size_t block,
                        double* out) {
  logs_of_products<3>(n, odds, factors, block, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(log_one_plus_odds1);
HWY_EXPORT(log_one_plus_odds2);
HWY_EXPORT(log_one_plus_odds3);

double odds_from_kept(std::size_t n, const double* eta, const double* kept, double* odds) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    odds[i] = eta[i] < 0 ? kept[i] : 1 / kept[i];
    largest = std::max(largest, std::abs(eta[i]));
  }
  return largest;
}

void log_one_plus_odds(std::size_t n, const double* odds, std::size_t count, const double* factors,
                       double reach, double* out) {
  if (detail::scalar_chosen()) {
    for (std::size_t k = 0; k < count; ++k)
      out[k] = scalar::sum_rows(n, [&](std::size_t i) { return std::log1p(odds[i] * factors[k]); });
    return;
  }
  // Each factor is below 2^bits.
  const double bits = 2 * reach / std::log(2.0) + 1;
  const auto block = static_cast<std::size_t>(1000 / bits);
  if (count == 3)
    HWY_DYNAMIC_DISPATCH(log_one_plus_odds3)(n, odds, factors, block, out);
  else if (count == 2)
    HWY_DYNAMIC_DISPATCH(log_one_plus_odds2)(n, odds, factors, block, out);
  else
    HWY_DYNAMIC_DISPATCH(log_one_plus_odds1)(n, odds, factors, block, out);
}

}  // namespace cggibbs::kernels
#endif
