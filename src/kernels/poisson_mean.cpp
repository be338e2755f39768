// Poisson counts by their means.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/poisson_mean.cpp"
#include "kernels/likelihood-inl.h"
#include "kernels/link_likelihoods.hpp"

#include "kernels/mean-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct Poisson : Family {
  const double* y;
  explicit Poisson(const Arguments& a) : y(a.y) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V mean) const {
    const V count = rows.load(d, y), one = hn::Set(d, 1.0), r = hn::Div(one, mean), ratio = hn::Mul(count, r);
    const auto some = hn::Gt(count, hn::Zero(d));
    const V linear = hn::IfThenElseZero(some, hn::Mul(count, hn::Log(d, mean)));
    return {.term = mean_term(d, mean, some, hn::Sub(linear, mean)),
            .slope = hn::Sub(hn::IfThenElseZero(some, ratio), one),
            .weight = hn::IfThenElseZero(some, hn::Mul(ratio, r))};
  }
};

const Likelihood* poisson_mean_loops() {
  return &likelihood<Poisson>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct Poisson : Family {
  const double* y;
  explicit Poisson(const Arguments& a) : y(a.y) {}
  double term(std::size_t i, double mean) const {
    if (mean < 0 || mean == inf) return -inf;
    return (y[i] == 0 ? 0 : y[i] * std::log(mean)) - mean;
  }
  Derivatives derivatives(std::size_t i, double mean) const {
    if (y[i] == 0) return {-1, 0};
    return {y[i] / mean - 1, y[i] / mean / mean};
  }
};

}  // namespace scalar

HWY_EXPORT(poisson_mean_loops);
const Likelihood& poisson_mean() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::Poisson>;
  return *HWY_DYNAMIC_DISPATCH(poisson_mean_loops)();
}

}  // namespace cggibbs::kernels
#endif
