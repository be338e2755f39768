// How a block with a horseshoe prior moves its scales.
#include <algorithm>
#include <cmath>

#include "kernels/vectors.hpp"
#include "samplers/gaussian_block.hpp"
#include "samplers/slice.hpp"

namespace cggibbs {
namespace {

/// Moves of the global scale beside large coefficients, per update; each costs a product with the design.
constexpr int partial_ridges = 4;

}  // namespace

/// Two moves of the global scale that complement each other: with the predictor fixed (w shrinks as tau grows) and with
/// w fixed (the predictor grows with tau).
void GaussianBlock::move_tau(State& state, Rng& rng) {
  double* tau = state.values.data() + model_.offset(horseshoe_->tau);
  const double before = *tau;
  double squares = 0;
  for (double w : w_) squares += w * w;
  const double now = draw_collapsed_tau(before, squares * before * before, static_cast<double>(w_.size()),
                                        horseshoe_->tau_scale, rng);
  for (double& w : w_) w *= before / now;

  // The shift does not change above; scaling it by exp(s) scales tau with w held.
  for (std::size_t i = 0; i < eta_.size(); ++i) shift_[i] = eta_[i] - apart_[i];
  const double log_now = std::log(now);
  const auto log_conditional = [&](double s) {
    const double value =
        parts_.predictor.sum(state.values.data(), eta_.data(), shift_.data(), std::expm1(s), work_) -
        likelihood_ + log_half_cauchy_of_log(log_now + s, horseshoe_->tau_scale) -
        log_half_cauchy_of_log(log_now, horseshoe_->tau_scale);
    return std::isnan(value) ? -inf : value;
  };
  SliceRule rule;
  rule.kind = SliceKind::doubling;
  const double s = slice_step(0.0, 0.0, log_conditional, 1.0, rule, rng).x;
  kernels::axpy(eta_, shift_, std::expm1(s));
  likelihood_ = parts_.predictor.sum(state.values.data(), eta_.data(), shift_.data(), 0.0, work_);
  *tau = now * std::exp(s);
  grow_ *= *tau / before;
}

/// About the size at which a coefficient matters to the data.
double GaussianBlock::unit() const {
  const double weight = kernels::sum(weights_.mean()) / static_cast<double>(a_.rows());
  return 1 / std::sqrt(weight * mean_square_);
}

/// lambda_j with theta_j / lambda_j held fixed: a coefficient that the data do not care about takes its scale straight
/// from the prior, so the many of them do not hold tau back. With lambda_j / scale = tan(pi u / 2) the prior of u is uniform on
/// (0, 1): the slice starts from all of it and shrinks, which for most coefficients takes one look at the data.
void GaussianBlock::stretch_local_scales(State& state, double* lambda, Rng& rng) {
  double* theta = state.values.data() + model_.offset(parts_.parts[0].parameter);
  const double scale = horseshoe_->lambda_scale;
  for (std::size_t j = 0; j < theta_.size(); ++j) {
    const double* column = a_.column(j);
    const double from_mean = theta_[j] - mean_[j];
    const double u = 2 / M_PI * std::atan(lambda[j] / scale);
    const double level = likelihood_ - rng.exponential();
    double left = 0;
    double right = 1;
    for (;;) {
      const double candidate = left + rng.uniform() * (right - left);
      if (candidate == u || !(left < right)) break;
      const double next = scale * std::tan(M_PI / 2 * candidate);
      const double shift = from_mean * (next / lambda[j] - 1);
      const double there = std::isfinite(shift)
                               ? parts_.predictor.sum(state.values.data(), eta_.data(), column, shift, work_)
                               : -inf;
      if (there > level) {
        likelihood_ = there;
        kernels::axpy(eta_, {column, eta_.size()}, shift);
        lambda[j] = next;
        theta[j] = theta_[j] = theta_[j] + shift;
        break;
      }
      (candidate < u ? left : right) = candidate;
    }
  }
}

/// tau with the large coefficients held, the small ones growing with it; what counts as large is drawn anew each time.
void GaussianBlock::move_along_partial_ridge(State& state, Rng& rng) {
  double& tau = state.values[model_.offset(horseshoe_->tau)];
  double* lambda = state.values.data() + model_.offset(horseshoe_->lambda);
  double* theta = state.values.data() + model_.offset(parts_.parts[0].parameter);
  const std::size_t d = theta_.size();
  // Around the size at which a coefficient matters to the data: from a tenth to a thousand times that.
  const double size = std::pow(10, 4 * rng.uniform() - 1) * unit();
  for (std::size_t j = 0; j < d; ++j) x_[j] = theta_[j] - mean_[j];
  ridge_.choose(x_.data(), lambda, d, size, rng);
  for (std::size_t j = 0; j < d; ++j)
    if (ridge_.stays(j)) x_[j] = 0;
  a_.multiply(x_.data(), shift_.data());
  const double log_tau = std::log(tau);
  const double base = ridge_.log_density(0, log_tau, horseshoe_->tau_scale, horseshoe_->lambda_scale);
  double at_candidate = likelihood_;
  const auto log_conditional = [&](double s) {
    const double prior = ridge_.log_density(s, log_tau, horseshoe_->tau_scale, horseshoe_->lambda_scale);
    if (!(prior > -inf)) return -inf;
    at_candidate =
        parts_.predictor.sum(state.values.data(), eta_.data(), shift_.data(), std::expm1(s), work_);
    const double value = at_candidate - likelihood_ + prior - base;
    return std::isnan(value) ? -inf : value;
  };
  const double s = slice_step(0.0, 0.0, log_conditional, 1.0, SliceRule{}, rng).x;
  if (s == 0) return;
  likelihood_ = at_candidate;
  kernels::axpy(eta_, shift_, std::expm1(s));
  const double factor = std::exp(s);
  tau *= factor;
  for (std::size_t j = 0; j < d; ++j)
    if (ridge_.stays(j))
      lambda[j] /= factor;
    else
      theta[j] = theta_[j] = mean_[j] + x_[j] * factor;
}

void GaussianBlock::move_scales(State& state, Rng& rng) {
  double* tau = state.values.data() + model_.offset(horseshoe_->tau);
  double* lambda = state.values.data() + model_.offset(horseshoe_->lambda);
  if (a_.column(0)) stretch_local_scales(state, lambda, rng);
  draw_local_scales(theta_.data(), mean_.data(), *tau, horseshoe_->lambda_scale, theta_.size(), rng, lambda);
  for (int k = 0; k < partial_ridges; ++k) move_along_partial_ridge(state, rng);
  move_along_ridge(*tau, horseshoe_->tau_scale, lambda, horseshoe_->lambda_scale, theta_.size(), rng);
}

}  // namespace cggibbs
