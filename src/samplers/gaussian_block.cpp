// One update: scales, axes, a few passes of slice moves on the axes, the coefficients back, the scales again.
#include "samplers/gaussian_block.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.hpp"
#include "samplers/mixture_scales.hpp"
#include "samplers/slice.hpp"

namespace cggibbs {
namespace {

/// Moves of the global scale beside large coefficients, per update; each costs a product with the design.
constexpr int partial_ridges = 4;

}  // namespace

GaussianBlock::GaussianBlock(const Model& model, GaussianParts parts,
                             const std::vector<GaussianPart>& companions)
    : model_(model),
      parts_(std::move(parts)),
      a_(parts_.parts),
      axes_(a_, parts_.fixed()),
      fixed_(parts_.fixed()) {
  const std::size_t d = a_.cols();
  const std::size_t n = a_.rows();
  for (const auto& p : parts_.parts) parameters_.push_back(p.parameter);
  if (parts_.parts.size() == 1) horseshoe_ = find_horseshoe(model, parts_.parts[0]);
  if (horseshoe_) {
    parameters_.push_back(horseshoe_->lambda);
    parameters_.push_back(horseshoe_->tau);
    if (axes_.factored() && a_.column(0)) collapsed_.emplace(a_);
    double squares = 0;
    for (std::size_t j = 0; j < d; ++j) {
      const ColumnView c = parts_.parts[0].columns->col(j);
      for (std::size_t t = 0; t < c.count; ++t) squares += square(c.value(t));
    }
    mean_square_ = squares > 0 ? squares / static_cast<double>(n * d) : 1;
  }
  for (auto* v : {&mean_, &sd_, &theta_, &z_, &noise_, &x_}) v->resize(d);
  for (auto* v : {&eta_, &shift_, &weights_, &curvature_}) v->resize(n);
  flat_sd_.assign(d, 1.0);
  std::size_t at = 0;
  for (const auto& p : parts_.parts)
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      if (p.kind != MixtureKind::flat) continue;
      flat_.push_back(at);
      // Wide against anything the data can say: a thousand over the root mean square of the column.
      const ColumnView c = p.columns->col(j);
      double squares = 0;
      for (std::size_t t = 0; t < c.count; ++t) squares += square(c.value(t));
      flat_sd_[at] = squares > 0 ? 1e3 / std::sqrt(squares / static_cast<double>(n)) : 1.0;
    }
  flat_z_.resize(flat_.size());
  for (const auto& p : companions) {
    parameters_.push_back(p.parameter);
    for (std::size_t j = 0; j < p.size(); ++j) {
      Companion c{model.offset(p.parameter) + j, p.kind != MixtureKind::flat, p.factor, j, 1.0,
                  std::vector<double>(n, 0.0)};
      const ColumnView v = p.columns->col(j);
      for (std::size_t t = 0; t < v.count; ++t) c.column[v.row(t)] = v.value(t);
      companions_.push_back(std::move(c));
    }
  }
}

void GaussianBlock::update(State& state, Rng& rng, bool learn) {
  read_state(state, rng);
  if (learn || seen_ == 0) learn_weights(state);
  if (learn && collapsed_) learn_large_ones();
  const bool rebuild = !built_ || !fixed_ || (learn && seen_ >= next_build_);
  if (rebuild) {
    if (!build_axes()) return;  // a decomposition that fails leaves the state as it is
    next_build_ = std::max<std::size_t>(20, 3 * seen_);
  }
  for (std::size_t j = 0; j < theta_.size(); ++j) z_[j] = (theta_[j] - mean_[j]) / sd_[j];
  axes_.coordinates(z_.data(), shift_.data(), w_.data());
  for (std::size_t f = 0; f < flat_.size(); ++f) flat_z_[f] = z_[flat_[f]];
  move_on_axes(state, rng);
  if (!collapse_local_scales(state, rng)) write_coefficients(state, rng);
  if (horseshoe_) move_scales(state, rng);
  recompute(model_, state);
  count_products();
  work_.rows += a_.rows() + a_.cols();
}

