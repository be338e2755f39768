// Drawing a coordinate exactly whose log density is known to have two terms, from its change at other points.
#pragma once

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>

#include "distributions/beta.hpp"
#include "distributions/distribution.hpp"
#include "distributions/gamma.hpp"
#include "distributions/inverse_gamma.hpp"
#include "samplers/over_relaxation.hpp"

namespace cggibbs {

namespace detail {

/// a and b of a * t + b * u from the changes of (t, u) and of the sum at two points.
struct TwoTerms {
  double a, b;
  TwoTerms(double a_, double b_) : a(a_), b(b_) {}
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

/// a log x - b x from delta(candidate), the change from x. Looked at around a point where neither term is lost beside the other:
/// around x itself mostly, but a shape below 1 leads to where b x is nothing, and a hopeless start to where it is all.
template <class F>
TwoTerms gamma_terms(double start, const F& delta) {
  constexpr double lost = 1e-5;
  constexpr int most_looks = 130;
  double x = std::clamp(start, 1e-290, 1e290);  // halves and doubles are numbers still
  for (int look = 0;; ++look) {
    const double here = x == start ? 0 : delta(x);
    // b in units of 1 / x
    const TwoTerms found(M_LN2, -1, delta(2 * x) - here, -M_LN2, 0.5, delta(0.5 * x) - here);
    const double linear = std::abs(found.b), size = 1 + std::abs(found.a);
    const bool little = linear < lost * size;
    const bool much = lost * linear > size;
    if (!little && !much) return {found.a, found.b / x};
    // b is nothing but rounding where it is little, and right where it is much.
    const double next = little ? x / lost : x / linear;
    if (look == most_looks || !(next > 1e-300 && next < 1e300)) return {found.a, nan};
    x = next;
  }
}

/// Where a density has no value.
struct Ends {
  double lower = -inf, upper = inf;
};

/// s and c of s t - c t^2 / 2 from delta(x + t), looked at so far away that neither is lost; `reach` says where to begin. Near an
/// end both looks are on the side away from it. Whether there is an answer does not depend on x: exact draws from some places, and other
/// moves from the rest, would not leave the law as it is.
struct Parabola {
  double slope, curvature;
};
template <class F>
std::optional<Parabola> parabola(double x, const F& delta, double reach, Ends ends) {
  constexpr int most_looks = 60;
  const double farthest = 0.249 * (ends.upper - ends.lower);  // room for two looks on one side at least
  reach = std::min(reach, farthest);
  for (int look = 0; look < most_looks; ++look) {
    const bool left_fits = x - reach > ends.lower, right_fits = x + reach < ends.upper;
    const double near = right_fits ? x + reach : x - reach;
    const double other = !right_fits ? x - 2 * reach : left_fits ? x - reach : x + 2 * reach;
    const double p = near - x, q = other - x, at_p = delta(near), at_q = delta(other);
    const double slope = (at_p * (q / p) - at_q * (p / q)) / (q - p);
    const double curvature = 2 * (at_q / q - at_p / p) / (p - q);
    const double size = 1 + reach * std::abs(slope);
    if (!(std::abs(at_p) + std::abs(at_q) < 1e300)) {
      reach *= 1e-3;
    } else if (!(curvature * reach * reach > 1e-5 * size)) {
      // Far from its middle, or too near to see it bend.
      if (reach == farthest) break;
      reach = std::min(100 * reach, farthest);
    } else {
      return Parabola{slope, curvature};
    }
    if (!(reach > 1e-280 && reach < 1e280)) break;
  }
  return std::nullopt;
}

/// A standard normal between a and b; NaN where that is beyond the range of doubles.
inline double normal_between(double a, double b, Rng& rng) {
  if (a == -inf && b == inf) return rng.normal();
  const bool turned = a < -b;  // so that a is not far out on the left
  if (turned) std::tie(a, b) = std::pair(-b, -a);
  const double from = 0.5 * std::erfc(b * M_SQRT1_2), to = 0.5 * std::erfc(a * M_SQRT1_2);
  const double q = from + rng.uniform() * (to - from);
  if (!(to > 1e-290 && q > 0 && q < 1)) return nan;  // hardly ever for some q and not for others
  const double z = M_SQRT2 * boost::math::erfc_inv(2 * q);
  return turned ? -z : z;
}

/// Where conjugate_draw looks first; where it looks next, if it has to, depends on what it saw.
struct FirstLooks {
  static constexpr std::size_t most = 3;
  std::size_t count = 0;
  double at[most] = {};
};
inline FirstLooks first_looks(DensityForm form, double x, double reach, Ends ends) {
  switch (form) {
    case DensityForm::log_linear:
      return {2, {2 * x, 0.5 * x}};
    case DensityForm::log_inverse:
      return {2, {1 / (2 * (1 / x)), 1 / (0.5 * (1 / x))}};
    case DensityForm::log_log1m:
      return {3, {0.5, 0.75, 0.25}};
    case DensityForm::quadratic:
      reach = std::min(reach, 0.249 * (ends.upper - ends.lower));
      return {2, {x + reach, x - reach}};
    case DensityForm::other:
    case DensityForm::log_inverse_square:
      break;
  }
  return {};
}

}  // namespace detail

/// What a draw does with the value it replaces: nothing, or it falls on the other side more often than not (over_relaxation.hpp).
enum class Side { any, opposite };

/// A draw from the density of this form at x; nothing where the numbers say that it is none. Normals are looked at about `reach`
/// away from x, where that is not too near or far.
template <class F>
std::optional<double> conjugate_draw(DensityForm form, double x, const F& delta, Rng& rng, double reach = 1,
                                     detail::Ends ends = {}, Side side = Side::any) {
  const auto found = [](double draw) { return std::isnan(draw) ? std::nullopt : std::optional(draw); };
  /// Of draws between these ends; nothing where one of them is not.
  const auto drawn = [&](double low, double high, const auto& draw) {
    const auto inside = [&] {
      const double y = draw();
      return y > low && y < high ? y : nan;
    };
    return found(side == Side::any ? inside() : draw_opposite(x, inside, rng));
  };
  switch (form) {
    case DensityForm::log_linear: {
      const auto [a, b] = detail::gamma_terms(x, delta);
      if (!(a > -1 && b > 0 && a < inf && b < inf)) return std::nullopt;
      return drawn(0, inf,
                   [&, shape = detail::snapped(a + 1), rate = b] { return Gamma::draw(rng, shape, rate); });
    }
    case DensityForm::log_inverse: {  // in 1 / x
      const auto [a, b] = detail::gamma_terms(1 / x, [&](double y) { return delta(1 / y); });
      if (!(a > 1 && b > 0 && a < inf && b < inf)) return std::nullopt;
      return drawn(0, inf, [&, shape = detail::snapped(a - 1), scale = b] {
        return InverseGamma::draw(rng, shape, scale);
      });
    }
    case DensityForm::log_log1m: {  // around one half, wherever x is: near an end one of the terms is lost
      const double half = delta(0.5), up = std::log(1.5), down = std::log(0.5);
      const detail::TwoTerms terms(up, down, delta(0.75) - half, down, up, delta(0.25) - half);
      if (!(terms.a > -1 && terms.b > -1 && terms.a < inf && terms.b < inf)) return std::nullopt;
      return drawn(0, 1, [&, a = detail::snapped(terms.a + 1), b = detail::snapped(terms.b + 1)] {
        return Beta::draw(rng, a, b);
      });
    }
    case DensityForm::quadratic: {
      const auto law = detail::parabola(x, delta, reach, ends);
      if (!law) return std::nullopt;
      const double mean = x + law->slope / law->curvature, sd = 1 / std::sqrt(law->curvature);
      if (side == Side::opposite && ends.lower == -inf && ends.upper == inf)
        return found(mean + sd * opposite_normal((x - mean) / sd, rng));
      const double low = (ends.lower - mean) / sd, high = (ends.upper - mean) / sd;
      return drawn(ends.lower, ends.upper,
                   [&] { return mean + sd * detail::normal_between(low, high, rng); });
    }
    case DensityForm::other:
    case DensityForm::log_inverse_square:
      break;
  }
  return std::nullopt;
}

}  // namespace cggibbs
