// Vectors of counts whose total is known: all elements but one are parameters, that one is what they leave of the total.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bugs/stochastic_kind.hpp"
#include "graph/var_access.hpp"

namespace cggibbs::bugs {
namespace {

/// The weights of these elements as far as they are known now; NaN elsewhere.
std::vector<double> known_weights(const Evaluator& evaluator, const Expr& weights, const Space& space,
                                  std::size_t n) {
  std::vector<double> out(n, std::numeric_limits<double>::quiet_NaN());
  try {
    if (const Value w = evaluator.evaluate(weights, space); w.constant() && w.row_size() == n)
      return w.numbers();
    if (weights.kind != ExprKind::reference) return out;
    const Reading r = evaluator.reading(weights, space);
    for (std::size_t k = 0; !r.sampled && k < n && k < r.at.size(); ++k)
      if (r.variable->known(r.at[k])) out[k] = r.variable->numbers[r.at[k]];
  } catch (const NotYet&) {
    // They come later.
  }
  return out;
}

}  // namespace

void StochasticRelations::declare_counts(Placed& p, const Kind& kind, std::uint32_t row) {
  Variable& v = *p.variable;
  const Space space = p.space->select({row});
  const Places at = p.targets_of(row);
  const bool subset = kind.ours->name == "subset";
  const std::vector<double> weights = known_weights(evaluator_, p.relation->value.args[0], space, at.size());
  Value left = evaluator_.evaluate(p.relation->value.args[1], space);
  if (!left.is_number()) evaluator_.fail(p.relation->value.args[1].at, "this must be a number.");
  // Through an element without weight nothing could move: the likeliest one takes what is left, or the last one that may have any.
  std::size_t pivot = at.size();
  std::vector<std::size_t> unknown;
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (v.known(at[k])) {
      left = subtract(left, v.numbers[at[k]]);
      continue;
    }
    unknown.push_back(k);
    if (pivot == at.size() || weights[pivot] == 0 || std::isnan(weights[k]) || weights[k] > weights[pivot])
      pivot = k;
  }
  if (left.single() && !(*left.single() >= 0 && *left.single() == std::floor(*left.single())))
    evaluator_.fail(p.relation->at,
                    fmt::format("'{}' has {} left for what is not observed; the total of {} must be a whole "
                                "number, no less than what is.",
                                subset_name(v, at), *left.single(), kind.row->name));
  std::erase(unknown, pivot);
  if (!unknown.empty()) {
    const double most = subset ? 1 : left.single() ? *left.single() : inf;
    Places free;
    for (const auto k : unknown) free.push_back(at[k]);
    const std::string name = own_name(v, free);
    const Var node = builder_.count(name, Extents{free.size()});
    VarAccess::node(node).as<ParameterNode>()->upper = most;
    if (left.single()) builder_.start(node, counts_to_start(subset, *left.single(), weights, unknown, pivot));
    add(v, node, free, {0, most});
    left = subtract(left, sum(Value(node, 1, {free.size()}, true)));
  }
  set_elements(v, {at[pivot]}, left);
}

/// The largest shares of a subset, and counts near their means; equal ones where these are not known.
std::vector<double> StochasticRelations::counts_to_start(bool subset, double total,
                                                         const std::vector<double>& weights,
                                                         const std::vector<std::size_t>& unknown,
                                                         std::size_t pivot) {
  std::vector<double> out(unknown.size(), 0.0);
  if (subset) {
    std::vector<std::size_t> order(unknown.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return weights[unknown[a]] > weights[unknown[b]]; });
    for (std::size_t k = 0; k < order.size() && static_cast<double>(k) + 1 < total; ++k) out[order[k]] = 1;
    return out;
  }
  double all = weights[pivot];
  for (const auto k : unknown) all += weights[k];
  for (std::size_t k = 0; k < unknown.size(); ++k)
    out[k] = all > 0           ? std::floor(total * weights[unknown[k]] / all)
             : std::isnan(all) ? std::floor(total / static_cast<double>(unknown.size() + 1))
                               : 0;
  return out;
}

}  // namespace cggibbs::bugs
