// Matching priors and readers of the parameters under a linear node.
#include "samplers/linear/gaussian_parts.hpp"

#include <algorithm>

namespace cggibbs {
namespace {

struct Use {
  std::vector<NodeId> nodes;
  std::vector<std::pair<std::size_t, std::size_t>> factors;  // factor, argument
};

Use readers(const Model& model, NodeId v) {
  Use use;
  for (NodeId u : model.cached())
    for_each_input(model.node(u), [&](NodeId i) {
      if (i == v) use.nodes.push_back(u);
    });
  for (std::size_t f = 0; f < model.factors().size(); ++f)
    for (std::size_t k = 0; k < model.factors()[f].args.size(); ++k)
      if (model.factors()[f].args[k] == v) use.factors.emplace_back(f, k);
  return use;
}

std::optional<MixtureKind> mixture(std::string_view distribution) {
  if (distribution == "normal") return MixtureKind::normal;
  if (distribution == "normal_scaled") return MixtureKind::scaled;
  if (distribution == "student_t" || distribution == "cauchy") return MixtureKind::student_t;
  if (distribution == "laplace") return MixtureKind::laplace;
  return std::nullopt;
}

std::optional<GaussianPart> match(const Model& model, NodeId linear, const LinearTerm& term) {
  const Node& node = model.node(term.source);
  const auto* p = node.as<ParameterNode>();
  if (!p || p->support != SupportKind::real) return std::nullopt;
  const Use use = readers(model, term.source);
  if (use.nodes.size() != 1 || use.nodes[0] != linear || use.factors.size() > 1) return std::nullopt;
  if (use.factors.empty()) return GaussianPart{term.source, term.columns, MixtureKind::flat, 0, true};
  const auto [f, argument] = use.factors[0];
  const Factor& factor = model.factors()[f];
  const auto kind = mixture(factor.distribution->name);
  if (!kind || argument != 0 || factor.size != node.size || !factor.weights.empty()) return std::nullopt;
  bool constant = true;
  for (std::size_t k = 1; k < factor.args.size(); ++k) constant = constant && model.is_data(factor.args[k]);
  const bool plain = *kind == MixtureKind::normal || *kind == MixtureKind::scaled;
  return GaussianPart{term.source, term.columns, *kind, f, constant && plain};
}

}  // namespace

std::size_t GaussianParts::size() const {
  std::size_t d = 0;
  for (const auto& p : parts) d += p.size();
  return d;
}

bool GaussianParts::fixed() const {
  return std::all_of(parts.begin(), parts.end(), [](const auto& p) { return p.fixed; });
}

std::optional<GaussianParts> find_gaussian_parts(const Model& model) {
  std::optional<GaussianParts> best;
  for (NodeId v : model.cached()) {
    const auto* linear = model.node(v).as<LinearNode>();
    if (!linear) continue;
    auto predictor = Predictor::find(model, v);
    if (!predictor) continue;
    GaussianParts found{std::move(*predictor), {}};
    for (const auto& t : linear->terms)
      if (auto part = match(model, v, t)) found.parts.push_back(std::move(*part));
    if (found.parts.empty()) continue;
    if (!best || found.size() > best->size()) best = std::move(found);
  }
  return best;
}

}  // namespace cggibbs
