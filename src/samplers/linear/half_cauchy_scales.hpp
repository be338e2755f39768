// The scales of a horseshoe: local ones exactly, the global one by moves that leave room for it.
#pragma once

#include <cmath>
#include <vector>

#include "base/rng.hpp"
#include "base/special.hpp"
#include "graph/structure.hpp"

namespace cggibbs {

/// lambda_j given theta_j: with u = 1 / lambda^2 the target is exp(-m u) / (1 + u) (Polson, Scott & Windle 2014): a slice
/// level, then a truncated exponential, no evaluation of densities. A slab of precision k = 1 / c^2 (0: none) adds a factor
/// sqrt(1 + k tau^2 / u), which falls too: one more level.
void draw_local_scales(const double* theta, const double* mean, double tau, double scale, double slab,
                       std::size_t n, Rng& rng, double* lambda);

/// The prior of the global scale, and of a slab that grows with it (c^2 / tau^2 held): all standard deviations grow alike.
struct GrowthPrior {
  double tau_scale;
  double shape = 0, scale = 0;  ///< of c^2 / that ratio; 0: no slab
  /// Of log tau, up to a constant.
  double operator()(double log_tau) const;
};

/// log tau given r coordinates w on the prior-whitened axes with the predictor held fixed: density
/// tau^-r exp(-q / (2 tau^2)) times the prior, q = tau^2 |w|^2. Returns the new tau.
double draw_collapsed_tau(double tau, double q, double r, const GrowthPrior& prior, Rng& rng);

/// Moves along tau * c, lambda / c, which leaves every prior standard deviation as it is.
void move_along_ridge(double& tau, double tau_scale, double* lambda, double lambda_scale, std::size_t n,
                      Rng& rng);

/// x ~ half_cauchy(scale) where log_density(x) is above `level`, as it is now. With x / scale = tan(pi u / 2) the prior of u is
/// uniform on (0, 1): the slice starts from all of it and shrinks, which takes one look where the density hardly depends on x.
template <class F>
double slice_half_cauchy(double x, double scale, double level, const F& log_density, Rng& rng) {
  const double u = 2 / M_PI * std::atan(x / scale);
  double left = 0;
  double right = 1;
  for (;;) {
    const double candidate = left + rng.uniform() * (right - left);
    if (candidate == u || !(left < right)) return x;
    const double next = scale * std::tan(M_PI / 2 * candidate);
    if (log_density(next) > level) return next;
    (candidate < u ? left : right) = candidate;
  }
}

/// lambda_j with theta_j in units of its standard deviation held fixed: a coefficient that the data do not care about takes its scale straight from the
/// prior, so the many of them do not hold tau back. After `focus(j)`, `look(t)` is the change of the log likelihood by a step t of
/// coefficient j; `take(t)` follows the look at a step that was taken. `slab` is (tau / c)^2; 0: none, deviations go with lambda.
template <class Focus, class Look, class Take>
void stretch_local_scales(std::size_t n, double scale, double slab, const double* mean, double* lambda,
                          double* theta, Rng& rng, const Focus& focus, const Look& look, const Take& take) {
  for (std::size_t j = 0; j < n; ++j) {
    const double from_mean = theta[j] - mean[j];
    double step = 0;
    const auto log_density = [&](double next) {
      const double ratio =
          slab > 0 ? std::sqrt((1 / square(lambda[j]) + slab) / (1 / square(next) + slab)) : next / lambda[j];
      step = from_mean * (ratio - 1);
      return std::isfinite(step) ? look(step) : -inf;
    };
    focus(j);
    const double next = slice_half_cauchy(lambda[j], scale, -rng.exponential(), log_density, rng);
    if (next == lambda[j]) continue;
    lambda[j] = next;
    theta[j] += step;
    take(step);
  }
}

/// sum_k log(1 + c x_k), with few logarithms.
double sum_log1p(const std::vector<double>& x, double c);

/// Log density of log x for x ~ half_cauchy(scale), up to a constant.
double log_half_cauchy_of_log(double log_x, double scale);

}  // namespace cggibbs
