// Normal outcomes with a common standard deviation.
#include "kernels/likelihood.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/normal.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

template <class Eta>
struct Normal {
  const double* y;
  Eta eta;
  double inverse_sigma;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V z = hn::Mul(hn::Sub(rows.load(d, y), eta(d, rows)), hn::Set(d, inverse_sigma));
    return hn::Mul(z, z);
  }
};

template <class Eta>
HWY_INLINE double normal_total(std::size_t n, const double* y, Eta eta, double sigma) {
  return -0.5 * sum_rows(n, Normal<Eta>{y, eta, scalar::inverse_scale(sigma)});
}

double normal_sum(std::size_t n, const double* y, const double* eta, double sigma) {
  return normal_total(n, y, Plain{eta}, sigma);
}
double normal_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                          double sigma) {
  return normal_total(n, y, Shifted{eta, x, delta}, sigma);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(normal_sum);
HWY_EXPORT(normal_sum_shifted);

double normal_sum(std::size_t n, const double* y, const double* eta, double sigma) {
  if (detail::scalar_chosen()) {
    const double inverse_sigma = scalar::inverse_scale(sigma);
    return -0.5 *
           scalar::sum_rows(n, [&](std::size_t i) { return scalar::normal(y[i], eta[i], inverse_sigma); });
  }
  return HWY_DYNAMIC_DISPATCH(normal_sum)(n, y, eta, sigma);
}

double normal_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                          double sigma) {
  if (detail::scalar_chosen()) {
    const double inverse_sigma = scalar::inverse_scale(sigma);
    return -0.5 * scalar::sum_rows(n, [&](std::size_t i) {
      return scalar::normal(y[i], scalar::shifted(eta[i], x[i], delta), inverse_sigma);
    });
  }
  return HWY_DYNAMIC_DISPATCH(normal_sum_shifted)(n, y, eta, x, delta, sigma);
}

}  // namespace cggibbs::kernels
#endif