/// Products in and out of the axes, those of read_state and recompute, and a normal draw for each coefficient, which
/// takes some fifty multiply-adds.
void GaussianBlock::count_products() {
  work_.products += axes_.take_products() + 2 * a_.products() + 50 * a_.cols();
}

void GaussianBlock::read_state(const State& state, Rng& rng) {
  std::size_t at = 0;
  for (const auto& p : parts_.parts) {
    const double* theta = state.values.data() + model_.offset(p.parameter);
    std::copy(theta, theta + p.size(), theta_.begin() + static_cast<std::ptrdiff_t>(at));
    prior_scales(model_, state, p, flat_sd_.data() + at, rng, mean_.data() + at, sd_.data() + at);
    at += p.size();
  }
  const double* eta = state.values.data() + model_.offset(parts_.predictor.linear());
  std::copy(eta, eta + eta_.size(), eta_.begin());
  for (std::size_t j = 0; j < theta_.size(); ++j) x_[j] = theta_[j] - mean_[j];
  a_.multiply(x_.data(), shift_.data());
}

/// Row weights for the axes: the curvature of the likelihood averaged over warmup. They only shape the axes, so any
/// values are valid; after warmup they stand still.
void GaussianBlock::learn_weights(const State& state) {
  parts_.predictor.curvature(state.values.data(), eta_.data(), curvature_.data());
  // Early states are far from typical: the average restarts as warmup goes on.
  if (seen_ == 50 || seen_ == 200) std::fill(weights_.begin(), weights_.end(), 0.0);
  const std::size_t start = seen_ >= 200 ? 200 : seen_ >= 50 ? 50 : 0;
  const auto count = static_cast<double>(seen_ - start + 1);
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] += (curvature_[i] - weights_[i]) / count;
  ++seen_;
}

bool GaussianBlock::build_axes() {
  if (*std::max_element(weights_.begin(), weights_.end()) <= 0)
    std::fill(weights_.begin(), weights_.end(), 1.0);
  if (!axes_.build(sd_, weights_)) return false;
  built_ = true;
  w_.resize(axes_.count());
  flat_rows_.resize(axes_.count(), flat_.size());
  for (std::size_t f = 0; f < flat_.size(); ++f) axes_.row_of(flat_[f], flat_rows_.col(f));
  return true;
}

/// As many passes as cost about what bringing the coefficients back costs (and, for a horseshoe, new axes), for that is
/// paid once per update.
int GaussianBlock::passes() const {
  const auto n = static_cast<double>(a_.rows());
  const auto d = static_cast<double>(a_.cols());
  // Multiply-adds at a fifth of a likelihood row; for a horseshoe at half a row, since its axes are what it waits for.
  const double gram = fixed_ ? 0 : 0.5 * n * d * std::min(n, d);
  const double once = horseshoe_ ? 2 * n * d + 0.5 * gram : 0.2 * (3 * n * d + gram);
  const double pass = 5 * static_cast<double>(axes_.count()) * (n + 60);
  // The global scale of a horseshoe crosses its range by many small steps, each of which the axes must follow.
  return static_cast<int>(std::clamp(once / pass, 1.0, horseshoe_ ? 20.0 : 8.0));
}

void GaussianBlock::move_on_axes(State& state, Rng& rng) {
  if (axes_.count() == 0) return;
  likelihood_ = parts_.predictor.sum(state.values.data(), eta_.data(), axes_.column(0), 0.0, work_);
  const int count = passes();
  for (int pass = 0; pass < count; ++pass) {
    for (std::size_t k = 0; k < axes_.count(); ++k) move_along_axis(k, state, rng);
    move_companions(state, rng);
    if (horseshoe_) move_tau(state, rng);
  }
}

