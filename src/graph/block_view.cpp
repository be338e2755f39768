// Finding what parameters reach, and evaluating that alone.
#include "graph/block_view.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <stdexcept>

namespace cggibbs {

BlockView::BlockView(const Model& model, std::vector<NodeId> parameters)
    : model_(model), parameters_(std::move(parameters)) {
  // Readers have higher numbers than what they read, so the lowest unseen node is complete.
  std::priority_queue<NodeId, std::vector<NodeId>, std::greater<>> next(parameters_.begin(),
                                                                        parameters_.end());
  while (!next.empty()) {
    const NodeId v = next.top();
    while (!next.empty() && next.top() == v) next.pop();
    if (!model.node(v).as<ParameterNode>()) nodes_.push_back(v);
    for (const auto& r : model.readers(v).nodes) {
      const auto* gather = model.node(r.node).as<GatherNode>();
      if (gather && gather->index == v && gather->lists != GatherNode::no_lists)
        throw std::logic_error("a block must not move an index of gathers: State::members would not follow");
      next.push(r.node);
    }
    for (const auto& r : model.readers(v).factors) factors_.push_back(r.factor);
  }
  std::sort(factors_.begin(), factors_.end());
  factors_.erase(std::unique(factors_.begin(), factors_.end()), factors_.end());
  std::size_t size = 0;
  for (NodeId p : parameters_) size += model.node(p).size;
  for (NodeId v : nodes_) size += model.node(v).size;
  values_.resize(size);
  sums_.resize(factors_.size());
}

void BlockView::open(State& state) {
  state_ = &state;
  auto to = values_.begin();
  for (const auto* list : {&parameters_, &nodes_})
    for (NodeId v : *list) to = std::copy_n((*this)[v], model_.node(v).size, to);
  for (std::size_t i = 0; i < factors_.size(); ++i) {
    const std::size_t f = factors_[i];
    sums_[i].density = state.factor_sum[f];
    sums_[i].location = state.location_sum[f];
    std::copy_n(&state.stats[f * max_stats], max_stats, sums_[i].stats);
  }
}

void BlockView::revert() {
  auto from = values_.cbegin();
  for (const auto* list : {&parameters_, &nodes_})
    for (NodeId v : *list) {
      std::copy_n(from, model_.node(v).size, (*this)[v]);
      from += static_cast<std::ptrdiff_t>(model_.node(v).size);
    }
  for (std::size_t i = 0; i < factors_.size(); ++i) {
    const std::size_t f = factors_[i];
    state_->factor_sum[f] = sums_[i].density;
    state_->location_sum[f] = sums_[i].location;
    std::copy_n(sums_[i].stats, max_stats, &state_->stats[f * max_stats]);
  }
}

/// Returns the stored entries read.
std::size_t BlockView::evaluate(NodeId v) {
  return cggibbs::evaluate(model_.node(v), model_.values(values()), (*this)[v]);
}

double BlockView::change(Work& work) {
  for (NodeId v : nodes_) work.rows += evaluate(v);
  double total = 0;
  for (std::size_t i = 0; i < factors_.size(); ++i) {
    const Factor& factor = model_.factors()[factors_[i]];
    total += factor_log_density(model_, values(), factor) - sums_[i].density.value();
    work.rows += factor.size;
  }
  ++work.evaluations;
  return total;
}

bool BlockView::commit() {
  for (NodeId v : nodes_) evaluate(v);
  double total = 0;
  for (std::size_t f : factors_) {
    recompute_factor(model_, *state_, f);
    total += state_->factor_sum[f].value();
  }
  if (std::isfinite(total)) return true;
  revert();
  return false;
}

}  // namespace cggibbs
