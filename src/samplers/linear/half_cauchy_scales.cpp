// Moves of half-Cauchy scales.
#include "samplers/linear/half_cauchy_scales.hpp"

#include <algorithm>
#include <cmath>

#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

/// Slice on the log scale; heavy tails are exponential there.
template <class F>
double slice_log(double x, const F& log_density, Rng& rng) {
  const double now = std::log(x);
  SliceRule rule;
  rule.kind = SliceKind::doubling;
  return std::exp(slice_step(now, log_density(now), log_density, 1.0, rule, rng).x);
}

}  // namespace

double sum_log1p(const std::vector<double>& x, double c) {
  double logs = 0;
  double product = 1;
  for (double v : x) {
    product *= 1 + c * v;
    if (product > 1e100) {
      logs += std::log(product);
      product = 1;
    }
  }
  return logs + std::log(product);
}

double log_half_cauchy_of_log(double log_x, double scale) {
  if (!(std::abs(log_x) < 340))
    return -inf;  // beyond, squares overflow: a scale that is numerically 0 or infinite
  // 1 / (1 + r^2) * r with r = x / scale, written so that neither end overflows.
  const double log_r = log_x - std::log(scale);
  return log_r - log1p_exp(2 * log_r);
}

void draw_local_scales(const double* theta, const double* mean, double tau, double scale, double slab,
                       std::size_t n, Rng& rng, double* lambda) {
  const double slab_ratio = slab * square(tau * scale);
  for (std::size_t j = 0; j < n; ++j) {
    const double r = lambda[j] / scale;
    const double m = 0.5 * square((theta[j] - mean[j]) / (tau * scale));
    const double u = 1 / (r * r);
    const double level = rng.uniform() / (1 + u);
    double upper = (1 - level) / level;
    if (slab_ratio > 0) {
      const double square_level = square(rng.uniform()) * (1 + slab_ratio / u);
      if (square_level > 1) upper = std::min(upper, slab_ratio / (square_level - 1));
    }
    // Exponential with rate m cut at upper, by inversion; uniform in the limit.
    const double mass = -std::expm1(-m * upper);
    const double v = rng.uniform();
    const double next = m * upper < 1e-8 ? v * upper : -std::log1p(-v * mass) / m;
    // Guard the ends of the double range: beyond them the scale is numerically zero or infinite.
    lambda[j] = scale / std::sqrt(std::clamp(next, 1e-200, 1e200));
  }
}

double GrowthPrior::operator()(double log_tau) const {
  const double tau = log_half_cauchy_of_log(log_tau, tau_scale);
  return scale > 0 ? tau - 2 * shape * log_tau - scale * std::exp(-2 * log_tau) : tau;
}

double draw_collapsed_tau(double tau, double q, double r, const GrowthPrior& prior, Rng& rng) {
  return slice_log(
      tau,
      [&](double s) {
        const double precision = std::exp(-2 * s);
        return precision < inf ? -r * s - 0.5 * q * precision + prior(s) : -inf;
      },
      rng);
}

void move_along_ridge(double& tau, double tau_scale, double* lambda, double lambda_scale, std::size_t n,
                      Rng& rng) {
  const double log_tau = std::log(tau);
  const auto log_density = [&](double s) {
    double total = log_half_cauchy_of_log(log_tau + s, tau_scale);
    const double c = std::exp(-2 * s) / square(lambda_scale);
    if (!(c < inf)) return -inf;
    // sum_j log density of log(lambda_j) - s: each is log r - log(1 + r^2).
    double logs = 0;
    double product = 1;
    for (std::size_t j = 0; j < n; ++j) {
      product *= 1 + square(lambda[j]) * c;
      if (product > 1e200) {
        logs += std::log(product);
        product = 1;
      }
    }
    return total - static_cast<double>(n) * s - logs - std::log(product);
  };
  SliceRule rule;
  const double width = 3 / std::sqrt(static_cast<double>(n) + 1);
  const double s = slice_step(0.0, log_density(0.0), log_density, width, rule, rng).x;
  tau *= std::exp(s);
  const double factor = std::exp(-s);
  for (std::size_t j = 0; j < n; ++j) lambda[j] *= factor;
}

}  // namespace cggibbs
