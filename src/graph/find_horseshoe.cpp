// Matching the two forms: lambda tau, and what a slab leaves of it.
#include "graph/find_horseshoe.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/rng.hpp"

namespace cggibbs {
namespace {

const Distribution* half_cauchy() {
  static const Distribution* const found = find_distribution("half_cauchy");
  return found;
}

/// The constant arguments of a parameter's own prior: the parameter is any positive number, whatever else reads it is `use`, one of
/// the nodes or the factor, and the prior is of this kind.
template <class Use>
std::optional<std::vector<double>> own_prior(const Model& model, NodeId v, const Distribution* kind,
                                             const Use& use) {
  const Readers readers = model.readers(v);
  const auto* p = model.node(v).as<ParameterNode>();
  if (!p || p->support != SupportKind::positive) return std::nullopt;
  for (const auto& r : readers.nodes)
    if (!use(r)) return std::nullopt;
  std::optional<std::vector<double>> found;
  for (const auto& r : readers.factors) {
    if (use(r)) continue;
    const Factor& factor = model.factors()[r.factor];
    if (found || r.argument != 0 || factor.distribution != kind || !factor.weights.empty())
      return std::nullopt;
    found.emplace();
    for (std::size_t k = 1; k < factor.args.size(); ++k) {
      const auto* data = model.node(factor.args[k]).as<DataNode>();
      if (!data || data->values.size() != 1) return std::nullopt;
      found->push_back(data->values[0]);
    }
  }
  return found;
}

/// normal_scaled(theta, mu, lambda, tau)
std::optional<HorseshoeScales> find_plain(const Model& model, const GaussianPart& part) {
  const NodeId lambda = model.factors()[part.factor].args[2], tau = model.factors()[part.factor].args[3];
  struct Argument {
    std::size_t factor, place;
    bool operator()(const FactorReader& r) const { return r.factor == factor && r.argument == place; }
    bool operator()(const NodeReader&) const { return false; }
  };
  const auto a = own_prior(model, lambda, half_cauchy(), Argument{part.factor, 2});
  const auto b = own_prior(model, tau, half_cauchy(), Argument{part.factor, 3});
  if (!a || !b || model.node(lambda).size != part.size() || model.node(tau).size != 1) return std::nullopt;
  return HorseshoeScales{lambda, tau, (*a)[0], (*b)[0], {}};
}

/// A function without corners of positive numbers: where it agrees with another at points all over their range, it is the other.
bool smooth(const Node& node) {
  const auto* map = node.as<MapNode>();
  if (!map) return node.as<LinearNode>() != nullptr;
  switch (map->op) {
    case MapOp::add:
    case MapOp::multiply:
    case MapOp::divide:
    case MapOp::power:
    case MapOp::inverse:
    case MapOp::square:
    case MapOp::sqrt:
    case MapOp::exp:
    case MapOp::log:
      return true;
    default:
      return false;
  }
}

/// Whether sd, at numbers from all over the range of doubles whose squares are doubles too, is that of a regularized horseshoe.
bool has_slab_form(const Model& model, NodeId sd, const std::vector<NodeId>& nodes,
                   const HorseshoeScales& s) {
  Rng rng(1, 0);
  std::vector<double> values(model.state_size());
  const auto at = [&](NodeId v) { return values.data() + model.offset(v); };
  for (int point = 0; point < 8; ++point) {
    const double spread = point < 2 ? 1 : 35;
    const auto any = [&] { return std::exp(spread * (2 * rng.uniform() - 1)); };
    const std::size_t d = model.node(s.lambda).size;
    std::generate_n(at(s.lambda), d, any);
    *at(s.tau) = any();
    *at(s.slab->c2) = any();
    for (NodeId v : nodes) evaluate(model.node(v), model.values(values.data()), at(v));
    for (std::size_t j = 0; j < d; ++j) {
      const double expected = 1 / std::sqrt(1 / square(at(s.lambda)[j] * *at(s.tau)) + 1 / *at(s.slab->c2));
      if (!(std::abs(at(sd)[j] - expected) < 1e-10 * expected)) return false;
    }
  }
  return true;
}

/// normal(theta, mu, sd) with sd = lambda tau c / sqrt(c^2 + lambda^2 tau^2), however that is written.
std::optional<HorseshoeScales> find_regularized(const Model& model, const GaussianPart& part) {
  static const Distribution* const inverse_gamma = find_distribution("inverse_gamma");
  const NodeId sd = model.factors()[part.factor].args[2];
  if (model.node(sd).size != part.size() || part.size() < 2) return std::nullopt;
  std::vector<NodeId> parameters, between;
  for (NodeId v : behind(model, {sd})) {
    if (model.node(v).as<ParameterNode>()) {
      parameters.push_back(v);
    } else if (!model.is_data(v)) {
      if (!smooth(model.node(v))) return std::nullopt;
      between.push_back(v);
    }
  }
  if (parameters.size() != 3) return std::nullopt;
  struct Inside {
    const std::vector<NodeId>& between;
    std::size_t factor;
    bool operator()(const NodeReader& r) const {
      return std::binary_search(between.begin(), between.end(), r.node);
    }
    bool operator()(const FactorReader& r) const { return r.factor == factor && r.argument == 2; }
  };
  const Inside inside{between, part.factor};
  for (NodeId v : between) {
    const Readers readers = model.readers(v);
    if (!std::all_of(readers.nodes.begin(), readers.nodes.end(), inside) ||
        !std::all_of(readers.factors.begin(), readers.factors.end(), inside))
      return std::nullopt;
  }
  HorseshoeScales found{sd, sd, 0, 0, Slab{sd, 0, 0}};
  for (NodeId p : parameters) {
    const bool many = model.node(p).size == part.size();
    if (!many && model.node(p).size != 1) return std::nullopt;
    if (const auto prior = own_prior(model, p, half_cauchy(), inside)) {
      (many ? found.lambda : found.tau) = p;
      (many ? found.lambda_scale : found.tau_scale) = (*prior)[0];
    } else if (const auto slab = own_prior(model, p, inverse_gamma, inside); slab && !many) {
      found.slab = Slab{p, (*slab)[0], (*slab)[1]};
    }
  }
  if (found.lambda == sd || found.tau == sd || found.slab->c2 == sd) return std::nullopt;
  if (!has_slab_form(model, sd, between, found)) return std::nullopt;
  return found;
}

}  // namespace

std::vector<NodeId> HorseshoeScales::nodes() const {
  if (slab) return {lambda, tau, slab->c2};
  return {lambda, tau};
}

std::vector<NodeId> behind(const Model& model, std::vector<NodeId> all) {
  const auto sort_unique = [](std::vector<NodeId>& v) {
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
  };
  for (std::vector<NodeId> found = all; !found.empty();) {
    std::vector<NodeId> inputs;
    for (NodeId v : found) for_each_input(model.node(v), [&](NodeId i) { inputs.push_back(i); });
    sort_unique(inputs);
    sort_unique(all);
    found.clear();
    std::set_difference(inputs.begin(), inputs.end(), all.begin(), all.end(), std::back_inserter(found));
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

std::optional<HorseshoeScales> find_horseshoe(const Model& model, const GaussianPart& part) {
  if (part.kind == MixtureKind::scaled) return find_plain(model, part);
  if (part.kind == MixtureKind::normal) return find_regularized(model, part);
  return std::nullopt;
}

}  // namespace cggibbs
