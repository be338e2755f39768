// One pass forwards, one over the factors, one backwards.
#include "graph/gradient.hpp"

#include <algorithm>
#include <cmath>

#include "graph/evaluate.hpp"
#include "graph/map_adjoint.hpp"
#include "graph/product.hpp"

namespace cggibbs {
namespace {

std::vector<NodeId> continuous_parameters(const Model& model) {
  std::vector<NodeId> out = model.parameters();
  std::erase_if(out,
                [&](NodeId p) { return model.node(p).as<ParameterNode>()->support == SupportKind::integer; });
  return out;
}

/// d product / d input[member[t]]: the product of the others, which is not a quotient when one of them is 0.
double product_of_others(const double* input, const std::uint32_t* member, std::size_t count, std::size_t t,
                         double product) {
  const double x = input[member[t]];
  if (x != 0 && std::isfinite(product)) return product / x;
  double rest = 1;
  for (std::size_t u = 0; u < count; ++u)
    if (u != t) rest *= input[member[u]];
  return rest;
}

void pull_back_reduce(const ReduceNode& reduce, std::size_t segments, const double* input, const double* out,
                      const double* adjoint, double* into) {
  for (std::size_t s = 0; s < segments; ++s) {
    const std::uint32_t* member = reduce.member.data() + reduce.start[s];
    const std::size_t count = reduce.start[s + 1] - reduce.start[s];
    switch (reduce.op) {
      case ReduceOp::sum:
        for (std::size_t t = 0; t < count; ++t) into[member[t]] += adjoint[s];
        break;
      case ReduceOp::product:
        for (std::size_t t = 0; t < count; ++t)
          into[member[t]] += adjoint[s] * product_of_others(input, member, count, t, out[s]);
        break;
      case ReduceOp::log_sum_exp:
        if (out[s] == -inf) break;
        for (std::size_t t = 0; t < count; ++t)
          into[member[t]] += adjoint[s] * std::exp(input[member[t]] - out[s]);
        break;
    }
  }
}

}  // namespace

Gradient::Gradient(const Model& model) : Gradient(model, continuous_parameters(model)) {}

Gradient::Gradient(const Model& model, std::vector<NodeId> moving)
    : model_(model), moving_(std::move(moving)), depends_(model.nodes().size(), false) {
  for (NodeId p : moving_) depends_[p] = true;
  for (NodeId v : model.cached()) {
    for_each_input(model.node(v), [&](NodeId i) { depends_[v] = depends_[v] || depends_[i]; });
    if (depends_[v]) nodes_.push_back(v);
  }
  for (std::size_t f = 0; f < model.factors().size(); ++f) {
    const auto& args = model.factors()[f].args;
    if (std::any_of(args.begin(), args.end(), [&](NodeId a) { return depends_[a]; })) factors_.push_back(f);
  }
}

double Gradient::log_conditional(double* values, double* adjoint, Work& work) const {
  ++work.evaluations;
  for (NodeId v : nodes_) {
    const std::size_t read = evaluate_node(
        model_.nodes(), model_.node(v), [&](NodeId i) { return value(model_, values, i); },
        values + model_.offset(v));
    if (const auto* linear = model_.node(v).as<LinearNode>())
      for (const auto& term : linear->terms) work.products += 2 * products_of(*term.columns);  // and back
    else
      work.rows += read;
  }
  for (const auto* set : {&moving_, &nodes_})
    for (NodeId v : *set) std::fill_n(adjoint + model_.offset(v), model_.node(v).size, 0.0);
  double total = 0;
  for (std::size_t f : factors_) {
    total += add_factor(model_.factors()[f], values, adjoint);
    work.rows += model_.factors()[f].size;
    if (!location_only(model_.factors()[f])) work.products += 50 * model_.factors()[f].size;
  }
  for (auto v = nodes_.rbegin(); v != nodes_.rend(); ++v) pull_back(*v, values, adjoint);
  return total;
}

bool Gradient::location_only(const Factor& factor) const {
  for (std::size_t k = 0; k < factor.args.size(); ++k)
    if (depends_[factor.args[k]] != (static_cast<int>(k) == factor.distribution->location)) return false;
  return true;
}

double Gradient::add_factor(const Factor& factor, const double* values, double* adjoint) const {
  ArgView a[max_arguments];
  factor_views(model_, values, factor, a);
  double* out[max_arguments] = {};
  int moving = 0;
  for (std::size_t k = 0; k < factor.args.size(); ++k) {
    out[k] = adjoint_of(factor.args[k], adjoint);
    moving += out[k] != nullptr;
  }
  const double* weights = factor.weights.empty() ? nullptr : factor.weights.data();
  const Distribution& d = *factor.distribution;
  double* location = out[d.location];
  if (moving == 1 && location != nullptr) return d.add_location_slope(factor.size, a, weights, location);
  return d.add_slopes(factor.size, a, weights, out);
}

void Gradient::pull_back(NodeId v, const double* values, double* adjoint) const {
  const Node& node = model_.node(v);
  const double* mine = adjoint + model_.offset(v);
  const double* out = values + model_.offset(v);
  if (const auto* linear = node.as<LinearNode>()) {
    for (const auto& term : linear->terms)
      if (double* into = adjoint_of(term.source, adjoint)) add_transposed_product(*term.columns, mine, into);
  } else if (const auto* map = node.as<MapNode>()) {
    ArgView a[2] = {};
    double* into[2] = {};
    for (std::size_t k = 0; k < map->inputs.size(); ++k) {
      const NodeId i = map->inputs[k];
      a[k] = {value(model_, values, i), model_.node(i).size == 1 ? 0U : 1U};
      into[k] = adjoint_of(i, adjoint);
    }
    add_adjoint(map->op, node.size, a, out, mine, into);
  } else if (const auto* reduce = node.as<ReduceNode>()) {
    pull_back_reduce(*reduce, node.size, value(model_, values, reduce->input), out, mine,
                     adjoint_of(reduce->input, adjoint));
  }
}

}  // namespace cggibbs
