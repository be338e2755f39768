// The change of variables, its slope, and what share of an effect's variance its prior leaves to it.
#include "samplers/hamiltonian/recentring.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace cggibbs {
namespace {

constexpr double first_share = 0.5;  ///< before anything is known: half way
constexpr double fewest_draws = 10;

}  // namespace

Recentring::Recentring(const Model& model, const std::vector<NodeId>& block) {
  std::vector<std::size_t> at(model.nodes().size(), nowhere);
  std::size_t dimension = 0;
  for (NodeId p : block) {
    at[p] = dimension;
    dimension += model.node(p).size;
  }
  const auto member = [&](NodeId v, SupportKind support) {
    const auto* p = model.node(v).as<ParameterNode>();
    return p && at[v] != nowhere && p->support == support;
  };
  std::vector<bool> taken(model.nodes().size(), false);
  for (const Factor& f : model.factors()) {
    if (std::string_view(f.distribution->name) != "normal" || !f.weights.empty()) continue;
    const NodeId u = f.args[0], mu = f.args[1], s = f.args[2];
    if (!member(u, SupportKind::real) || taken[u] || model.node(u).size < 2 || f.size != model.node(u).size)
      continue;
    if (!member(s, SupportKind::positive) || model.node(s).size != 1 || model.node(mu).size != 1) continue;
    const bool drawn = member(mu, SupportKind::real);
    if (!drawn && !model.is_data(mu)) continue;
    taken[u] = true;
    groups_.push_back({at[u], f.size, at[s], drawn ? at[mu] : nowhere,
                       drawn ? 0 : model.node(mu).as<DataNode>()->values[0], share_.size()});
    share_.resize(share_.size() + f.size, first_share);
  }
  mean_.resize(share_.size(), 0.0);
  squares_.resize(share_.size(), 0.0);
  weights_.resize(groups_.size(), 0.0);
  log_scales_.resize(groups_.size(), 0.0);
}

double Recentring::location_of(const Group& g, const double* position) {
  return g.location == nowhere ? g.constant : position[g.location];
}

void Recentring::leave(const double* u, double* q) const {
  for (const Group& g : groups_) {
    const double mu = location_of(g, u), v = u[g.log_scale];
    for (std::size_t j = 0; j < g.size; ++j) {
      const double c = share_[g.first + j];
      q[g.effects + j] = (u[g.effects + j] - c * mu) * std::exp(-c * v);
    }
  }
}

void Recentring::enter(const double* q, double* u) const {
  for (const Group& g : groups_) {
    const double mu = location_of(g, q), v = q[g.log_scale];
    for (std::size_t j = 0; j < g.size; ++j) {
      const double c = share_[g.first + j];
      u[g.effects + j] = c * mu + q[g.effects + j] * std::exp(c * v);
    }
  }
}

double Recentring::pull_back(const double* u, double* gradient) const {
  double log_jacobian = 0;
  for (const Group& g : groups_) {
    const double mu = location_of(g, u), v = u[g.log_scale];
    double by_location = 0, by_scale = 0;
    for (std::size_t j = 0; j < g.size; ++j) {
      const double c = share_[g.first + j];
      double& slope = gradient[g.effects + j];
      by_location += c * slope;
      by_scale += c * (1 + slope * (u[g.effects + j] - c * mu));
      log_jacobian += c * v;
      slope *= std::exp(c * v);
    }
    if (g.location != nowhere) gradient[g.location] += by_location;
    gradient[g.log_scale] += by_scale;
  }
  return log_jacobian;
}

void Recentring::learn(const double* u) {
  ++seen_;
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const Group& g = groups_[k];
    const double v = std::clamp(u[g.log_scale], -300.0, 300.0), weight = std::exp(-2 * v),
                 mu = location_of(g, u);
    log_scales_[k] += v;
    weights_[k] += weight;
    for (std::size_t j = 0; j < g.size; ++j) {
      // Mean and squares about it, weighted (West 1979).
      const double before = u[g.effects + j] - mu - mean_[g.first + j];
      mean_[g.first + j] += before * weight / weights_[k];
      squares_[g.first + j] += weight * before * (u[g.effects + j] - mu - mean_[g.first + j]);
    }
  }
}

void Recentring::renew(double* stretch) {
  if (seen_ < fewest_draws) return;
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const Group& g = groups_[k];
    for (std::size_t j = 0; j < g.size; ++j) {
      double& share = share_[g.first + j];
      // Of its prior's variance: 1 where data say nothing, and it wants to be non-centred; data take from that.
      const double left = squares_[g.first + j] / seen_;
      const double now = std::isfinite(left) ? std::clamp(left, 0.0, 1.0) : share;
      stretch[g.effects + j] *= std::exp((share - now) * log_scales_[k] / seen_);
      share = now;
    }
  }
  for (auto* sums : {&mean_, &squares_, &weights_, &log_scales_}) std::fill(sums->begin(), sums->end(), 0.0);
  seen_ = 0;
}

}  // namespace cggibbs
