// Student t outcomes with common scale and degrees of freedom.
#include "kernels/likelihood.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/student_t.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// The factor is 1 + z^2 up to 2^10, z = (y - eta) / (sigma sqrt(nu)); logarithms of larger ones, which are
/// rare, go into the term.
template <class Eta>
struct StudentT {
  static constexpr int bits = 10;
  const double* y;
  Eta eta;
  double inverse_scale;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows, V& t) const {
    const V z = hn::Mul(hn::Sub(rows.load(d, y), eta(d, rows)), hn::Set(d, inverse_scale));
    t = hn::Mul(z, z);
    const auto far = hn::Gt(t, hn::Set(d, (1 << bits) - 1.0));
    if (HWY_LIKELY(hn::AllFalse(d, far))) return hn::Zero(d);
    const V one = hn::Set(d, 1.0);
    // log(1 + z^2) = 2 log|z| + log(1 + 1 / z^2); z^2 may overflow, |z| is kept finite.
    const V size =
        hn::IfThenElse(far, hn::Min(hn::Set(d, std::numeric_limits<double>::max()), hn::Abs(z)), one);
    const V log_size = hn::Log(d, size);
    const V rest = hn::Log1p(d, hn::IfThenElseZero(far, hn::Div(one, t)));
    t = hn::IfThenZeroElse(far, t);
    return hn::Add(hn::Add(log_size, log_size), rest);
  }
};

template <class Eta>
HWY_INLINE double student_t_total(std::size_t n, const double* y, Eta eta, double nu, double sigma) {
  const double inverse_scale = scalar::inverse_scale(sigma * std::sqrt(nu));
  const TermsAndLogs s = sum_rows_and_logs<StudentT<Eta>::bits>(n, StudentT<Eta>{y, eta, inverse_scale});
  return -0.5 * (nu + 1) * (s.terms + s.logs);
}

double student_t_sum(std::size_t n, const double* y, const double* eta, double nu, double sigma) {
  return student_t_total(n, y, Plain{eta}, nu, sigma);
}
double student_t_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             double nu, double sigma) {
  return student_t_total(n, y, Shifted{eta, x, delta}, nu, sigma);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(student_t_sum);
HWY_EXPORT(student_t_sum_shifted);

double student_t_sum(std::size_t n, const double* y, const double* eta, double nu, double sigma) {
  if (detail::scalar_chosen()) {
    const double inverse_scale = scalar::inverse_scale(sigma * std::sqrt(nu));
    return -0.5 * (nu + 1) *
           scalar::sum_rows(n, [&](std::size_t i) { return scalar::student_t(y[i], eta[i], inverse_scale); });
  }
  return HWY_DYNAMIC_DISPATCH(student_t_sum)(n, y, eta, nu, sigma);
}

double student_t_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x, double delta,
                             double nu, double sigma) {
  if (detail::scalar_chosen()) {
    const double inverse_scale = scalar::inverse_scale(sigma * std::sqrt(nu));
    return -0.5 * (nu + 1) * scalar::sum_rows(n, [&](std::size_t i) {
      return scalar::student_t(y[i], scalar::shifted(eta[i], x[i], delta), inverse_scale);
    });
  }
  return HWY_DYNAMIC_DISPATCH(student_t_sum_shifted)(n, y, eta, x, delta, nu, sigma);
}

}  // namespace cggibbs::kernels
#endif