/// Coefficients outside the block, one slice move each on the block's own predictor.
void GaussianBlock::move_companions(State& state, Rng& rng) {
  for (auto& c : companions_) {
    double& theta = state.values[c.at];
    double arguments[max_arguments];
    const Distribution* prior = nullptr;
    if (c.has_prior) {
      const Factor& factor = model_.factors()[c.factor];
      prior = factor.distribution;
      ArgView a[max_arguments];
      factor_views(model_, state.values.data(), factor, a);
      for (std::size_t k = 0; k < factor.args.size(); ++k) arguments[k] = a[k][c.element];
    }
    const auto log_prior = [&](double t) {
      if (!prior) return 0.0;
      arguments[0] = theta + t;
      return prior->log_density(arguments);
    };
    const double base = log_prior(0);
    double at_candidate = likelihood_;
    const auto log_conditional = [&](double t) {
      at_candidate = parts_.predictor.sum(state.values.data(), eta_.data(), c.column.data(), t, work_);
      const double value = at_candidate - likelihood_ + log_prior(t) - base;
      return std::isnan(value) ? -inf : value;
    };
    const double t = slice_step(0.0, 0.0, log_conditional, c.width, SliceRule{}, rng).x;
    if (t == 0) continue;
    likelihood_ = at_candidate;
    theta += t;
    kernels::axpy(eta_, c.column, t);
    ++work_.commits;
  }
}

/// A slice move of w[k]. The prior along the axis is -(a t^2 / 2 + b t) with a = 1, b = w[k]; flat coefficients have no
/// prior, so the share that their virtual standard normal has in it is taken out again.
void GaussianBlock::move_along_axis(std::size_t k, const State& state, Rng& rng) {
  double a = 1;
  double b = w_[k];
  for (std::size_t f = 0; f < flat_.size(); ++f) {
    const double v = flat_rows_.col(f)[k];
    a -= v * v;
    b -= v * flat_z_[f];
  }
  const double* c = axes_.column(k);
  double at_candidate = likelihood_;
  const auto log_conditional = [&](double t) {
    at_candidate = parts_.predictor.sum(state.values.data(), eta_.data(), c, t, work_);
    const double value = at_candidate - likelihood_ - t * (0.5 * a * t + b);
    return std::isnan(value) ? -inf : value;
  };
  double t;
  if (axes_.lambda(k) <= 0 && a == 1) {
    t = rng.normal() - b;  // the likelihood is flat along this axis
  } else {
    // Where scales change, curvatures averaged over warmup may be far too large for them, and stepping out costs more than
    // shrinking: there the prior decides.
    const double curvature = axes_.factored() ? std::min(axes_.lambda(k), 1.0) : axes_.lambda(k);
    const double width = 2.5 / std::sqrt(std::max(a, 0.0) + curvature);
    t = slice_step(0.0, 0.0, log_conditional, width, SliceRule{}, rng).x;
  }
  if (t == 0) return;
  if (axes_.lambda(k) > 0 || a != 1) likelihood_ = at_candidate;
  w_[k] += t;
  for (std::size_t f = 0; f < flat_.size(); ++f) flat_z_[f] += t * flat_rows_.col(f)[k];
  kernels::axpy(eta_, {c, eta_.size()}, t);
  ++work_.commits;
}

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

void GaussianBlock::write_coefficients(State& state, Rng& rng) {
  for (double& x : noise_) x = rng.normal();
  axes_.back(w_.data(), noise_.data(), z_.data());
  std::size_t at = 0;
  for (const auto& p : parts_.parts) {
    double* theta = state.values.data() + model_.offset(p.parameter);
    for (std::size_t j = 0; j < p.size(); ++j, ++at) theta[j] = theta_[at] = mean_[at] + sd_[at] * z_[at];
  }
}

/// About the size at which a coefficient matters to the data.
double GaussianBlock::unit() const {
  const double weight = kernels::sum(weights_) / static_cast<double>(weights_.size());
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
