// Binomial coefficients of real order, for every instruction set.
#include "kernels/counts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/gamma_functions.hpp"
#include "base/special.hpp"
#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/counts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/gamma-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// With z = y + phi + 5, w = y + 5 and Stirling's rest R, up to a constant
///   log Gamma(y + phi) - log y! = (z - 1/2) log z - (w - 1/2) log w + R(z) - R(w)
///                                 - log((y + phi) ... (y + phi + 4)) + log((y + 1) ... (y + 4)),
/// where the first two are rewritten: in one form large counts would cancel, in the other a large phi.
template <bool large>
struct ChooseRising {
  double phi;
  double c;  ///< phi + 5
  double unit;
  double log_c;
  explicit ChooseRising(double p) : phi(p), c(phi + gamma_shift), unit(1 / c), log_c(std::log(c)) {}

  HWY_INLINE V operator()(D d, V y) const {
    const V one = hn::Set(d, 1.0), p = hn::Set(d, phi), scale = hn::Set(d, unit);
    const V z = hn::Add(y, hn::Set(d, c)), w = hn::Add(y, hn::Set(d, 1.0 * gamma_shift)),
            above = hn::Add(y, p);
    V rising = hn::Mul(above, scale), factorial = hn::Add(y, one);
    HWY_UNROLL(4)
    for (int k = 1; k < gamma_shift; ++k) {
      rising = hn::Mul(rising, hn::Mul(hn::Add(above, hn::Set(d, 1.0 * k)), scale));
      if (k > 1) factorial = hn::Mul(factorial, hn::Add(y, hn::Set(d, 1.0 * k)));
    }
    const V log_w = hn::Log(d, w), near = hn::Sub(z, hn::Set(d, 0.5));
    V sum = hn::Sub(stirling_rest(d, hn::Div(one, z)), stirling_rest(d, hn::Div(one, w)));
    sum = hn::Sub(sum, hn::Log(d, hn::Div(rising, factorial)));
    if constexpr (large) {
      sum = hn::NegMulAdd(hn::Sub(w, hn::Set(d, 0.5)), log_w, hn::MulAdd(y, hn::Set(d, log_c), sum));
      return hn::MulAdd(near, hn::Log1p(d, hn::Mul(y, scale)), sum);
    } else {
      return hn::MulAdd(near, hn::Log1p(d, hn::Div(p, w)), hn::MulAdd(p, log_w, sum));
    }
  }
};

/// Zero gives zero; no count, no choice.
template <bool large>
struct FromZero {
  ChooseRising<large> f;
  const double* y;
  double at_zero;
  FromZero(const double* counts, double phi)
      : f(phi), y(counts), at_zero(hn::GetLane(f(D(), hn::Zero(D())))) {}
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V count = rows.load(d, y);
    const auto valid = hn::And(hn::Ge(count, hn::Zero(d)), hn::Eq(count, hn::Floor(count)));
    const V none = hn::Sub(count, hn::Set(d, std::numeric_limits<double>::infinity()));
    return hn::IfThenElse(valid, hn::Sub(f(d, count), hn::Set(d, at_zero)), none);
  }
};

/// By phi alone the form for large ones would lose its digits where counts are far larger.
double sum_log_choose_rising(std::size_t n, const double* y, double phi) {
  return phi > 100 && (n == 0 || phi > 1e-3 * *std::max_element(y, y + n))
             ? sum_rows(n, FromZero<true>(y, phi))
             : sum_rows(n, FromZero<false>(y, phi));
}

/// digamma(y + phi) - log(phi + 5)
struct DigammaRising {
  const double* y;
  double phi;
  double unit;
  HWY_INLINE V at(D d, V count) const {
    const V above = hn::Add(count, hn::Set(d, phi)), scale = hn::Set(d, unit), one = hn::Set(d, 1.0);
    V product = hn::Mul(above, scale), first = one;  // of (y + phi) ... (y + phi + 4), and its derivative
    HWY_UNROLL(4)
    for (int k = 1; k < gamma_shift; ++k) {
      const V next = hn::Mul(hn::Add(above, hn::Set(d, 1.0 * k)), scale);
      first = hn::MulAdd(first, next, product);
      product = hn::Mul(product, next);
    }
    const V rest = digamma_rest(d, hn::Div(one, hn::Add(above, hn::Set(d, 1.0 * gamma_shift))));
    const V sum = hn::MulAdd(scale, hn::Div(first, product), rest);
    return hn::Sub(hn::Log1p(d, hn::Mul(count, scale)), sum);
  }
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    return hn::Sub(at(d, rows.load(d, y)), at(d, hn::Zero(d)));
  }
};

double sum_digamma_rising(std::size_t n, const double* y, double phi) {
  return sum_rows(n, DigammaRising{y, phi, 1 / (phi + gamma_shift)});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

HWY_EXPORT(sum_log_choose_rising);
HWY_EXPORT(sum_digamma_rising);
double sum_log_choose_rising(std::size_t n, const double* y, double phi) {
  if (!detail::scalar_chosen()) return HWY_DYNAMIC_DISPATCH(sum_log_choose_rising)(n, y, phi);
  return scalar::sum_rows(n, [&](std::size_t i) {
    return y[i] >= 0 && y[i] == std::floor(y[i]) ? log_choose_rising(phi, y[i]) : y[i] - inf;
  });
}

double sum_digamma_rising(std::size_t n, const double* y, double phi) {
  if (!detail::scalar_chosen()) return HWY_DYNAMIC_DISPATCH(sum_digamma_rising)(n, y, phi);
  return scalar::sum_rows(n, [&](std::size_t i) { return digamma(y[i] + phi) - digamma(phi); });
}

}  // namespace cggibbs::kernels
#endif
