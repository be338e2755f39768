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

  // shift = C w does not change above; scaling it by exp(s) scales tau with w held.
  std::fill(shift_.begin(), shift_.end(), 0.0);
  for (std::size_t k = 0; k < axes_.count(); ++k)
    kernels::axpy(shift_, {axes_.column(k), shift_.size()}, w_[k] * now / before);
  work_.products += axes_.count() * shift_.size();
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
  // From here on the prior standard deviations are those of the new tau.
  for (double& x : sd_) x *= *tau / before;
  axes_.rescale(*tau / before);
}

/// About the size at which a coefficient matters to the data.
double GaussianBlock::unit() const {
  const double weight = kernels::sum(weights_.mean()) / static_cast<double>(a_.rows());
  return 1 / std::sqrt(weight * mean_square_);
}

void GaussianBlock::learn_large_ones() {
  const std::size_t d = theta_.size();
  largeness_.resize(d);
  const double size = unit();
  for (std::size_t j = 0; j < d; ++j) {
    const double z2 = square((theta_[j] - mean_[j]) / size);
    largeness_[j] += z2 < inf ? z2 / (1 + z2) : 1;
  }
  columns_.resize(d);
  for (std::size_t j = 0; j < d; ++j) columns_[j] = j;
  often_.resize(std::min<std::size_t>(d, 64));
  std::partial_sort_copy(columns_.begin(), columns_.end(), often_.begin(), often_.end(),
                         [&](std::size_t i, std::size_t j) { return largeness_[i] > largeness_[j]; });
}

/// A share of the local scales given the predictor, then the coefficients given all scales. False when there is nothing to
/// be done so, or a matrix is singular; then the state is as before.
bool GaussianBlock::collapse_local_scales(State& state, Rng& rng) {
  if (!collapsed_ || !axes_.precision(precision_, rows_)) return false;
  const std::size_t d = theta_.size();
  std::fill(shift_.begin(), shift_.end(), 0.0);
  for (std::size_t k = 0; k < axes_.count(); ++k)
    kernels::axpy(shift_, {axes_.column(k), shift_.size()}, w_[k]);
  collapsed_->start(precision_, rows_);
  // All of them would cost several times the rest of the update: those that matter, and a share of the others.
  columns_ = often_;
  const std::size_t first = rng.below(d);
  for (std::size_t j = 0; j < (d + 7) / 8; ++j) columns_.push_back((first + j) % d);
  collapsed_->move(columns_, shift_.data(), state.values[model_.offset(horseshoe_->tau)],
                   horseshoe_->lambda_scale, state.values.data() + model_.offset(horseshoe_->lambda),
                   sd_.data(), rng);
  collapsed_->draw_coefficients(shift_.data(), sd_.data(), x_.data(), rng);
  double* theta = state.values.data() + model_.offset(parts_.parts[0].parameter);
  for (std::size_t j = 0; j < d; ++j) theta[j] = theta_[j] = mean_[j] + x_[j];
  return true;
}

/// lambda_j with theta_j / lambda_j held fixed: a coefficient that the data do not care about takes its scale straight
/// from the prior, so the many of them do not hold tau back.
void GaussianBlock::stretch_local_scales(State& state, double* lambda, Rng& rng) {
  double* theta = state.values.data() + model_.offset(parts_.parts[0].parameter);
  for (std::size_t j = 0; j < theta_.size(); ++j) {
    const double* column = a_.column(j);
    const double from_mean = theta_[j] - mean_[j];
    const double log_lambda = std::log(lambda[j]);
    const double base = log_half_cauchy_of_log(log_lambda, horseshoe_->lambda_scale);
    double at_candidate = likelihood_;
    const auto log_conditional = [&](double s) {
      const double shift = from_mean * std::expm1(s);
      if (!std::isfinite(shift)) return -inf;
      at_candidate = parts_.predictor.sum(state.values.data(), eta_.data(), column, shift, work_);
      const double value = at_candidate - likelihood_ +
                           log_half_cauchy_of_log(log_lambda + s, horseshoe_->lambda_scale) - base;
      return std::isnan(value) ? -inf : value;
    };
    const double s = slice_step(0.0, 0.0, log_conditional, 4.0, SliceRule{}, rng).x;
    if (s == 0) continue;
    likelihood_ = at_candidate;
    kernels::axpy(eta_, {column, eta_.size()}, from_mean * std::expm1(s));
    lambda[j] *= std::exp(s);
    theta[j] = theta_[j] = mean_[j] + from_mean * std::exp(s);
  }
}

/// The same with lambda_j proposed from its prior and one look at the data: enough for the many that these do not see.
void GaussianBlock::refresh_local_scales(State& state, double* lambda, Rng& rng) {
  double* theta = state.values.data() + model_.offset(parts_.parts[0].parameter);
  for (std::size_t j = 0; j < theta_.size(); ++j) {
    const double* column = a_.column(j);
    const double proposal = horseshoe_->lambda_scale * std::tan(M_PI / 2 * rng.uniform());
    const double from_mean = theta_[j] - mean_[j];
    const double ratio = proposal / lambda[j];
    const double shift = from_mean * (ratio - 1);
    const double least = likelihood_ - rng.exponential();
    if (!std::isfinite(shift)) continue;
    const double there = parts_.predictor.sum(state.values.data(), eta_.data(), column, shift, work_);
    if (!(there > least)) continue;
    likelihood_ = there;
    kernels::axpy(eta_, {column, eta_.size()}, shift);
    lambda[j] = proposal;
    theta[j] = theta_[j] = mean_[j] + from_mean * ratio;
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
  if (collapsed_)
    refresh_local_scales(state, lambda, rng);
  else if (a_.column(0))
    stretch_local_scales(state, lambda, rng);
  draw_local_scales(theta_.data(), mean_.data(), *tau, horseshoe_->lambda_scale, theta_.size(), rng, lambda);
  for (int k = 0; k < partial_ridges; ++k) move_along_partial_ridge(state, rng);
  move_along_ridge(*tau, horseshoe_->tau_scale, lambda, horseshoe_->lambda_scale, theta_.size(), rng);
}

}  // namespace cggibbs
