// The mixture summed outwards from its largest term; distribution function and quantile by Boost.
#include "distributions/noncentral_chi_squared.hpp"

#include <boost/math/distributions/non_central_chi_squared.hpp>

#include "base/gamma_functions.hpp"
#include "base/quiet_boost.hpp"
#include "distributions/draws.hpp"
#include "distributions/incomplete.hpp"

namespace cggibbs {
namespace {

using Boost = boost::math::non_central_chi_squared_distribution<double, Quiet>;

/// The chi-squared log density with k + 2 j degrees of freedom plus the log weight of j.
double log_term(double x, double k, double delta, double j) {
  const double a = 0.5 * k + j, log_half = std::log(x) - log_two;
  const double chi = log_gamma_kernel(a, 0.5 * x, log_half) - std::log(x);
  const double half = 0.5 * delta, log_weight = times(j + 1, std::log(half));
  // Poisson: half^j e^-half / j! = (half^(j + 1) e^-half / Gamma(j + 1)) / half
  if (half == 0) return j == 0 ? chi : -inf;
  return chi + log_gamma_kernel(j + 1, half, log_weight / (j + 1)) - std::log(half);
}

/// The j with the largest term: (j + 1) (k / 2 + j) = delta x / 4.
double largest(double x, double k, double delta) {
  const double b = 0.5 * k + 1, c = 0.5 * k - 0.25 * delta * x;
  if (c >= 0) return 0;
  return c > -1e300 ? std::ceil(-2 * c / (b + std::sqrt(b * b - 4 * c))) : inf;
}

/// Beyond this a sum over terms is replaced by Laplace's integral of it, whose error is of order 1 / j.
constexpr double many_terms = 1e6;

/// f(j, term over the largest one) outwards from the largest, while terms matter.
template <class F>
void outwards(double x, double k, double delta, double top, F&& f) {
  constexpr double nothing = 1e-18;
  const double quarter = 0.25 * delta * x;
  f(top, 1.0);
  double term = 1;
  for (double j = top; term > nothing && term < inf; ++j)
    f(j + 1, term *= quarter / ((j + 1) * (0.5 * k + j)));
  term = 1;
  for (double j = top; j > 0 && term > nothing; --j) f(j - 1, term *= j * (0.5 * k + (j - 1)) / quarter);
}

bool valid(double x, double k, double delta) {
  return positive(x) && positive(k) && delta >= 0 && delta < inf;
}

}  // namespace

double NoncentralChiSquared::log_density(double x, double k, double delta) {
  if (!valid(x, k, delta)) return no_density(x, k, delta);
  const double top = largest(x, k, delta);
  double sum = 0;
  if (top > many_terms)
    sum = std::sqrt(2 * M_PI / (1 / (top + 1) + 1 / (0.5 * k + top)));
  else
    outwards(x, k, delta, top, [&](double, double term) { sum += term; });
  const double value = log_term(x, k, delta, top) + std::log(sum);
  return std::isnan(value) ? -inf : value;  // infinities of both signs: far out of every range
}

/// log sum_j exp(l_j) has the slope E l' and the curvature E l'' + Var l' over the terms.
Partials<3> NoncentralChiSquared::partials(double x, double k, double delta) {
  double total = 0, mean[3] = {}, squares[3] = {}, bend[3] = {};
  const auto add = [&](double j, double term) {
    const double a = 0.5 * k + j;
    const double slope[3] = {(a - 1) / x - 0.5, 0.5 * (std::log(0.5 * x) - digamma(a)),
                             (delta == 0 ? 0 : j / delta) - 0.5};
    const double curvature[3] = {-(a - 1) / square(x), -0.25 * trigamma(a),
                                 delta == 0 ? 0 : -j / square(delta)};
    total += term;
    for (int i = 0; i < 3; ++i) {
      mean[i] += term * slope[i];
      squares[i] += term * square(slope[i]);
      bend[i] += term * curvature[i];
    }
  };
  if (const double top = largest(x, k, delta); top > many_terms)
    add(top, 1);
  else
    outwards(x, k, delta, top, add);
  Partials<3> out;
  for (std::size_t i = 0; i < 3; ++i) {
    out.first[i] = mean[i] / total;
    out.second[i] = bend[i] / total + squares[i] / total - square(out.first[i]);
  }
  return out;
}

double NoncentralChiSquared::draw(Rng& rng, double k, double delta) {
  const double j = draw_poisson(rng, 0.5 * delta);
  return into_positive(2 * std::exp(draw_log_gamma(rng, 0.5 * k + j)));
}

double NoncentralChiSquared::cdf(double x, double k, double delta) {
  if (!(x > 0)) return std::isnan(x) ? nan : 0;
  if (!positive(k) || !(delta >= 0)) return nan;
  return delta == 0 ? gamma_p(0.5 * k, 0.5 * x) : boost::math::cdf(Boost(k, delta), x);
}

double NoncentralChiSquared::quantile(double p, double k, double delta) {
  if (!is_probability(p) || !positive(k) || !(delta >= 0)) return nan;
  if (p == 0 || p == 1) return p == 0 ? 0 : inf;
  return delta == 0 ? 2 * gamma_p_inverse(0.5 * k, p) : boost::math::quantile(Boost(k, delta), p);
}

}  // namespace cggibbs
