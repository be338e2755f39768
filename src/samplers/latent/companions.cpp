// Finding companions, running variances, maps both ways.
#include "samplers/latent/companions.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "graph/transform.hpp"
#include "samplers/choose/registry.hpp"

namespace cggibbs {
namespace {

/// Whom a coefficient follows it is correlated with by so much, and by so many standard errors of no correlation at all.
constexpr double least_correlation = 0.3, noise = 2.5;
constexpr std::size_t most_products = 100'000;
/// On the way in from a start everything drifts together: what is seen of so many sweeps says nothing.
constexpr double way_in = 100;

const ParameterNode& parameter_of(const Model& model, NodeId p) {
  return *model.node(p).as<ParameterNode>();
}

bool has(const auto& list, const auto& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The map of coefficients does not depend on it, nor on what it reaches; the last map of the path does.
bool accompanies(const Model& model, const LinearPredictor& predictor, NodeId p) {
  const SupportKind support = parameter_of(model, p).support;
  if (support != SupportKind::real && support != SupportKind::positive && support != SupportKind::bounded)
    return false;
  const BlockView reach(model, {p});
  if (!has(reach.nodes(), predictor.path.maps.back()) || has(reach.nodes(), predictor.path.linear))
    return false;
  return std::none_of(predictor.parts.begin(), predictor.parts.end(), [&](const GaussianPart& part) {
    return has(reach.factors(), part.factor) ||
           std::any_of(part.ties.begin(), part.ties.end(),
                       [&](const auto& tie) { return has(reach.factors(), tie.factor); });
  });
}

}  // namespace

Companions::Companions(const Model& model, const LinearPredictor& predictor, const std::vector<NodeId>& taken,
                       double reluctance)
    : model_(model), reluctance_(reluctance) {
  if (predictor.path.maps.empty()) return;
  std::size_t size = 0;
  const auto coefficients = parts_by_node(model, model.structure().with_series());
  for (NodeId p : model.parameters()) {
    if (coefficients[p] || has(taken, p) || !accompanies(model, predictor, p)) continue;
    parameters_.push_back(p);
    size += model.node(p).size;
  }
  for (auto* v : {&u_, &centre_, &sd_}) v->resize(size);
  own_.resize(size);
  if (predictor.size() * size > most_products) return;
  others_.resize(predictor.size());
  products_.resize(predictor.size() * size);
  leader_.assign(predictor.size(), static_cast<std::uint32_t>(size));
  slope_.resize(predictor.size());
}

void Companions::unbound(const BlockView& view) {
  double* u = u_.data();
  for (NodeId p : parameters_) {
    unconstrain(parameter_of(model_, p), model_.node(p).size, view[p], u);
    u += model_.node(p).size;
  }
}

void Companions::Moments::resize(std::size_t n) {
  mean.resize(n);
  squares.resize(n);
}

void Companions::Moments::clear() {
  std::fill(mean.begin(), mean.end(), 0.0);
  std::fill(squares.begin(), squares.end(), 0.0);
}

void Companions::learn(const BlockView& view, const std::vector<double>& x) {
  if (parameters_.empty() || static_cast<double>(++sweeps_) <= reluctance_ * way_in) return;
  unbound(view);
  ++seen_;
  const double share = 1 / static_cast<double>(seen_);
  for (std::size_t c = 0; c < u_.size(); ++c) {
    const double before = u_[c] - own_.mean[c];
    own_.mean[c] += share * before;
    own_.squares[c] += before * (u_[c] - own_.mean[c]);
  }
  if (!products_.empty())
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double before = x[j] - others_.mean[j];
      others_.mean[j] += share * before;
      others_.squares[j] += before * (x[j] - others_.mean[j]);
      double* row = products_.data() + j * u_.size();
      for (std::size_t c = 0; c < u_.size(); ++c) row[c] += before * (u_[c] - own_.mean[c]);
    }
  if (seen_ >= window_) adopt();
}

/// What was seen becomes what is known, and is forgotten. Next time twice as much will have been seen.
void Companions::adopt() {
  const double n = static_cast<double>(seen_);
  for (std::size_t c = 0; c < u_.size(); ++c) {
    centre_[c] = own_.mean[c];
    sd_[c] = std::sqrt(std::max(own_.squares[c] / (n - 1), 1e-8));
  }
  const auto nobody = static_cast<std::uint32_t>(u_.size());
  for (std::size_t j = 0; j < slope_.size(); ++j) {
    leader_[j] = nobody;
    const double* row = products_.data() + j * u_.size();
    double most = reluctance_ * std::max(least_correlation, noise / std::sqrt(n));
    for (std::size_t c = 0; c < u_.size(); ++c) {
      const double correlation = std::abs(row[c]) / std::sqrt(own_.squares[c] * others_.squares[j]);
      if (!(correlation > most)) continue;
      most = correlation;
      leader_[j] = static_cast<std::uint32_t>(c);
      slope_[j] = row[c] / (n - 1) / sd_[c];
    }
  }
  known_ = true;
  window_ = 2 * seen_;
  seen_ = 0;
  own_.clear();
  others_.clear();
  std::fill(products_.begin(), products_.end(), 0.0);
}

void Companions::standardize(const BlockView& view, double* w) {
  unbound(view);
  for (std::size_t k = 0; k < count(); ++k) w[k] = (u_[k] - centre_[k]) / sd_[k];
}

void Companions::follow(const double* w, double times, double* x) const {
  for (std::size_t j = 0; j < leader_.size(); ++j)
    if (leader_[j] < u_.size()) x[j] += times * slope_[j] * w[leader_[j]];
}

double Companions::place(const double* w, double* values) {
  for (std::size_t k = 0; k < count(); ++k) u_[k] = centre_[k] + sd_[k] * w[k];
  double volume = 0;
  const double* u = u_.data();
  for (NodeId p : parameters_) {
    volume += constrain(parameter_of(model_, p), model_.node(p).size, u, values + model_.offset(p));
    u += model_.node(p).size;
  }
  return volume;
}

void Companions::write(const double* w, BlockView& view) {
  for (std::size_t k = 0; k < count(); ++k) u_[k] = centre_[k] + sd_[k] * w[k];
  const double* u = u_.data();
  for (NodeId p : parameters_) {
    constrain(parameter_of(model_, p), model_.node(p).size, u, view[p]);
    u += model_.node(p).size;
  }
}

void Companions::to_w(const double* values, const double* adjoint, const double* of_x,
                      double* gradient) const {
  const double* u = u_.data();
  double* to = gradient;
  for (NodeId p : parameters_) {
    const std::size_t m = model_.node(p).size, at = model_.offset(p);
    constrain_gradient(parameter_of(model_, p), m, u, values + at, adjoint + at, to);
    u += m;
    to += m;
  }
  for (std::size_t k = 0; k < count(); ++k) gradient[k] *= sd_[k];
  for (std::size_t j = 0; j < leader_.size(); ++j)
    if (leader_[j] < u_.size()) gradient[leader_[j]] += slope_[j] * of_x[j];
}

}  // namespace cggibbs
