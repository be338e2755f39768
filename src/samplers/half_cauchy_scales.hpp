// The scales of a horseshoe: local ones exactly, the global one by moves that leave room for it.
#pragma once

#include <optional>

#include "base/rng.hpp"
#include "graph/state.hpp"
#include "samplers/gaussian_parts.hpp"

namespace cggibbs {

/// theta_j ~ N(mu, (lambda_j tau)^2), lambda_j ~ half_cauchy(scale_lambda), tau ~ half_cauchy(scale_tau), all scales
/// parameters of the model with no other use.
struct HorseshoeScales {
  NodeId lambda, tau;
  double lambda_scale, tau_scale;
};
std::optional<HorseshoeScales> find_horseshoe(const Model& model, const GaussianPart& part);

/// lambda_j given theta_j: with u = 1 / lambda^2 the target is exp(-m u) / (1 + u) (Polson, Scott & Windle 2014): a slice
/// level, then a truncated exponential, no evaluation of densities.
void draw_local_scales(const double* theta, const double* mean, double tau, double scale, std::size_t n,
                       Rng& rng, double* lambda);

/// log tau given r coordinates w on the prior-whitened axes with the predictor held fixed: density
/// tau^-r exp(-q / (2 tau^2)) times the prior, q = tau^2 |w|^2. Returns the new tau.
double draw_collapsed_tau(double tau, double q, double r, double scale, Rng& rng);

/// Moves along tau * c, lambda / c, which leaves every prior standard deviation as it is.
void move_along_ridge(double& tau, double tau_scale, double* lambda, double lambda_scale, std::size_t n,
                      Rng& rng);

/// Log density of log x for x ~ half_cauchy(scale), up to a constant.
double log_half_cauchy_of_log(double log_x, double scale);

}  // namespace cggibbs
