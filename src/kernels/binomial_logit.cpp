// Binomial counts with a logit link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/binomial_logit.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct BinomialLogit : Family {
  const double* y;
  const double* trials;
  explicit BinomialLogit(const Arguments& a) : y(a.y), trials(a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V successes = rows.load(d, y), all = rows.load(d, trials);
    return binomial_row(d, e, successes, hn::Sub(all, successes), all);
  }
};

const Likelihood* binomial_logit_loops() {
  return &likelihood<BinomialLogit>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct BinomialLogit : Family {
  const double* y;
  const double* trials;
  explicit BinomialLogit(const Arguments& a) : y(a.y), trials(a.rest[0]) {}
  double term(std::size_t i, double e) const { return binomial_term(e, y[i], trials[i] - y[i], trials[i]); }
  Derivatives derivatives(std::size_t i, double e) const {
    return binomial_derivatives(e, y[i], trials[i] - y[i], trials[i]);
  }
};

}  // namespace scalar

HWY_EXPORT(binomial_logit_loops);
const Likelihood& binomial_logit() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BinomialLogit>;
  return *HWY_DYNAMIC_DISPATCH(binomial_logit_loops)();
}

}  // namespace cggibbs::kernels
#endif
