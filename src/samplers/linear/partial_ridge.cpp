// Choosing the set and weighing it.
#include "samplers/linear/partial_ridge.hpp"

#include <cmath>

#include "base/special.hpp"
#include "kernels/vectors.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
double mean_square(const PartMatrix& a) {
  return kernels::sum(a.squared_lengths()) / (static_cast<double>(a.rows()) * static_cast<double>(a.cols()));
}

double coefficient_unit(double mean_square, const std::vector<double>& weights) {
  const double information = mean_square * kernels::sum(weights) / static_cast<double>(weights.size());
  return information > 0 ? 1 / std::sqrt(information) : 1;
}

void PartialRidge::choose(const double* theta, const double* lambda, double tau, double slab, std::size_t n,
                          double size, Rng& rng) {
  stays_.resize(n);
  lambda2_.reserve(n);
  z2_.reserve(n);
  lambda2_.clear();
  z2_.clear();
  over_.reserve(slab > 0 ? n : 0);
  over_.clear();
  slab_squares_ = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double z2 = square(theta[j] / size);
    stays_[j] = rng.uniform() * (1 + z2) < z2;
    if (stays_[j]) {
      lambda2_.push_back(square(lambda[j]));
      continue;
    }
    z2_.push_back(z2);
    if (slab > 0) {
      over_.push_back(slab * square(lambda[j] * tau));
      slab_squares_ += slab * square(theta[j]);
    }
  }
}

double PartialRidge::log_density(double s, double log_tau, double tau_scale, double lambda_scale) const {
  if (!(std::abs(s) < 100)) return -inf;
  const double grow = std::exp(2 * s);
  // Each lambda that stays has log density log r - log(1 + r^2) at r e^-s; the chance not to be in the set is 1 / (1 + z^2).
  const double plain = log_half_cauchy_of_log(log_tau + s, tau_scale) -
                       static_cast<double>(lambda2_.size()) * s -
                       sum_log1p(lambda2_, 1 / (grow * square(lambda_scale))) - sum_log1p(z2_, grow);
  if (over_.empty()) return plain;
  // theta_j / (lambda_j tau) does not change, theta_j / c and the normaliser sqrt(1 + (lambda_j tau / c)^2) do.
  const double total = plain + 0.5 * (sum_log1p(over_, grow) - slab_squares_ * grow);
  return total < inf ? total : -inf;
}

void PartialRidge::move(const HorseshoePlace& at, double size, Rng& rng, Work& work) {
  const std::size_t d = at.a.cols();
  grows_.resize(d);
  shift_.resize(at.a.rows());
  for (std::size_t j = 0; j < d; ++j) grows_[j] = at.theta[j] - at.mean[j];
  choose(grows_.data(), at.lambda, at.tau, at.slab_precision(), d, size, rng);
  for (std::size_t j = 0; j < d; ++j)
    if (stays(j)) grows_[j] = 0;
  at.a.multiply(grows_.data(), shift_.data());
  work.products += at.a.products();
  const double log_tau = std::log(at.tau);
  const auto log_prior = [&](double s) {
    return log_density(s, log_tau, at.scales.tau_scale, at.scales.lambda_scale);
  };
  const double base = log_prior(0);
  const auto log_conditional = [&](double s) {
    const double prior = log_prior(s);
    if (!(prior > -inf)) return -inf;
    const double value = at.rows.look(shift_.data(), std::expm1(s), work) + prior - base;
    return std::isnan(value) ? -inf : value;
  };
  const double s = slice_step(0.0, 0.0, log_conditional, 1.0, SliceRule{}, rng).x;
  if (s == 0) return;
  at.rows.take(shift_.data(), std::expm1(s));
  const double factor = std::exp(s);
  at.tau *= factor;
  for (std::size_t j = 0; j < d; ++j)
    if (stays(j))
      at.lambda[j] /= factor;
    else
      at.theta[j] = at.mean[j] + grows_[j] * factor;
}

}  // namespace cggibbs
