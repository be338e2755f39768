// Proposals from what warmup has seen, and now and then a slice along one axis.
#include "samplers/joint/axis_block.hpp"

#include <cmath>

#include "graph/structure.hpp"
#include "graph/transform.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t most_elements = 24, longest_array = 16;
/// Proposals do most of the work; slices reach what these do not.
constexpr std::size_t sweeps_per_slice = 4;
/// Coordinate kernels forget as many times more slowly as the largest eigenvalue of the correlations, or so.
constexpr double worth_moving = 1.6;

std::size_t elements(const Model& model, const std::vector<NodeId>& parameters) {
  std::size_t n = 0;
  for (NodeId p : parameters) n += model.node(p).size;
  return n;
}

}  // namespace

AxisBlock::AxisBlock(const Model& model, const std::vector<NodeId>& parameters, bool jacobian)
    : model_(model),
      jacobian_(jacobian),
      view_(model, parameters),
      axes_(elements(model, parameters)),
      at_(axes_.count()),
      tried_(axes_.count()) {}

void AxisBlock::save(Writer& w) const {
  Block::save(w);
  axes_.save(w);
  w(rests_, turn_);
}

void AxisBlock::load(Reader& r) {
  Block::load(r);
  axes_.load(r);
  r(rests_, turn_);
}

void AxisBlock::freeze() {
  rests_ = !axes_.proposes() || axes_.largest_correlation() < worth_moving;
}

void AxisBlock::read() {
  double* u = at_.data();
  for (NodeId v : view_.parameters()) {
    const Node& node = model_.node(v);
    unconstrain(*node.as<ParameterNode>(), node.size, view_[v], u);
    u += node.size;
  }
}

/// Returns the log volume.
double AxisBlock::write(const std::vector<double>& u) {
  double volume = 0;
  const double* from = u.data();
  for (NodeId v : view_.parameters()) {
    const Node& node = model_.node(v);
    const auto& parameter = *node.as<ParameterNode>();
    const double farthest = parameter.support == SupportKind::bounded ? 30 : 230;
    for (std::size_t k = 0; k < node.size; ++k)
      if (parameter.support != SupportKind::real && !(std::abs(from[k]) <= farthest)) return -inf;
    volume += constrain(parameter, node.size, from, view_[v]);
    from += node.size;
  }
  return jacobian_ ? volume : 0;
}

/// The change of log density in u, from where the view was opened.
double AxisBlock::place(const std::vector<double>& u) {
  const double volume = write(u);
  if (!(volume > -inf)) return -inf;
  const double total = volume + view_.change(work_);
  return total < inf ? total : -inf;
}

/// True when it moved.
bool AxisBlock::slice(std::size_t k, Rng& rng, bool learn) {
  const double* axis = axes_.axis(k);
  const auto along = [&](double t) {
    if (learn && std::abs(t) > warmup_reach) return -inf;
    for (std::size_t j = 0; j < at_.size(); ++j) tried_[j] = at_[j] + t * axis[j];
    return place(tried_);
  };
  const SliceMove move = slice_step(0.0, here_, along, axes_.width(k).width(), SliceRule{}, rng);
  if (learn) axes_.width(k).learn(move.x);
  for (std::size_t j = 0; j < at_.size(); ++j) at_[j] += move.x * axis[j];
  here_ = move.logp;
  return move.x != 0;
}

/// True when it moved.
bool AxisBlock::propose(Rng& rng) {
  axes_.propose(rng, at_.data(), tried_.data());
  const double there = place(tried_);
  const double change = there - here_ + axes_.log_proposal(at_.data()) - axes_.log_proposal(tried_.data());
  if (!(std::log(rng.uniform()) < change)) return false;
  at_ = tried_;
  here_ = there;
  return true;
}

void AxisBlock::update(State& state, Rng& rng, bool learn) {
  if (rests_) return;
  view_.open(state);
  read();
  here_ = write(at_);  // nothing has changed
  bool moved = false, taken = false;
  if (std::isfinite(here_) && axes_.proposes()) {
    const std::size_t turn = turn_++;
    moved = turn % sweeps_per_slice == 0 && slice(turn / sweeps_per_slice % axes_.count(), rng, learn);
    taken = propose(rng);
    moved = moved || taken;
  }
  if (moved) {
    if (!taken) place(at_);  // else it is where the view is
    ++work_.commits;
    view_.commit();
  } else {
    view_.revert();
  }
  if (!learn) return;
  read();
  axes_.learn(at_.data());
}

std::unique_ptr<Block> make_axis_block(const Model& model, const std::vector<NodeId>& members) {
  std::vector<NodeId> few;
  bool any = false;
  for (NodeId p : members) {
    const Node& node = model.node(p);
    if (node.as<ParameterNode>()->support == SupportKind::integer || node.size > longest_array) continue;
    few.push_back(p);
    any = any || model.structure().conjugate(p) == DensityForm::other;
  }
  const std::size_t n = elements(model, few);
  if (!any || n < 2 || n > most_elements) return nullptr;
  return std::make_unique<AxisBlock>(model, few);
}

}  // namespace cggibbs
