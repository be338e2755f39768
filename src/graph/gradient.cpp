// One pass forwards, one over the factors, one backwards.
#include "graph/gradient.hpp"

#include <algorithm>
#include <cmath>

#include "graph/product.hpp"

namespace cggibbs {
namespace {

std::vector<NodeId> continuous_parameters(const Model& model) {
  std::vector<NodeId> out = model.parameters();
  std::erase_if(out,
                [&](NodeId p) { return model.node(p).as<ParameterNode>()->support == SupportKind::integer; });
  return out;
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
    const std::size_t read = evaluate(model_.node(v), model_.values(values), values + model_.offset(v));
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
  const Adjoints into(depends_, model_.offsets(), adjoint);
  for (auto v = nodes_.rbegin(); v != nodes_.rend(); ++v) {
    const std::size_t at = model_.offset(*v);
    pull_back(model_.node(*v), model_.values(values), values + at, adjoint + at, into);
  }
  return total;
}

bool Gradient::location_only(const Factor& factor) const {
  for (std::size_t k = 0; k < factor.args.size(); ++k)
    if (depends_[factor.args[k]] != (static_cast<int>(k) == factor.distribution->location)) return false;
  return true;
}

double Gradient::add_factor(const Factor& factor, const double* values, double* adjoint) const {
  double* out[max_arguments] = {};
  for (std::size_t k = 0; k < factor.args.size(); ++k) out[k] = adjoint_of(factor.args[k], adjoint);
  return add_factor_slopes(model_, values, factor, out);
}

}  // namespace cggibbs
