// Negative binomial counts with a log link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/negative_binomial_log.cpp"
#include "kernels/likelihood-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

struct NegativeBinomialLog : Family {
  const double* y;
  double phi;
  double log_phi;
  explicit NegativeBinomialLog(const Arguments& a) : y(a.y), phi(*a.rest[0]), log_phi(std::log(phi)) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V count = rows.load(d, y), p = hn::Set(d, phi);
    return binomial_row(d, hn::Sub(e, hn::Set(d, log_phi)), count, p, hn::Add(count, p));
  }
};

const Likelihood* negative_binomial_log_loops() {
  return &likelihood<NegativeBinomialLog>;
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

struct NegativeBinomialLog : Family {
  const double* y;
  double phi;
  double log_phi;
  explicit NegativeBinomialLog(const Arguments& a) : y(a.y), phi(*a.rest[0]), log_phi(std::log(phi)) {}
  double term(std::size_t i, double e) const { return binomial_term(e - log_phi, y[i], phi, y[i] + phi); }
  Derivatives derivatives(std::size_t i, double e) const {
    return binomial_derivatives(e - log_phi, y[i], phi, y[i] + phi);
  }
};

}  // namespace scalar

HWY_EXPORT(negative_binomial_log_loops);
const Likelihood& negative_binomial_log() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::NegativeBinomialLog>;
  return *HWY_DYNAMIC_DISPATCH(negative_binomial_log_loops)();
}

}  // namespace cggibbs::kernels
#endif
