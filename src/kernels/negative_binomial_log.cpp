// Negative binomial counts with a log link.
#include "kernels/likelihood.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/negative_binomial_log.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

template <class Eta>
struct NegativeBinomialLog {
  const double* y;
  Eta eta;
  double phi;
  double log_phi;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V w = hn::Sub(eta(d, rows), hn::Set(d, log_phi)), count = rows.load(d, y), p = hn::Set(d, phi);
    const V gain = hn::Mul(count, hn::Min(hn::Zero(d), w));
    const V loss = hn::Mul(p, hn::Max(hn::Zero(d), w));
    return hn::NegMulAdd(hn::Add(count, p), log1p_unit(d, exp_minus_abs(d, w)), hn::Sub(gain, loss));
  }
};

template <class Eta>
HWY_INLINE double negative_binomial_log_total(std::size_t n, const double* y, Eta eta, double phi) {
  return sum_rows(n, NegativeBinomialLog<Eta>{y, eta, phi, std::log(phi)});
}

double negative_binomial_log_sum(std::size_t n, const double* y, const double* eta, double phi) {
  return negative_binomial_log_total(n, y, Plain{eta}, phi);
}
double negative_binomial_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                         double delta, double phi) {
  return negative_binomial_log_total(n, y, Shifted{eta, x, delta}, phi);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(negative_binomial_log_sum);
HWY_EXPORT(negative_binomial_log_sum_shifted);

double negative_binomial_log_sum(std::size_t n, const double* y, const double* eta, double phi) {
  if (detail::scalar_chosen()) {
    const double log_phi = std::log(phi);
    return scalar::sum_rows(
        n, [&](std::size_t i) { return scalar::negative_binomial_log(y[i], eta[i], phi, log_phi); });
  }
  return HWY_DYNAMIC_DISPATCH(negative_binomial_log_sum)(n, y, eta, phi);
}

double negative_binomial_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                                         double delta, double phi) {
  if (detail::scalar_chosen()) {
    const double log_phi = std::log(phi);
    return scalar::sum_rows(n, [&](std::size_t i) {
      return scalar::negative_binomial_log(y[i], scalar::shifted(eta[i], x[i], delta), phi, log_phi);
    });
  }
  return HWY_DYNAMIC_DISPATCH(negative_binomial_log_sum_shifted)(n, y, eta, x, delta, phi);
}

}  // namespace cggibbs::kernels
#endif
