// Weibull times with a log link of the rate.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/weibull_log_rate.cpp"
#include "kernels/likelihood-inl.h"
#include "kernels/link_likelihoods.hpp"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct WeibullLogRate : Family {
  const double* y;
  double shape;
  explicit WeibullLogRate(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V u = hn::MulAdd(hn::Set(d, shape), hn::Log(d, rows.load(d, y)), e), w = exp_or_inf(d, u);
    return {.term = hn::Sub(u, w), .slope = hn::Sub(hn::Set(d, 1.0), w), .weight = w};
  }
};

const Likelihood* weibull_log_rate_loops() {
  return &likelihood<WeibullLogRate>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct WeibullLogRate : Family {
  const double* y;
  double shape;
  explicit WeibullLogRate(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  double term(std::size_t i, double e) const {
    const double u = e + shape * std::log(y[i]);
    return u - std::exp(u);
  }
  Derivatives derivatives(std::size_t i, double e) const {
    const double w = std::exp(e + shape * std::log(y[i]));
    return {1 - w, w};
  }
};

}  // namespace scalar

HWY_EXPORT(weibull_log_rate_loops);
const Likelihood& weibull_log_rate() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::WeibullLogRate>;
  return *HWY_DYNAMIC_DISPATCH(weibull_log_rate_loops)();
}

}  // namespace cggibbs::kernels
#endif
