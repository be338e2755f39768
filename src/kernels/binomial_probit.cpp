// Successes among trials with a probit link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/binomial_probit.cpp"
#include "kernels/likelihood-inl.h"
#include "kernels/link_likelihoods.hpp"

#include "kernels/probit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct BinomialProbit : Family {
  const double* y;
  const double* trials;
  explicit BinomialProbit(const Arguments& a) : y(a.y), trials(a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V successes = rows.load(d, y);
    return probit_row(d, e, successes, hn::Sub(rows.load(d, trials), successes));
  }
};

const Likelihood* binomial_probit_loops() {
  return &likelihood<BinomialProbit>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct BinomialProbit : Family {
  const double* y;
  const double* trials;
  explicit BinomialProbit(const Arguments& a) : y(a.y), trials(a.rest[0]) {}
  double term(std::size_t i, double e) const { return probit_term(e, y[i], trials[i] - y[i]); }
  Derivatives derivatives(std::size_t i, double e) const {
    return probit_derivatives(e, y[i], trials[i] - y[i]);
  }
};

}  // namespace scalar

HWY_EXPORT(binomial_probit_loops);
const Likelihood& binomial_probit() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BinomialProbit>;
  return *HWY_DYNAMIC_DISPATCH(binomial_probit_loops)();
}

}  // namespace cggibbs::kernels
#endif
