// Gamma outcomes with a log link.
#include "kernels/likelihood.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gamma_log.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

template <class Eta>
struct GammaLog {
  const double* y;
  Eta eta;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = eta(d, rows);
    return hn::MulAdd(rows.load(d, y), exp_or_inf(d, hn::Neg(e)), e);
  }
};

template <class Eta>
HWY_INLINE double gamma_log_total(std::size_t n, const double* y, Eta eta, double shape) {
  return -shape * sum_rows(n, GammaLog<Eta>{y, eta});
}

double gamma_log_sum(std::size_t n, const double* y, const double* eta, double shape) {
  return gamma_log_total(n, y, Plain{eta}, shape);
}
double gamma_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             double shape) {
  return gamma_log_total(n, y, Shifted{eta, x, delta}, shape);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(gamma_log_sum);
HWY_EXPORT(gamma_log_sum_shifted);

double gamma_log_sum(std::size_t n, const double* y, const double* eta, double shape) {
  if (detail::scalar_chosen()) {
    return -shape * scalar::sum_rows(n, [&](std::size_t i) { return scalar::gamma_log(y[i], eta[i]); });
  }
  return HWY_DYNAMIC_DISPATCH(gamma_log_sum)(n, y, eta, shape);
}

double gamma_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             double shape) {
  if (detail::scalar_chosen()) {
    return -shape * scalar::sum_rows(n, [&](std::size_t i) {
      return scalar::gamma_log(y[i], scalar::shifted(eta[i], x[i], delta));
    });
  }
  return HWY_DYNAMIC_DISPATCH(gamma_log_sum_shifted)(n, y, eta, x, delta, shape);
}

}  // namespace cggibbs::kernels
#endif
