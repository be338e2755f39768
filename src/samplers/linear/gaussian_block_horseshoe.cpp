// How a block with a horseshoe prior moves its scales.
#include <algorithm>
#include <cmath>

#include "kernels/vectors.hpp"
#include "samplers/linear/gaussian_block.hpp"
#include "samplers/scalar/slice.hpp"

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
  // What the block adds to the predictor. Not as a difference of predictors: a small shift would lose its digits, or all of
  // itself, and tau could grow by any factor without the likelihood noticing.
  std::fill(shift_.begin(), shift_.end(), 0.0);
  for (std::size_t k = 0; k < axes_.with_prior(); ++k)
    kernels::axpy(shift_, {axes_.column(k), shift_.size()}, w_[k] * tau_ratio_);
  work_.products += axes_.with_prior() * shift_.size();
  // It does not change here; scaling it by exp(s) below scales tau with w held.
  for (double& w : w_) w *= before / now;
  const double log_now = std::log(now);
  const auto log_conditional = [&](double s) {
    if (learning_ && std::abs(s) > warmup_reach) return -inf;
    const double value =
        predictor_.sum(state.values.data(), eta_.data(), shift_.data(), std::expm1(s), work_) - likelihood_ +
        log_half_cauchy_of_log(log_now + s, horseshoe_->tau_scale) -
        log_half_cauchy_of_log(log_now, horseshoe_->tau_scale);
    return std::isnan(value) ? -inf : value;
  };
  SliceRule rule;
  rule.kind = SliceKind::doubling;
  const double s = slice_step(0.0, 0.0, log_conditional, 1.0, rule, rng).x;
  kernels::axpy(eta_, shift_, std::expm1(s));
  likelihood_ = predictor_.sum(state.values.data(), eta_.data(), shift_.data(), 0.0, work_);
  *tau = now * std::exp(s);
  tau_ratio_ *= *tau / before;
}

void GaussianBlock::stretch(const State& state, double* lambda, double* theta, Rng& rng) {
  double there = likelihood_;
  const auto look = [&](std::size_t j, double t) {
    return there = predictor_.sum(state.values.data(), eta_.data(), a_.proper().column(j), t, work_);
  };
  const auto take = [&](std::size_t j, double t) {
    likelihood_ = there;
    kernels::axpy(eta_, {a_.proper().column(j), eta_.size()}, t);
  };
  stretch_local_scales(
      theta_.size(), horseshoe_->lambda_scale, mean_.data(), lambda, theta, rng,
      [&](std::size_t) { return likelihood_; }, look, take);
}

void GaussianBlock::move_scales(State& state, Rng& rng) {
  double& tau = state.values[model_.offset(horseshoe_->tau)];
  double* lambda = state.values.data() + model_.offset(horseshoe_->lambda);
  double* theta = state.values.data() + model_.offset(parts_[0].parameter);
  const std::size_t d = theta_.size();
  if (a_.proper().column(0)) stretch(state, lambda, theta, rng);
  draw_local_scales(theta, mean_.data(), tau, horseshoe_->lambda_scale, d, rng, lambda);
  const HorseshoePlace place{*horseshoe_, a_.proper(),  predictor_, state.values.data(), tau, lambda,
                             theta,       mean_.data(), eta_,       likelihood_};
  const double unit = coefficient_unit(mean_square_, weights_.mean());
  for (int k = 0; k < partial_ridges; ++k) ridge_.move(place, ridge_size(unit, rng), rng, work_);
  move_along_ridge(tau, horseshoe_->tau_scale, lambda, horseshoe_->lambda_scale, d, rng);
}

}  // namespace cggibbs
