// Matching predictors, priors and scales. Every node and reading is looked at a bounded number of times.
#include "graph/structure.hpp"

#include <algorithm>
#include <utility>

#include "distributions/event.hpp"
#include "graph/find_conjugate.hpp"
#include "graph/find_horseshoe.hpp"
#include "graph/find_path.hpp"
#include "graph/find_series.hpp"

namespace cggibbs {
namespace {

std::optional<MixtureKind> mixture(const Distribution* distribution) {
  static const std::pair<const Distribution*, MixtureKind> kinds[] = {
      {find_distribution("normal"), MixtureKind::normal},
      {find_distribution("normal_scaled"), MixtureKind::scaled},
      {find_distribution("student_t"), MixtureKind::student_t},
      {find_distribution("cauchy"), MixtureKind::cauchy},
      {find_distribution("laplace"), MixtureKind::laplace}};
  for (const auto& [d, kind] : kinds)
    if (d == distribution) return kind;
  return std::nullopt;
}

void find_scales(const Model& model, GaussianPart& part) {
  const bool correlated = part.kind == MixtureKind::correlated;
  const bool plain = part.kind == MixtureKind::normal || part.kind == MixtureKind::scaled || correlated;
  if (part.fixed || !plain || part.size() < 2 || part.horseshoe) return;
  // What the mean and the standard deviation are computed from.
  const auto& args = model.factors()[part.factor].args;
  for (NodeId v : behind(model, {args.begin() + 1, args.end()})) {
    const Node& node = model.node(v);
    if (const auto* p = node.as<ParameterNode>()) {
      if (p->support == SupportKind::positive && node.size == 1)
        part.scales.push_back(v);
      else if (correlated)
        part.correlations.push_back(v);
    } else if (!model.is_data(v)) {
      part.between.push_back(v);
    }
  }
}

bool constant_arguments(const Model& model, const Factor& factor) {
  return std::all_of(factor.args.begin() + 1, factor.args.end(), [&](NodeId a) { return model.is_data(a); });
}

/// Events whose factor is one matrix, the same for all.
std::optional<GaussianPart> match_events(const Model& model, const LinearTerm& term, std::size_t f) {
  static const Distribution* const cholesky = find_event_distribution("multi_normal_cholesky");
  const Factor& factor = model.factors()[f];
  if (factor.distribution != cholesky || model.node(factor.args[2]).size != factor.event[2] ||
      model.node(term.source).size != factor.size * factor.event[0])
    return std::nullopt;
  GaussianPart part{term.source, term.columns, MixtureKind::correlated, f, constant_arguments(model, factor)};
  part.event = factor.event[0];
  find_scales(model, part);
  return part;
}

std::optional<GaussianPart> match(const Model& model, const PredictorPath& path, const LinearTerm& term) {
  const Node& node = model.node(term.source);
  const auto* p = node.as<ParameterNode>();
  if (!p || p->support != SupportKind::real) return std::nullopt;
  const Readers readers = model.readers(term.source);
  if (readers.nodes.size() != 1 || readers.factors.size() > 1) return std::nullopt;
  if (readers.factors.empty()) return GaussianPart{term.source, term.columns, MixtureKind::flat, 0, true};
  const auto [f, argument] = readers.factors[0];
  if (f == path.factor) return std::nullopt;  // a prior whose own mean or scale it moves
  const Factor& factor = model.factors()[f];
  if (argument != 0 || !factor.weights.empty()) return std::nullopt;
  if (!factor.event.empty()) return match_events(model, term, f);
  const auto kind = mixture(factor.distribution);
  if (!kind || factor.size != node.size) return std::nullopt;
  const bool plain = *kind == MixtureKind::normal || *kind == MixtureKind::scaled;
  GaussianPart part{term.source, term.columns, *kind, f, plain && constant_arguments(model, factor)};
  part.horseshoe = find_horseshoe(model, part);
  find_scales(model, part);
  return part;
}

}  // namespace

std::size_t LinearPredictor::size() const {
  std::size_t d = 0;
  for (const auto& p : parts) d += p.size();
  return d;
}

bool LinearPredictor::fixed() const {
  return std::all_of(parts.begin(), parts.end(), [](const auto& p) { return p.fixed; });
}

LinearPredictor LinearPredictor::independent() const {
  LinearPredictor out = *this;
  std::erase_if(out.parts, [](const auto& p) { return p.kind == MixtureKind::correlated; });
  return out;
}

std::vector<LinearPredictor> with_members(const Model& model, std::vector<LinearPredictor> predictors,
                                          const std::vector<NodeId>& members) {
  std::vector<char> given(model.nodes().size());
  for (NodeId p : members) given[p] = true;
  for (auto& p : predictors)
    std::erase_if(p.parts, [&](const GaussianPart& part) { return !given[part.parameter]; });
  std::erase_if(predictors, [](const LinearPredictor& p) { return p.parts.empty(); });
  return predictors;
}

std::vector<LinearPredictor> predictors_with(const Model& model, const std::vector<NodeId>& members) {
  return with_members(model, model.structure().predictors(), members);
}

Structure::Structure(const Model& model) : conjugate_(find_conjugate(model)), labels_(find_labels(model)) {
  for (NodeId v : model.cached()) {
    const auto* linear = model.node(v).as<LinearNode>();
    if (!linear) continue;
    auto path = find_path(model, v);
    if (!path) continue;
    LinearPredictor found{std::move(*path), {}};
    for (const auto& t : linear->terms)
      if (auto part = match(model, found.path, t)) found.parts.push_back(std::move(*part));
    if (!found.parts.empty()) predictors_.push_back(std::move(found));
  }
  if (predictors_.size() > 1) std::erase_if(predictors_, [](const auto& p) { return p.path.rows == 1; });
  with_series_ = predictors_;
  add_series(model, with_series_);
}

}  // namespace cggibbs
