// Weibull times by their rates.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/weibull_rate.cpp"
#include "kernels/likelihood-inl.h"
#include "kernels/link_likelihoods.hpp"

#include "kernels/mean-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct WeibullRate : Family {
  const double* y;
  double shape;
  explicit WeibullRate(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V rate) const {
    const V r = hn::Div(hn::Set(d, 1.0), rate);
    const V log_power = hn::Mul(hn::Set(d, shape), hn::Log(d, rows.load(d, y)));
    const V power = exp_or_inf(d, log_power);
    const V term = hn::NegMulAdd(rate, power, hn::Add(hn::Log(d, rate), log_power));
    return {.term = mean_term(d, rate, hn::Eq(rate, rate), term),
            .slope = hn::Sub(r, power),
            .weight = hn::Mul(r, r)};
  }
};

const Likelihood* weibull_rate_loops() {
  return &likelihood<WeibullRate>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct WeibullRate : Family {
  const double* y;
  double shape;
  explicit WeibullRate(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  double term(std::size_t i, double rate) const {
    if (rate <= 0 || rate == inf) return -inf;
    const double log_power = shape * std::log(y[i]);
    return std::log(rate) + log_power - rate * std::exp(log_power);
  }
  Derivatives derivatives(std::size_t i, double rate) const {
    return {1 / rate - std::exp(shape * std::log(y[i])), 1 / rate / rate};
  }
};

}  // namespace scalar

HWY_EXPORT(weibull_rate_loops);
const Likelihood& weibull_rate() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::WeibullRate>;
  return *HWY_DYNAMIC_DISPATCH(weibull_rate_loops)();
}

}  // namespace cggibbs::kernels
#endif
