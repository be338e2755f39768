// Negative binomial counts with a log link.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/negative_binomial_log.cpp"
#include "kernels/by_dispersion.hpp"
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
    const V x = hn::Sub(e, hn::Set(d, log_phi)), t = exp_minus_abs(d, x);
    Row row = binomial_row(d, x, count, p, hn::Add(count, p));
    V mu_share, phi_share;  // mu / (mu + phi) and the rest of 1
    logit_parts(d, x, t, mu_share, phi_share);
    const V log_share = hn::Add(hn::Max(hn::Zero(d), x), log1p_unit(d, t));
    row.by_rest = hn::Sub(hn::NegMulAdd(hn::Div(count, p), phi_share, mu_share), log_share);
    return row;
  }
};

const Likelihood* negative_binomial_log_loops() {
  return &likelihood<NegativeBinomialLog>;
}

double negative_binomial_log_rows_by_phi(std::size_t n, const Arguments& a) {
  return sum_by_rest<NegativeBinomialLog>(n, a);
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
  double by_rest(std::size_t i, double e) const {
    const double x = e - log_phi;
    return inv_logit(x) - y[i] / phi * inv_logit(-x) - log1p_exp(x);
  }
};

}  // namespace scalar

HWY_EXPORT(negative_binomial_log_loops);
const Likelihood& negative_binomial_log() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::NegativeBinomialLog>;
  return *HWY_DYNAMIC_DISPATCH(negative_binomial_log_loops)();
}

HWY_EXPORT(negative_binomial_log_rows_by_phi);
double negative_binomial_log_by_phi(std::size_t n, const Arguments& a) {
  if (detail::scalar_chosen()) return scalar::sum_by_rest<scalar::NegativeBinomialLog>(n, a);
  return HWY_DYNAMIC_DISPATCH(negative_binomial_log_rows_by_phi)(n, a);
}

}  // namespace cggibbs::kernels
#endif
