// One update: rows, axes if due, passes over the axes, the coefficients back.
#include "samplers/linear/rotated_block.hpp"

#include <algorithm>
#include <cmath>

#include "samplers/linear/mixture_scales.hpp"

namespace cggibbs {

RotatedBlock::RotatedBlock(const Model& model, LinearPredictor predictor)
    : model_(model),
      predictor_(std::move(predictor)),
      a_(model, predictor_.parts),
      axes_(a_, true),
      mover_(model, predictor_.path),
      flat_(a_),
      weights_(a_.rows()) {
  for (auto* v : {&mean_, &sd_, &theta_, &z_, &noise_}) v->resize(a_.cols());
  shift_.resize(a_.rows());
  const State none = make_state(model);
  Rng unused(0, 0);
  for (const auto& p : predictor_.parts) parameters_.push_back(p.parameter);
  std::size_t at = 0;
  for (const auto& p : a_.proper_parts()) {
    prior_scales(model, none, p, unused, mean_.data() + at, sd_.data() + at);
    at += p.size();
  }
}

void RotatedBlock::freeze() {
  if (built_) axes_.settle();
}

void RotatedBlock::update(State& state, Rng& rng, bool learn) {
  mover_.rows().load(state, work_);
  if (learn || weights_.seen() == 0) weights_.add(mover_.rows().weights());
  if (!built_ || (learn && weights_.seen() >= next_build_)) {
    if (!build_axes()) return;  // a decomposition that fails leaves the state as it is
    next_build_ = std::max<std::size_t>(20, 3 * weights_.seen());
  }
  // What the last update left is read again now and then against the drift of many small steps.
  if (!known_ || updates_++ % 100 == 0 || !knows(state)) read_coordinates(state);
  move_on_axes(rng, learn);
  write_back(state, rng, learn);
}

bool RotatedBlock::build_axes() {
  std::vector<double> weights = weights_.mean();
  if (*std::max_element(weights.begin(), weights.end()) <= 0) std::fill(weights.begin(), weights.end(), 1.0);
  built_ = axes_.build(sd_, weights);
  if (!built_) return false;
  known_ = false;
  w_.resize(axes_.with_prior());
  memory_.assign(axes_.count(), {});
  return true;
}

/// The coefficients are those that the last update wrote.
bool RotatedBlock::knows(const State& state) const {
  std::size_t at = 0;
  for (const auto& p : a_.proper_parts()) {
    const double* theta = state.values.data() + model_.offset(p.parameter);
    if (!std::equal(theta, theta + p.size(), theta_.begin() + static_cast<std::ptrdiff_t>(at))) return false;
    at += p.size();
  }
  return flat_.knows(model_, state);
}

void RotatedBlock::read_coordinates(const State& state) {
  std::size_t at = 0;
  for (const auto& p : a_.proper_parts()) {
    const double* theta = state.values.data() + model_.offset(p.parameter);
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      theta_[at] = theta[j];
      noise_[at] = theta[j] - mean_[at];
      z_[at] = noise_[at] / sd_[at];
    }
  }
  a_.multiply(noise_.data(), shift_.data());
  axes_.coordinates(z_.data(), shift_.data(), w_.data());
  flat_.read(model_, state, noise_.data());
  known_ = true;
  work_.products += a_.products();
}

/// As many passes as cost about what bringing the coefficients back costs, for that is paid once per update: three products
/// with A, at a fifteenth of a likelihood row per entry.
int RotatedBlock::passes() const {
  const auto n = static_cast<double>(a_.rows());
  const double once = 0.2 * n * static_cast<double>(a_.cols());
  const double pass = 5 * static_cast<double>(axes_.count()) * (n + 60);
  return static_cast<int>(std::clamp(once / pass, 1.0, 8.0));
}

void RotatedBlock::move_on_axes(Rng& rng, bool learn) {
  const int count = passes();
  for (int pass = 0; pass < count; ++pass) {
    for (std::size_t k = 0; k < axes_.count(); ++k) {
      const bool normal = k < axes_.with_prior();
      const QuadraticPrior prior = normal ? QuadraticPrior{1, -w_[k]} : QuadraticPrior{0, 0};
      double t;
      if (normal && axes_.lambda(k) == 0) {
        t = rng.normal() - w_[k];  // a column of zeros
      } else {
        const std::size_t after = k + 1 < axes_.count() ? k + 1 : 0;
        mover_.rows().focus({nullptr, axes_.column(k), a_.rows()}, work_, axes_.column(after));
        const double width = 2.5 / std::sqrt(prior.a + axes_.lambda(k));
        t = mover_.move(memory_[k], width, prior, rng, learn, work_);
      }
      if (normal)
        w_[k] += t;
      else
        flat_.step(k - axes_.with_prior(), t);
    }
    mover_.next_sweep();
  }
}

void RotatedBlock::write_back(State& state, Rng& rng, bool learn) {
  for (double& x : noise_) x = rng.normal();
  axes_.back(w_.data(), noise_.data(), z_.data());
  std::size_t at = 0;
  for (const auto& p : a_.proper_parts()) {
    double* theta = state.values.data() + model_.offset(p.parameter);
    for (std::size_t j = 0; j < p.size(); ++j, ++at) {
      noise_[at] = sd_[at] * z_[at];
      theta[j] = theta_[at] = mean_[at] + noise_[at];
    }
    recompute_factor(model_, state, p.factor);
  }
  flat_.write(model_, state, noise_.data());
  // The predictor of these very coefficients: the way back loses digits where axes are ill-conditioned.
  const NodeId linear = predictor_.path.linear;
  recompute_node(model_, state, linear);
  if (!learn)
    check_predictor(mover_.rows().eta().data(), state.values.data() + model_.offset(linear), a_.rows());
  recompute_factor(model_, state, predictor_.path.factor);
  // A normal draw takes some fifty multiply-adds.
  work_.products += a_.products() + axes_.take_products() + 50 * a_.cols();
  work_.rows += a_.rows() + a_.cols();
}

}  // namespace cggibbs
