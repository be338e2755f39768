// Finding what the data do not speak of, and drawing it in order.
#include "graph/forward.hpp"

#include <algorithm>

#include "base/draw_index.hpp"
#include "distributions/event.hpp"

namespace cggibbs {
namespace {

/// Draws its variate, a whole parameter, from its other arguments.
bool can_draw(const Draft& draft, const Factor& f) {
  const Node& node = draft.nodes[f.args[0]];
  const auto* p = node.as<ParameterNode>();
  if (!p || !p->whole || !f.weights.empty() || f.size != node.size) return false;
  if (std::count(f.args.begin(), f.args.end(), f.args[0]) != 1) return false;
  const Distribution& d = *f.distribution;
  return d.event ? f.event[0] == 1 && d.event->support.kind == EventSupport::category : d.draw != nullptr;
}

/// Marks what reaches a factor that the data take part in, from factors upwards.
class Informative {
 public:
  explicit Informative(const Draft& draft)
      : draft_(draft),
        own_(draft.nodes.size(), none),
        factors_(draft.factors.size(), false),
        nodes_(own_.size(), false) {
    std::vector<std::size_t> readers(own_.size(), 0);
    for (std::size_t f = 0; f < draft.factors.size(); ++f)
      if (const NodeId v = draft.factors[f].args[0]; can_draw(draft, draft.factors[f])) {
        own_[v] = f;
        ++readers[v];
      }
    for (std::size_t f = 0; f < draft.factors.size(); ++f) {
      const NodeId v = draft.factors[f].args[0];
      if (own_[v] != f || readers[v] != 1) mark_factor(f);
    }
    while (!open_.empty()) {
      const NodeId v = open_.back();
      open_.pop_back();
      if (own_[v] != none) mark_factor(own_[v]);
      for_each_input(draft.nodes[v], [&](NodeId i) { mark(i); });
    }
  }
  bool factor(std::size_t f) const { return factors_[f]; }
  bool node(NodeId v) const { return nodes_[v]; }

 private:
  static constexpr std::size_t none = ~std::size_t{0};
  void mark(NodeId v) {
    if (nodes_[v]) return;
    nodes_[v] = true;
    open_.push_back(v);
  }
  void mark_factor(std::size_t f) {
    if (factors_[f]) return;
    factors_[f] = true;
    for (NodeId a : draft_.factors[f].args) mark(a);
  }

  const Draft& draft_;
  std::vector<std::size_t> own_;  ///< by node: the factor that could draw it
  std::vector<bool> factors_, nodes_;
  std::vector<NodeId> open_;
};

double draw_category(const Model& model, const double* values, const Factor& factor, std::size_t row,
                     Rng& rng, std::vector<double>& weights) {
  const ParameterNode& p = *model.node(factor.args[0]).as<ParameterNode>();
  std::span<const double> a[max_arguments];
  double x = p.lower;
  for (std::size_t k = 0; k < factor.args.size(); ++k) {
    const std::size_t each = factor.event[k];
    const bool shared = model.node(factor.args[k]).size == each;
    a[k] = {model.values(values).of(factor.args[k]) + (shared ? 0 : row * each), each};
  }
  a[0] = {&x, 1};
  weights.clear();
  for (; x <= p.upper; ++x) weights.push_back(factor.distribution->event->log_density(a));
  return p.lower + static_cast<double>(draw_index(weights, rng));
}

void draw(const Model& model, State& state, const Factor& factor, Rng& rng, std::vector<double>& scratch) {
  double* out = state.values.data() + model.offset(factor.args[0]);
  if (factor.distribution->event) {
    for (std::size_t i = 0; i < factor.size; ++i)
      out[i] = draw_category(model, state.values.data(), factor, i, rng, scratch);
    return;
  }
  ArgView views[max_arguments];
  factor_views(model, state.values.data(), factor, views);
  double row[max_arguments];
  for (std::size_t i = 0; i < factor.size; ++i) {
    for (std::size_t k = 1; k < factor.args.size(); ++k) row[k] = views[k][i];
    out[i] = factor.distribution->draw(rng, row + 1);
  }
}

}  // namespace

void take_forward(Draft& draft) {
  const Informative informative(draft);
  bool any_left = false;
  for (NodeId v = 0; v < draft.nodes.size(); ++v)
    any_left = any_left || (draft.nodes[v].as<ParameterNode>() && informative.node(v));
  if (!any_left) return;
  std::vector<Factor> kept;
  for (std::size_t f = 0; f < draft.factors.size(); ++f)
    (informative.factor(f) ? kept : draft.forward).push_back(std::move(draft.factors[f]));
  draft.factors = std::move(kept);
}

std::vector<ForwardStep> order_forward(const std::vector<Node>& nodes, const std::vector<Factor>& factors,
                                       const std::vector<bool>& late) {
  constexpr std::uint32_t none = ForwardStep::computed;
  std::vector<std::uint32_t> own(nodes.size(), none);
  for (std::uint32_t f = 0; f < factors.size(); ++f) own[factors[f].args[0]] = f;
  std::vector<ForwardStep> out;
  std::vector<char> seen(nodes.size(), false);
  // Chains of draws may be as long as the model: no recursion. A node is closed when it is met again.
  std::vector<std::pair<NodeId, bool>> open;
  for (const auto& factor : factors) open.emplace_back(factor.args[0], false);
  while (!open.empty()) {
    const auto [v, complete] = open.back();
    open.pop_back();
    if (complete) {
      out.push_back({v, own[v]});
      continue;
    }
    if (seen[v]) continue;
    seen[v] = true;
    open.emplace_back(v, true);
    const auto visit = [&](NodeId i) {
      if (!seen[i] && (late[i] || own[i] != none)) open.emplace_back(i, false);
    };
    if (own[v] != none)
      std::for_each(factors[own[v]].args.begin() + 1, factors[own[v]].args.end(), visit);
    else
      for_each_input(nodes[v], visit);
  }
  return out;
}

void draw_forward(const Model& model, State& state, Rng& rng, std::vector<double>& scratch) {
  for (const ForwardStep& step : model.forward_steps()) {
    if (step.factor == ForwardStep::computed)
      evaluate(model.node(step.node), model.values(state.values.data()),
               state.values.data() + model.offset(step.node));
    else
      draw(model, state, model.forward()[step.factor], rng, scratch);
  }
}

}  // namespace cggibbs
