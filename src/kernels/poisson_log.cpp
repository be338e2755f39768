// Poisson counts with a log link.
#include "kernels/likelihood.hpp"

#include "kernels/scalar.hpp"
#include "kernels/target.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/poisson_log.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/math-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

template <class Eta>
struct PoissonLog {
  const double* y;
  Eta eta;
  template <class Rows>
  HWY_INLINE V operator()(D d, Rows rows) const {
    const V e = eta(d, rows);
    // Where exp(eta) overflows, y * eta must not: the term is -inf.
    const V linear = hn::Mul(rows.load(d, y), hn::Min(hn::Set(d, exp_highest), e));
    return hn::Sub(linear, exp_or_inf(d, e));
  }
};

template <class Eta>
HWY_INLINE double poisson_log_total(std::size_t n, const double* y, Eta eta) {
  return sum_rows(n, PoissonLog<Eta>{y, eta});
}

double poisson_log_sum(std::size_t n, const double* y, const double* eta) {
  return poisson_log_total(n, y, Plain{eta});
}
double poisson_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                               double delta) {
  return poisson_log_total(n, y, Shifted{eta, x, delta});
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {
HWY_EXPORT(poisson_log_sum);
HWY_EXPORT(poisson_log_sum_shifted);

double poisson_log_sum(std::size_t n, const double* y, const double* eta) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(n, [&](std::size_t i) { return scalar::poisson_log(y[i], eta[i]); });
  }
  return HWY_DYNAMIC_DISPATCH(poisson_log_sum)(n, y, eta);
}

double poisson_log_sum_shifted(std::size_t n, const double* y, const double* eta, const double* x,
                               double delta) {
  if (detail::scalar_chosen()) {
    return scalar::sum_rows(
        n, [&](std::size_t i) { return scalar::poisson_log(y[i], scalar::shifted(eta[i], x[i], delta)); });
  }
  return HWY_DYNAMIC_DISPATCH(poisson_log_sum_shifted)(n, y, eta, x, delta);
}

}  // namespace cggibbs::kernels
#endif
