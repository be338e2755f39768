// Gamma outcomes by their means.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gamma_mean.cpp"
#include "kernels/likelihood-inl.h"
#include "kernels/link_likelihoods.hpp"

#include "kernels/mean-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct GammaMean : Family {
  const double* y;
  double shape;
  explicit GammaMean(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V mean) const {
    const V one = hn::Set(d, 1.0), r = hn::Div(one, mean), ratio = hn::Mul(rows.load(d, y), r);
    const V k = hn::Mul(hn::Set(d, shape), r);
    const V weight = hn::Mul(hn::Mul(k, r), hn::Sub(hn::Add(ratio, ratio), one));
    const V term = mean_term(d, mean, hn::Eq(mean, mean), hn::Neg(hn::Add(hn::Log(d, mean), ratio)));
    return {.term = term, .slope = hn::MulSub(k, ratio, k), .weight = hn::Max(hn::Zero(d), weight)};
  }
  double total(double terms, double) const { return shape * terms; }
  HWY_INLINE V part(D d, V term) const { return hn::Mul(hn::Set(d, shape), term); }
};

const Likelihood* gamma_mean_loops() {
  return &likelihood<GammaMean>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct GammaMean : Family {
  const double* y;
  double shape;
  explicit GammaMean(const Arguments& a) : y(a.y), shape(*a.rest[0]) {}
  double term(std::size_t i, double mean) const {
    return mean <= 0 || mean == inf ? -inf : -std::log(mean) - y[i] / mean;
  }
  Derivatives derivatives(std::size_t i, double mean) const {
    const double ratio = y[i] / mean, k = shape / mean;
    return {k * (ratio - 1), std::max(0.0, k / mean * (2 * ratio - 1))};
  }
  double total(double terms) const { return shape * terms; }
};

}  // namespace scalar

HWY_EXPORT(gamma_mean_loops);
const Likelihood& gamma_mean() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::GammaMean>;
  return *HWY_DYNAMIC_DISPATCH(gamma_mean_loops)();
}

}  // namespace cggibbs::kernels
#endif
