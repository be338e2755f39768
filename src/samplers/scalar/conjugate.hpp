// Drawing a coordinate exactly whose log density is known to have two terms, from its change at two other points.
#pragma once

#include <cmath>
#include <optional>

#include "distributions/beta.hpp"
#include "distributions/distribution.hpp"
#include "distributions/gamma.hpp"
#include "distributions/inverse_gamma.hpp"

namespace cggibbs {

namespace detail {

/// a and b of a * t + b * u from the changes of (t, u) and of the sum at two points.
struct TwoTerms {
  double a, b;
  TwoTerms(double t1, double u1, double f1, double t2, double u2, double f2) {
    const double det = t1 * u2 - t2 * u1;
    a = (f1 * u2 - f2 * u1) / det;
    b = (t1 * f2 - t2 * f1) / det;
  }
};

/// Shapes are whole or half numbers as a rule. Rounding must not decide on which side of 1 one lies: draws go different ways there.
inline double snapped(double shape) {
  const double near = 0.5 * std::round(2 * shape);
  return std::abs(shape - near) < 1e-9 * (1 + std::abs(near)) ? near : shape;
}

/// a log x - b x from delta(candidate), the change from x; once more at the mode where x is too far from it to tell.
template <class F>
TwoTerms gamma_terms(double x, const F& delta) {
  const auto solve = [&](double up, double down) {
    return TwoTerms(std::log(up / x), x - up, delta(up), std::log(down / x), x - down, delta(down));
  };
  const TwoTerms first = solve(2 * x, 0.5 * x);
  const double mode = (first.a + 1) / first.b;
  if (!(mode > 0 && mode < inf) || (mode > 0.1 * x && mode < 10 * x)) return first;
  return solve(mode, mode > x ? 2 * mode : 0.5 * mode);
}

}  // namespace detail

/// A draw from the density of this form at x; nothing where the numbers say that it is none.
template <class F>
std::optional<double> conjugate_draw(DensityForm form, double x, const F& delta, Rng& rng) {
  const auto checked = [](double draw) {
    return draw > 0 && draw < inf ? std::optional(draw) : std::nullopt;
  };
  switch (form) {
    case DensityForm::log_linear: {
      const auto [a, b] = detail::gamma_terms(x, delta);
      if (!(a > -1 && b > 0 && a < inf && b < inf)) return std::nullopt;
      return checked(Gamma::draw(rng, detail::snapped(a + 1), b));
    }
    case DensityForm::log_inverse: {  // in 1 / x
      const auto [a, b] = detail::gamma_terms(1 / x, [&](double y) { return delta(1 / y); });
      if (!(a > 1 && b > 0 && a < inf && b < inf)) return std::nullopt;
      return checked(InverseGamma::draw(rng, detail::snapped(a - 1), b));
    }
    case DensityForm::log_log1m: {
      // Near an end one of the terms hardly moves: then the middle and the other end tell.
      const double eta = logit(x);
      const bool near_end = std::abs(eta) > 3;
      const double first = near_end ? 0 : eta + 1, second = near_end ? -eta : eta - 1;
      const auto log_share = [&](double e) { return log1p_exp(-eta) - log1p_exp(-e); };
      const auto log_rest = [&](double e) { return log1p_exp(eta) - log1p_exp(e); };
      const detail::TwoTerms terms(log_share(first), log_rest(first), delta(inv_logit(first)),
                                   log_share(second), log_rest(second), delta(inv_logit(second)));
      if (!(terms.a > -1 && terms.b > -1 && terms.a < inf && terms.b < inf)) return std::nullopt;
      const double draw = Beta::draw(rng, detail::snapped(terms.a + 1), detail::snapped(terms.b + 1));
      return draw < 1 ? checked(draw) : std::nullopt;
    }
    case DensityForm::other:
    case DensityForm::quadratic:
    case DensityForm::log_inverse_square:
      break;
  }
  return std::nullopt;
}

}  // namespace cggibbs
