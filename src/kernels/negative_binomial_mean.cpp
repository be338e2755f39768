// Negative binomial counts by their means.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/negative_binomial_mean.cpp"
#include "kernels/by_dispersion.hpp"
#include "kernels/likelihood-inl.h"
#include "kernels/link_likelihoods.hpp"

#include "kernels/mean-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct NegativeBinomial : Family {
  const double* y;
  double phi;
  explicit NegativeBinomial(const Arguments& a) : y(a.y), phi(*a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V mean) const {
    const V count = rows.load(d, y), p = hn::Set(d, phi), one = hn::Set(d, 1.0), zero = hn::Zero(d);
    const V r = hn::Div(one, mean), q = hn::Div(hn::Add(count, p), hn::Add(mean, p));
    const auto some = hn::Gt(count, zero);
    // count log(mean / (mean + phi)) + phi log(phi / (mean + phi))
    const V largest = hn::Set(d, std::numeric_limits<double>::max());
    const V counted = hn::Mul(count, hn::Log1p(d, hn::Min(largest, hn::Mul(p, r))));
    const V log_share = hn::Log1p(d, hn::Min(largest, hn::Div(mean, p)));
    const V term = hn::NegMulAdd(p, log_share, hn::Neg(hn::IfThenElseZero(some, counted)));
    const V ratio = hn::IfThenElseZero(some, hn::Mul(count, r));
    const V weight = hn::Sub(hn::Mul(ratio, r), hn::Div(q, hn::Add(mean, p)));
    return {.term = mean_term(d, mean, some, term),
            .slope = hn::Sub(ratio, q),
            .weight = hn::Max(zero, hn::IfThenElse(some, weight, zero)),
            .by_rest = hn::Sub(hn::Div(hn::Sub(mean, count), hn::Add(mean, p)), log_share)};
  }
};

const Likelihood* negative_binomial_mean_loops() {
  return &likelihood<NegativeBinomial>;
}

double negative_binomial_mean_rows_by_phi(std::size_t n, const Arguments& a) {
  return sum_by_rest<NegativeBinomial>(n, a);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct NegativeBinomial : Family {
  const double* y;
  double phi;
  explicit NegativeBinomial(const Arguments& a) : y(a.y), phi(*a.rest[0]) {}
  double term(std::size_t i, double mean) const {
    if (mean < 0 || mean == inf) return -inf;
    return -(y[i] == 0 ? 0 : y[i] * std::log1p(phi / mean)) - phi * std::log1p(mean / phi);
  }
  Derivatives derivatives(std::size_t i, double mean) const {
    const double ratio = y[i] == 0 ? 0 : y[i] / mean, q = (y[i] + phi) / (mean + phi);
    return {ratio - q, y[i] == 0 ? 0 : std::max(0.0, ratio / mean - q / (mean + phi))};
  }
  double by_rest(std::size_t i, double mean) const {
    return (mean - y[i]) / (mean + phi) - std::log1p(mean / phi);
  }
};

}  // namespace scalar

HWY_EXPORT(negative_binomial_mean_loops);
const Likelihood& negative_binomial_mean() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::NegativeBinomial>;
  return *HWY_DYNAMIC_DISPATCH(negative_binomial_mean_loops)();
}

HWY_EXPORT(negative_binomial_mean_rows_by_phi);
double negative_binomial_mean_by_phi(std::size_t n, const Arguments& a) {
  if (detail::scalar_chosen()) return scalar::sum_by_rest<scalar::NegativeBinomial>(n, a);
  return HWY_DYNAMIC_DISPATCH(negative_binomial_mean_rows_by_phi)(n, a);
}

}  // namespace cggibbs::kernels
#endif
