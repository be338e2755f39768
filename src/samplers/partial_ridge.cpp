// Choosing the set and weighing it.
#include "samplers/partial_ridge.hpp"

#include <cmath>

#include "base/special.hpp"
#include "samplers/half_cauchy_scales.hpp"

namespace cggibbs {
namespace {

/// sum_k log(1 + c x_k), with few logarithms.
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

}  // namespace

void PartialRidge::choose(const double* theta, const double* lambda, std::size_t n, double size, Rng& rng) {
  stays_.resize(n);
  lambda2_.reserve(n);
  z2_.reserve(n);
  lambda2_.clear();
  z2_.clear();
  for (std::size_t j = 0; j < n; ++j) {
    const double z2 = square(theta[j] / size);
    stays_[j] = rng.uniform() * (1 + z2) < z2;
    if (stays_[j])
      lambda2_.push_back(square(lambda[j]));
    else
      z2_.push_back(z2);
  }
}

double PartialRidge::log_density(double s, double log_tau, double tau_scale, double lambda_scale) const {
  if (!(std::abs(s) < 100)) return -inf;
  const double grow = std::exp(2 * s);
  // Each lambda that stays has log density log r - log(1 + r^2) at r e^-s; the chance not to be in the set is 1 / (1 + z^2).
  return log_half_cauchy_of_log(log_tau + s, tau_scale) - static_cast<double>(lambda2_.size()) * s -
         sum_log1p(lambda2_, 1 / (grow * square(lambda_scale))) - sum_log1p(z2_, grow);
}

}  // namespace cggibbs
