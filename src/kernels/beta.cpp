// Shares with a beta distribution of given precision, under a logit link and by their means.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/beta.cpp"
#include "kernels/beta_precision.hpp"
#include "kernels/by_dispersion.hpp"
#include "kernels/likelihood-inl.h"
#include "kernels/link_likelihoods.hpp"

#include "kernels/gamma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace cggibbs {
namespace kernels {
namespace HWY_NAMESPACE {

/// One row: phi mu logit(y) - log B(phi mu, phi nu) less log(mu nu / scale), and its derivatives by mu without the 1 / mu - 1 / nu
/// and 1 / mu^2 + 1 / nu^2 of these logarithms, divided by phi and phi^2.
struct BetaParts {
  V term, slope, weight;
  V by_phi;  ///< of the whole
};
HWY_INLINE BetaParts beta_parts(D d, const Precision& p, V y, V mu, V nu, V scale) {
  const V phi = hn::Set(d, p.phi), unit = hn::Set(d, p.unit), one = hn::Set(d, 1.0);
  const V shift = hn::Set(d, 1.0 * gamma_shift), half_less = hn::Set(d, gamma_shift - 0.5);
  const V a = hn::Mul(phi, mu), b = hn::Mul(phi, nu);
  const V za = hn::Add(a, shift), zb = hn::Add(b, shift);
  const V ra = hn::Div(one, za), rb = hn::Div(one, zb);
  const V la = hn::Log(d, hn::Mul(za, unit)), lb = hn::Log(d, hn::Mul(zb, unit));
  const V odds = hn::Log(d, hn::Div(y, hn::Sub(one, y)));
  const Ascent pa = ascend(d, hn::Mul(a, unit), p.small), pb = ascend(d, hn::Mul(b, unit), p.small);
  const V rest = hn::Add(stirling_rest(d, ra), stirling_rest(d, rb));
  const V products = hn::Log(d, hn::Mul(hn::Mul(pa.product, pb.product), scale));
  V term = hn::MulAdd(a, odds, hn::Sub(hn::Set(d, p.constant), rest));
  term = hn::NegMulAdd(hn::Add(a, half_less), la, term);
  term = hn::Add(hn::NegMulAdd(hn::Add(b, half_less), lb, term), products);
  // digamma(a + 1) = log(za) - rest - the sum of 1 / (a + k)
  const V ha = hn::Div(pa.first, pa.product), hb = hn::Div(pb.first, pb.product);
  const V da = hn::NegMulAdd(unit, ha, hn::Sub(la, digamma_rest(d, ra)));
  const V db = hn::NegMulAdd(unit, hb, hn::Sub(lb, digamma_rest(d, rb)));
  // The sum of 1 / (a + k)^2 is the square of that of 1 / (a + k) less twice the mixed ones.
  const V two = hn::Set(d, 2.0), unit2 = hn::Mul(unit, unit);
  const V qa = hn::NegMulAdd(two, hn::Div(pa.second, pa.product), hn::Mul(ha, ha));
  const V qb = hn::NegMulAdd(two, hn::Div(pb.second, pb.product), hn::Mul(hb, hb));
  const V ta = hn::MulAdd(unit2, qa, trigamma_at(d, ra)), tb = hn::MulAdd(unit2, qb, trigamma_at(d, rb));
  const V difference = hn::Add(hn::Sub(odds, da), db);
  return {.term = term,
          .slope = difference,
          .weight = hn::Add(ta, tb),
          .by_phi = hn::Add(hn::Set(d, p.by_phi), hn::MulSub(mu, difference, db))};
}

struct BetaLogit : Family {
  const double* y;
  Precision precision;
  explicit BetaLogit(const Arguments& a) : y(a.y), precision(*a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V e) const {
    const V one = hn::Set(d, 1.0), t = exp_minus_abs(d, e);
    const V larger = hn::Div(one, hn::Add(one, t)), smaller = hn::Mul(t, larger);
    const auto negative = hn::Lt(e, hn::Zero(d));
    const V mu = hn::IfThenElse(negative, smaller, larger), nu = hn::IfThenElse(negative, larger, smaller);
    // mu nu = exp(-|e|) larger^2
    const BetaParts p = beta_parts(d, precision, rows.load(d, y), mu, nu, hn::Mul(larger, larger));
    const V w = hn::Mul(hn::Mul(hn::Set(d, precision.phi), mu), nu), lean = hn::Sub(nu, mu);
    const V slope = hn::MulAdd(w, p.slope, lean);
    const V squares = hn::MulAdd(nu, nu, hn::Mul(mu, mu));
    const V weight = hn::MulAdd(w, hn::Mul(w, p.weight), hn::NegMulAdd(lean, slope, squares));
    return {.term = hn::Sub(p.term, hn::Abs(e)),
            .slope = slope,
            .weight = hn::Max(hn::Zero(d), weight),
            .by_rest = p.by_phi};
  }
};

struct BetaMean : Family {
  const double* y;
  Precision precision;
  explicit BetaMean(const Arguments& a) : y(a.y), precision(*a.rest[0]) {}
  template <class Rows>
  HWY_INLINE Row operator()(D d, Rows rows, V mu) const {
    const V one = hn::Set(d, 1.0), nu = hn::Sub(one, mu), phi = hn::Set(d, precision.phi);
    const BetaParts p = beta_parts(d, precision, rows.load(d, y), mu, nu, hn::Mul(mu, nu));
    const V r = hn::Div(one, mu), q = hn::Div(one, nu);
    const V weight = hn::MulAdd(phi, hn::Mul(phi, p.weight), hn::MulAdd(r, r, hn::Mul(q, q)));
    // No density at the ends and beyond; NaN stays.
    const auto outside = hn::Or(hn::Le(mu, hn::Zero(d)), hn::Ge(mu, one));
    const V none = hn::Set(d, -std::numeric_limits<double>::infinity());
    return {.term = hn::IfThenElse(outside, none, p.term),
            .slope = hn::MulAdd(phi, p.slope, hn::Sub(r, q)),
            .weight = weight,
            .by_rest = p.by_phi};
  }
};

const Likelihood* beta_logit_loops() {
  return &likelihood<BetaLogit>;
}
const Likelihood* beta_mean_loops() {
  return &likelihood<BetaMean>;
}

double beta_logit_rows_by_phi(std::size_t n, const Arguments& a) {
  return sum_by_rest<BetaLogit>(n, a);
}
double beta_mean_rows_by_phi(std::size_t n, const Arguments& a) {
  return sum_by_rest<BetaMean>(n, a);
}

}  // namespace HWY_NAMESPACE
}  // namespace kernels
}  // namespace cggibbs
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace cggibbs::kernels {

namespace scalar {

/// log B(phi mu, phi nu), finite where one of the shapes underflows: as both vanish it is (a + b) / (a b).
inline double log_beta_at(double mu, double nu, double log_mu_nu, double phi) {
  const double a = phi * mu, b = phi * nu;
  return std::min(a, b) > 1e-290 ? log_beta(a, b) : -log_mu_nu - std::log(phi);
}

/// By mu, as digamma(a) = digamma(a + 1) - 1 / a: the differences, and the sum of trigamma(a + 1) and trigamma(b + 1).
inline double beta_slope(double y, double a, double b) {
  return logit(y) - digamma(a + 1) + digamma(b + 1);
}
inline double beta_weight(double a, double b) {
  return trigamma(a + 1) + trigamma(b + 1);
}
/// By phi, where mu digamma(a) = mu digamma(a + 1) - 1 / phi.
inline double beta_by_phi(double y, double mu, double nu, double phi) {
  return mu * logit(y) + digamma(phi) + 2 / phi - mu * digamma(phi * mu + 1) - nu * digamma(phi * nu + 1);
}

struct BetaLogit : Family {
  const double* y;
  double phi;
  explicit BetaLogit(const Arguments& a) : y(a.y), phi(*a.rest[0]) {}
  double term(std::size_t i, double e) const {
    const double mu = inv_logit(e), nu = inv_logit(-e);
    return phi * mu * logit(y[i]) - log_beta_at(mu, nu, -log1p_exp(e) - log1p_exp(-e), phi);
  }
  Derivatives derivatives(std::size_t i, double e) const {
    const double mu = inv_logit(e), nu = inv_logit(-e), a = phi * mu, b = phi * nu, w = a * nu;
    const double slope = w * beta_slope(y[i], a, b) + nu - mu;
    const double weight = w * (w * beta_weight(a, b)) + nu * nu + mu * mu - (nu - mu) * slope;
    return {slope, std::max(0.0, weight)};
  }
  double by_rest(std::size_t i, double e) const {
    return beta_by_phi(y[i], inv_logit(e), inv_logit(-e), phi);
  }
};

struct BetaMean : Family {
  const double* y;
  double phi;
  explicit BetaMean(const Arguments& a) : y(a.y), phi(*a.rest[0]) {}
  double term(std::size_t i, double mu) const {
    if (mu <= 0 || mu >= 1) return -inf;
    return phi * mu * logit(y[i]) - log_beta_at(mu, 1 - mu, std::log(mu) + std::log1p(-mu), phi);
  }
  Derivatives derivatives(std::size_t i, double mu) const {
    const double nu = 1 - mu, a = phi * mu, b = phi * nu;
    return {phi * beta_slope(y[i], a, b) + 1 / mu - 1 / nu,
            phi * (phi * beta_weight(a, b)) + 1 / (mu * mu) + 1 / (nu * nu)};
  }
  double by_rest(std::size_t i, double mu) const { return beta_by_phi(y[i], mu, 1 - mu, phi); }
};

}  // namespace scalar

HWY_EXPORT(beta_logit_loops);
HWY_EXPORT(beta_mean_loops);
const Likelihood& beta_logit() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BetaLogit>;
  return *HWY_DYNAMIC_DISPATCH(beta_logit_loops)();
}
const Likelihood& beta_mean() {
  if (detail::scalar_chosen()) return scalar::likelihood<scalar::BetaMean>;
  return *HWY_DYNAMIC_DISPATCH(beta_mean_loops)();
}

HWY_EXPORT(beta_logit_rows_by_phi);
HWY_EXPORT(beta_mean_rows_by_phi);
double beta_logit_by_phi(std::size_t n, const Arguments& a) {
  if (detail::scalar_chosen()) return scalar::sum_by_rest<scalar::BetaLogit>(n, a);
  return HWY_DYNAMIC_DISPATCH(beta_logit_rows_by_phi)(n, a);
}
double beta_mean_by_phi(std::size_t n, const Arguments& a) {
  if (detail::scalar_chosen()) return scalar::sum_by_rest<scalar::BetaMean>(n, a);
  return HWY_DYNAMIC_DISPATCH(beta_mean_rows_by_phi)(n, a);
}

}  // namespace cggibbs::kernels
#endif
