// The links whose tails need series.
#include "distributions/bernoulli_links.hpp"

namespace cggibbs {

Slope ProbitLink::log_p_slope(double eta) {
  const double m = inverse_mills(eta);
  // m (eta + m) cancels in the lower tail: there 1 - 1 / eta^2 + 6 / eta^4 - 50 / eta^6 + ...
  const double r = 1 / square(eta);
  return {m, eta < -300 ? -1 + r * (1 - 6 * r) : -m * (eta + m)};
}

double CloglogLink::log_p(double eta) {
  const double u = std::exp(eta);
  // log(1 - exp(-u)) = eta - u / 2 + u^2 / 24 - ..., and u itself underflows below -745.
  return eta < -18 ? eta - 0.5 * u : log1m_exp(-u);
}

Slope CloglogLink::log_p_slope(double eta) {
  const double u = std::exp(eta);
  if (u < 1e-6) return {1 - 0.5 * u, -0.5 * u + u * u / 6};
  if (u > 700) return {0, 0};
  const double first = u / std::expm1(u);
  return {first, first * (1 + u / std::expm1(-u))};
}

}  // namespace cggibbs
