// A model and its plan in words.
#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/sample.hpp>
#include <string>
#include <vector>

#include "graph/plan.hpp"
#include "graph/state.hpp"

namespace cggibbs {
namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const auto& p : parts) text += (text.empty() ? "" : ", ") + p;
  return text;
}

/// What a candidate for one coordinate of the parameter reads.
std::string reads(const ParameterPlan& plan, const Model& model) {
  std::vector<std::string> parts;
  for (const auto& c : plan.fused)
    parts.push_back(fmt::format("fused linear -> {}{}", c.maps.empty() ? "" : "map -> ",
                                model.factors()[c.factor].distribution->name));
  for (const auto& f : plan.factors)
    parts.push_back(fmt::format("{}{}", model.factors()[f.factor].distribution->name,
                                f.mode == FactorMode::stats ? " (statistics)" : ""));
  if (!plan.nodes.empty()) parts.push_back(fmt::format("{} nodes", plan.nodes.size()));
  return joined(parts);
}

double naive_rows(const Model& model) {
  State state = make_state(model);
  Work work;
  naive_log_density(model, state.values.data(), work);
  return static_cast<double>(work.rows) * static_cast<double>(model.n_coordinates());
}

}  // namespace

std::string explain(const Model& model) {
  std::string out = "Nodes\n";
  for (NodeId v = 0; v < model.nodes().size(); ++v) {
    const Node& node = model.node(v);
    if (model.is_data(v)) continue;
    const bool derived = std::ranges::binary_search(model.derived(), v);
    out += fmt::format("  {:<20} {:>9}  {}{}\n", node.name, node.size, describe(node),
                       derived ? "  (only recorded)" : "");
  }
  out += "\nFactors\n";
  for (const auto& f : model.factors())
    out += fmt::format("  {:<20} {:>9}{}{}{}\n", f.distribution->name, f.size,
                       f.weights.empty() ? "" : "  weighted", f.stats ? "  sufficient statistics" : "",
                       f.merged.given == 0 ? "" : fmt::format("  merged from {} rows", f.merged.given));
  if (!model.forward().empty()) {
    out += "\nDrawn forward, once per recorded draw: no data speak of these\n";
    for (const auto& f : model.forward())
      out +=
          fmt::format("  {:<20} {:>9}  from {}\n", model.node(f.args[0]).name, f.size, f.distribution->name);
  }
  out += "\nUpdates: rows read by one evaluation of a coordinate\n";
  const Plan plan(model);
  double total = 0;
  for (const auto& pp : plan.all()) {
    const Node& node = model.node(pp.parameter);
    double sum = 0;
    for (std::uint32_t k = 0; k < node.size; ++k)
      sum += static_cast<double>(plan.rows_per_evaluation({pp.parameter, k}));
    total += sum;
    out += fmt::format("  {:<20} {:>9} {:>9.1f}  {}\n", node.name, node.size,
                       sum / static_cast<double>(node.size), reads(pp, model));
  }
  out += fmt::format("one evaluation of every coordinate reads {:.3g} rows; recomputing everything, {:.3g}\n",
                     total, naive_rows(model));
  return out;
}

}  // namespace cggibbs
