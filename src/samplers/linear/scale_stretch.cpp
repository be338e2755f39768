// Slice moves of the logarithms of scales.
#include "samplers/linear/scale_stretch.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "samplers/linear/event_prior.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {

ScaleStretch::ScaleStretch(const Model& model, bool jacobian) : model_(model), jacobian_(jacobian) {
  std::size_t most = 0;
  const auto add = [&](NodeId p) {
    if (std::find(parameters_.begin(), parameters_.end(), p) == parameters_.end()) parameters_.push_back(p);
  };
  for (const auto& predictor : model.structure().predictors())
    for (const auto& part : predictor.parts)
      for (NodeId scale : part.scales) {
        add(scale);
        add(part.parameter);
        most = std::max(most, part.size());
        Scale s{scale, part, BlockView(model, {scale, part.parameter}), {}};
        std::set_intersection(part.between.begin(), part.between.end(), s.view.nodes().begin(),
                              s.view.nodes().end(), std::back_inserter(s.between));
        scales_.push_back(std::move(s));
      }
  for (auto* v : {&z_, &mean_, &sd_, &sd_before_}) v->resize(most);
}

void ScaleStretch::read_prior(const Scale& s, double* sd) {
  ArgView a[max_arguments];
  factor_views(model_, s.view.values(), model_.factors()[s.part.factor], a);
  const bool scaled = s.part.kind == MixtureKind::scaled;
  for (std::size_t j = 0; j < s.part.size(); ++j) {
    mean_[j] = a[1][j];
    sd[j] = scaled ? a[2][j] * a[3][j] : a[2][j];
  }
}

void ScaleStretch::standardize(const Scale& s) {
  const double* theta = s.view[s.part.parameter];
  if (s.part.kind == MixtureKind::correlated) {
    const EventPrior prior(model_, s.view.values(), s.part);
    const std::size_t k = prior.size();
    for (std::size_t i = 0; i < k; ++i) sd_before_[i] = prior.diagonal(i);
    for (std::size_t j = 0; j < s.part.size(); j += k) {
      for (std::size_t i = 0; i < k; ++i) z_[j + i] = theta[j + i] - prior.mean(j / k)[i];
      prior.whiten(z_.data() + j);
    }
    return;
  }
  read_prior(s, sd_before_.data());
  for (std::size_t j = 0; j < s.part.size(); ++j) z_[j] = (theta[j] - mean_[j]) / sd_before_[j];
}

void ScaleStretch::spread(Scale& s, double& volume) {
  double* theta = s.view[s.part.parameter];
  if (s.part.kind == MixtureKind::correlated) {
    const EventPrior prior(model_, s.view.values(), s.part);
    const std::size_t k = prior.size(), events = s.part.size() / k;
    for (std::size_t j = 0; j < s.part.size(); j += k) {
      std::copy_n(z_.data() + j, k, theta + j);
      prior.colour(theta + j);
      for (std::size_t i = 0; i < k; ++i) theta[j + i] += prior.mean(j / k)[i];
    }
    for (std::size_t i = 0; i < k && jacobian_; ++i)
      volume += static_cast<double>(events) * std::log(prior.diagonal(i) / sd_before_[i]);
    return;
  }
  read_prior(s, sd_.data());
  for (std::size_t j = 0; j < s.part.size(); ++j) {
    theta[j] = mean_[j] + sd_[j] * z_[j];
    if (jacobian_) volume += std::log(sd_[j] / sd_before_[j]);
  }
}

void ScaleStretch::save(Writer& w) const {
  Block::save(w);
  for (const auto& s : scales_) w(s.width);
}

void ScaleStretch::load(Reader& r) {
  Block::load(r);
  for (auto& s : scales_) r(s.width);
}

void ScaleStretch::update(State& state, Rng& rng, bool learn) {
  for (auto& s : scales_) {
    s.view.open(state);
    move(s, rng, learn);
  }
}

void ScaleStretch::move(Scale& s, Rng& rng, bool learn) {
  const std::size_t d = s.part.size();
  double& scale = *s.view[s.scale];
  standardize(s);
  const double start = std::log(scale);
  const auto log_conditional = [&](double y) {
    if (std::abs(y) > std::max(230.0, std::abs(start))) return -inf;
    scale = std::exp(y);
    for (NodeId v : s.between) s.view.follow(v);
    double volume = y - start;
    spread(s, volume);
    work_.rows += d;
    const double total = s.view.change(work_) + volume;
    return total < inf ? total : -inf;
  };
  const auto within_reach = [&](double y) {
    return learn && std::abs(y - start) > warmup_reach ? -inf : log_conditional(y);
  };
  const double y = slice_step(start, 0.0, within_reach, s.width.width(), SliceRule{}, rng).x;
  if (learn) s.width.learn(y - start);
  if (y == start) return s.view.revert();
  log_conditional(y);  // the last point looked at need not be the one taken
  s.view.commit();
  ++work_.commits;
}

std::unique_ptr<Block> make_scale_stretch(const Model& model, bool jacobian) {
  auto block = std::make_unique<ScaleStretch>(model, jacobian);
  if (block->parameters().empty()) return nullptr;
  return block;
}

}  // namespace cggibbs
