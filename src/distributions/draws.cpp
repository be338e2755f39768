// Gamma draws by their logarithm, counts by Boost.Random with the cases it does not cover.
#include "distributions/draws.hpp"

#include <boost/random/binomial_distribution.hpp>
#include <boost/random/poisson_distribution.hpp>
#include <cmath>
#include <cstdint>

#include "distributions/guards.hpp"

namespace cggibbs {
namespace {

/// Beyond this mean Boost's acceptance test is rounding noise, while two terms of the Cornish-Fisher
/// expansion (normal plus skewness) are off by less than 1 / mean.
constexpr double expansion_from = 1e10;

double rounded_normal(Rng& rng, double mean, double variance, double skew) {
  const double z = rng.normal();
  return into_finite(std::round(mean + std::sqrt(variance) * z + skew * (z * z - 1) / 6));
}

/// By inversion. Boost's own loop does not end when rounding leaves u above the sum of all probabilities.
double small_poisson(Rng& rng, double mean) {
  double u = rng.uniform();
  double p = std::exp(-mean);
  double x = 0;
  while (u > p && p > 0) {
    u -= p;
    ++x;
    p *= mean / x;
  }
  return x;
}

}  // namespace

double draw_log_gamma(Rng& rng, double shape) {
  if (shape >= 1) return std::log(rng.gamma(shape));
  // gamma(a) = gamma(a + 1) * u^(1/a)
  const double log_u = std::log(rng.uniform());
  return std::log(rng.gamma(shape + 1)) + log_u / shape;
}

double draw_poisson(Rng& rng, double mean) {
  if (std::isnan(mean)) return nan;
  if (mean <= 0) return 0;
  if (mean < 10) return small_poisson(rng, mean);
  if (mean > expansion_from) return rounded_normal(rng, into_finite(mean), into_finite(mean), 1);
  return static_cast<double>(boost::random::poisson_distribution<std::int64_t, double>(mean)(rng));
}

double draw_binomial(Rng& rng, double n, double p) {
  if (std::isnan(n) || std::isnan(p)) return nan;
  if (n <= 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - draw_binomial(rng, n, 1 - p);
  if (n * p > expansion_from) return std::min(rounded_normal(rng, n * p, n * p * (1 - p), 1 - 2 * p), n);
  // (1 - p)^n loses its digits here, and the Poisson distribution is within p of the binomial.
  if (p < 1e-8) return std::min(draw_poisson(rng, n * p), n);
  return static_cast<double>(
      boost::random::binomial_distribution<std::int64_t, double>(static_cast<std::int64_t>(n), p)(rng));
}

}  // namespace cggibbs
