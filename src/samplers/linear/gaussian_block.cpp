// One update: scales, axes, a few passes of slice moves on the axes, the coefficients back. What a horseshoe adds is in
// gaussian_block_horseshoe.cpp.
#include "samplers/linear/gaussian_block.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.hpp"
#include "samplers/linear/mixture_scales.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
GaussianBlock::GaussianBlock(const Model& model, LinearPredictor predictor,
                             const std::vector<GaussianPart>& companions)
    : model_(model),
      fixed_(predictor.fixed()),
      parts_(std::move(predictor.parts)),
      predictor_(model, predictor.path),
      a_(model, parts_),
      axes_(a_, fixed_),
      weights_(a_.rows()),
      flat_(a_) {
  const std::size_t d = a_.cols();
  const std::size_t n = a_.rows();
  for (const auto& p : parts_) parameters_.push_back(p.parameter);
  if (parts_.size() == 1) horseshoe_ = parts_[0].horseshoe;
  if (horseshoe_) {
    parameters_.push_back(horseshoe_->lambda);
    parameters_.push_back(horseshoe_->tau);
    mean_square_ = mean_square(a_.proper());
  }
  for (auto* v : {&mean_, &sd_, &theta_, &z_, &noise_, &x_}) v->resize(d);
  for (auto* v : {&eta_, &shift_, &curvature_}) v->resize(n);
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
  learning_ = learn;
  before_ = state.values;
  read_state(state, rng);
  if (learn || weights_.seen() == 0) learn_weights(state);
  const bool rebuild = !built_ || !fixed_ || (learn && weights_.seen() >= next_build_);
  likelihood_ = predictor_.sum(state.values.data(), eta_.data(), eta_.data(), 0.0, work_);
  // Whether there are axes depends on scales that the moves along them leave alone: without, the rest moves alone.
  if (!rebuild || build_axes()) {
    a_.multiply(x_.data(), shift_.data());
    for (std::size_t j = 0; j < theta_.size(); ++j) z_[j] = x_[j] / sd_[j];
    axes_.coordinates(z_.data(), shift_.data(), w_.data());
    flat_.read(model_, state, x_.data());
    move_on_axes(state, rng);
    write_coefficients(state, rng);
  } else {
    move_companions(state, rng);
  }
  if (horseshoe_) move_scales(state, rng);
  recompute(model_, state);
  // Scales from a hopeless start may leave no digits for a mean that has to be positive: then nothing has moved.
  if (!std::isfinite(state.log_density())) {
    state.values = before_;
    recompute(model_, state);
  } else if (!learn)
    check_predictor(eta_.data(), state.values.data() + model_.offset(predictor_.linear()), eta_.size());
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
  for (const auto& p : a_.proper_parts()) {
    const double* theta = state.values.data() + model_.offset(p.parameter);
    std::copy(theta, theta + p.size(), theta_.begin() + static_cast<std::ptrdiff_t>(at));
    prior_scales(model_, state, p, rng, mean_.data() + at, sd_.data() + at);
    at += p.size();
  }
  const double* eta = state.values.data() + model_.offset(predictor_.linear());
  std::copy(eta, eta + eta_.size(), eta_.begin());
  for (std::size_t j = 0; j < theta_.size(); ++j) x_[j] = theta_[j] - mean_[j];
}

/// Row weights for the axes: the curvature of the likelihood averaged over warmup. They only shape the axes, so any
/// values are valid; after warmup they stand still. So do the widths of companions' slices.
void GaussianBlock::learn_weights(const State& state) {
  predictor_.curvature(state.values.data(), eta_.data(), curvature_.data());
  weights_.add(curvature_);
  const std::vector<double>& weights = weights_.usable();
  for (auto& c : companions_) {
    double curvature = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) curvature += weights[i] * square(c.column[i]);
    c.width = 2.5 / std::sqrt(curvature);
  }
}

bool GaussianBlock::build_axes() {
  built_ = axes_.build(sd_, weights_.usable());
  if (!built_) return false;
  w_.resize(axes_.with_prior());
  next_build_ = std::max<std::size_t>(20, 3 * weights_.seen());
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
  const int count = passes();
  for (int pass = 0; pass < count; ++pass) {
    for (std::size_t k = 0; k < axes_.count(); ++k) move_along_axis(k, state, rng);
    move_companions(state, rng);
    if (horseshoe_) move_tau(state, rng);
  }
  if (tau_ratio_ != 1) {
    for (double& x : sd_) x *= tau_ratio_;
    axes_.rescale(tau_ratio_);
    tau_ratio_ = 1;
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
      at_candidate = predictor_.sum(state.values.data(), eta_.data(), c.column.data(), t, work_);
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

void GaussianBlock::move_along_axis(std::size_t k, const State& state, Rng& rng) {
  const bool normal = k < axes_.with_prior();
  const QuadraticPrior prior = normal ? QuadraticPrior{1, -w_[k]} : QuadraticPrior{0, 0};
  if (normal && axes_.lambda(k) == 0) {
    w_[k] = rng.normal();  // a column of zeros
    ++work_.commits;
    return;
  }
  const double* c = axes_.column(k);
  double at_candidate = likelihood_;
  const auto log_conditional = [&](double t) {
    at_candidate = predictor_.sum(state.values.data(), eta_.data(), c, t * tau_ratio_, work_);
    const double value = at_candidate - likelihood_ + prior.change(t);
    return std::isnan(value) ? -inf : value;
  };
  // Where scales change, curvatures averaged over warmup may be far too large for them, and stepping out costs more than
  // shrinking: there the prior decides.
  const double curvature =
      normal && axes_.factored() ? std::min(axes_.lambda(k) * tau_ratio_ * tau_ratio_, 1.0) : axes_.lambda(k);
  const double width = 2.5 / std::sqrt(prior.a + curvature);
  const double t = slice_step(0.0, 0.0, log_conditional, width, SliceRule{}, rng).x;
  if (t == 0) return;
  likelihood_ = at_candidate;
  if (normal)
    w_[k] += t;
  else
    flat_.step(k - axes_.with_prior(), t);
  kernels::axpy(eta_, {c, eta_.size()}, t * tau_ratio_);
  ++work_.commits;
}

void GaussianBlock::write_coefficients(State& state, Rng& rng) {
  for (double& x : noise_) x = rng.normal();
  axes_.back(w_.data(), noise_.data(), z_.data());
  std::size_t at = 0;
  for (const auto& p : a_.proper_parts()) {
    double* theta = state.values.data() + model_.offset(p.parameter);
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      x_[at] = sd_[at] * z_[at];
      theta[j] = theta_[at] = mean_[at] + x_[at];
    }
  }
  flat_.write(model_, state, x_.data());
}

}  // namespace cggibbs
