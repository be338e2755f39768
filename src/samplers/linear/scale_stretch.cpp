// Finding such scales, and slice moves of their logarithms.
#include "samplers/linear/scale_stretch.hpp"

#include <algorithm>
#include <cmath>

#include "graph/evaluate.hpp"
#include "samplers/linear/half_cauchy_scales.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {

ScaleStretch::ScaleStretch(const Model& model, std::vector<Scale> scales, bool jacobian)
    : model_(model),
      scales_(std::move(scales)),
      widths_(scales_.size(), SliceWidth(1.0)),
      jacobian_(jacobian) {
  std::size_t most = 0;
  const auto add = [&](NodeId p) {
    if (std::find(parameters_.begin(), parameters_.end(), p) == parameters_.end()) parameters_.push_back(p);
  };
  for (const auto& s : scales_) {
    add(s.scale);
    add(s.part.parameter);
    most = std::max(most, s.part.size());
  }
  for (auto* v : {&z_, &mean_, &sd_, &sd_before_}) v->resize(most);
  values_.resize(model.state_size());
}

void ScaleStretch::read_prior(const Scale& s, const double* values, double* mean, double* sd) const {
  ArgView a[max_arguments];
  factor_views(model_, values, model_.factors()[s.part.factor], a);
  const bool scaled = s.part.kind == MixtureKind::scaled;
  for (std::size_t j = 0; j < s.part.size(); ++j) {
    mean[j] = a[1][j];
    sd[j] = scaled ? a[2][j] * a[3][j] : a[2][j];
  }
}

void ScaleStretch::update(State& state, Rng& rng, bool learn) {
  for (std::size_t i = 0; i < scales_.size(); ++i) move(scales_[i], widths_[i], state, rng, learn);
}

void ScaleStretch::move(const Scale& s, SliceWidth& width, State& state, Rng& rng, bool learn) {
  const std::size_t d = s.part.size();
  const std::size_t at = model_.offset(s.scale);
  const std::size_t first = model_.offset(s.part.parameter);
  read_prior(s, state.values.data(), mean_.data(), sd_before_.data());
  for (std::size_t j = 0; j < d; ++j) z_[j] = (state.values[first + j] - mean_[j]) / sd_before_[j];
  const double start = std::log(state.values[at]);
  const double now = state.log_density();
  values_ = state.values;
  const auto log_conditional = [&](double y) {
    if (std::abs(y) > std::max(230.0, std::abs(start))) return -inf;
    values_[at] = std::exp(y);
    for (NodeId v : s.part.between)
      evaluate_node(
          model_.nodes(), model_.node(v), [&](NodeId i) { return value(model_, values_.data(), i); },
          values_.data() + model_.offset(v));
    read_prior(s, values_.data(), mean_.data(), sd_.data());
    double volume = y - start;
    for (std::size_t j = 0; j < d; ++j) {
      values_[first + j] = mean_[j] + sd_[j] * z_[j];
      if (jacobian_) volume += std::log(sd_[j] / sd_before_[j]);
    }
    work_.rows += d;
    const double total = naive_log_density(model_, values_.data(), work_) - now + volume;
    return total < inf ? total : -inf;
  };
  const auto within_reach = [&](double y) {
    return learn && std::abs(y - start) > warmup_reach ? -inf : log_conditional(y);
  };
  const double y = slice_step(start, 0.0, within_reach, width.width(), SliceRule{}, rng).x;
  if (learn) width.learn(y - start);
  if (y == start) return;
  log_conditional(y);  // the last point looked at need not be the one taken
  std::copy(values_.begin(), values_.end(), state.values.begin());
  recompute(model_, state);
  ++work_.commits;
}

std::unique_ptr<Block> make_scale_stretch(const Model& model, bool jacobian) {
  std::vector<ScaleStretch::Scale> scales;
  for (const auto& predictor : model.structure().predictors())
    for (const auto& part : predictor.parts)
      for (NodeId v : part.scales) scales.push_back({v, part});
  if (scales.empty()) return nullptr;
  return std::make_unique<ScaleStretch>(model, std::move(scales), jacobian);
}

}  // namespace cggibbs
