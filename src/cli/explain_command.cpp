// cggibbs explain: what a fit would do, without doing it.
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>

#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "cli/table.hpp"
#include "run/bill.hpp"

namespace cggibbs {
namespace {

std::string kind_of(const Node& node) {
  if (node.as<ParameterNode>()) return "parameter";
  if (node.as<DataNode>()) return "data";
  if (const auto* l = node.as<LinearNode>()) {
    std::string parts;
    for (const auto& t : l->terms)
      parts += fmt::format(
          "{}{} x {} {}", parts.empty() ? "" : " + ", t.columns->rows(), t.columns->cols(),
          t.columns->dense() ? "dense" : fmt::format("sparse ({} entries)", t.columns->entries()));
    return fmt::format("linear: {}{}", parts, l->offset.empty() ? "" : " + offset");
  }
  if (const auto* m = node.as<MapNode>()) return fmt::format("map: {}", name(m->op));
  return "reduce";
}

std::string update_of(const ParameterPlan& plan, const Model& model) {
  std::vector<std::string> parts;
  for (const auto& c : plan.chains)
    parts.push_back(fmt::format("fused linear -> {}{}", c.maps.empty() ? "" : "map -> ",
                                model.factors()[c.factor].distribution->name));
  for (const auto& f : plan.factors)
    parts.push_back(fmt::format("{}{}", model.factors()[f.factor].distribution->name,
                                f.mode == FactorMode::stats ? " (statistics)" : ""));
  if (!plan.nodes.empty()) parts.push_back(fmt::format("{} nodes", plan.nodes.size()));
  std::string text;
  for (const auto& p : parts) text += (text.empty() ? "" : ", ") + p;
  return text;
}

int run_explain(const FitOptions& o) {
  const Prepared p = prepare(o);
  const Model& model = *p.glm.model;
  const Plan plan(model);
  std::string out = fmt::format("{} with {} link, {} rows{}\n", name(p.glm.family), name(p.glm.link), p.rows,
                                p.dropped ? fmt::format(" ({} with missing values dropped)", p.dropped) : "");
  for (const auto& w : p.glm.warnings) out += "warning: " + w + "\n";

  out += "\nPriors\n";
  std::vector<std::vector<std::string>> rows;
  for (const auto& line : p.glm.priors) rows.push_back({"  " + line.parameter, line.prior});
  for (const auto& r : rows) out += fmt::format("{:<28} {}\n", r[0], r[1]);
  if (!p.glm.scaling.centre.empty())
    out += fmt::format("  (on columns scaled by {}; summary-original.csv has the original scale)\n",
                       p.glm.scaling.rule == Standardize::zscore ? "zscore" : "maxabs");
  if (p.glm.decorrelated)
    out += "  (sampled in rotated coordinates z, coefficients = R z; --decorrelate no turns this off)\n";

  out += "\nNodes\n";
  for (const auto& node : model.nodes())
    out += fmt::format("  {:<22} {:>9}  {}\n", node.name.empty() ? "" : node.name, node.size, kind_of(node));
  out += "\nFactors\n";
  for (const auto& f : model.factors())
    out += fmt::format("  {:<22} {:>9}{}{}\n", f.distribution->name, f.size,
                       f.weights.empty() ? "" : "  weighted", f.stats ? "  sufficient statistics" : "");

  out += "\nUpdates\n";
  rows.clear();
  double total = 0;
  for (const auto& pp : plan.all()) {
    const Node& node = model.node(pp.parameter);
    double sum = 0;
    for (std::uint32_t k = 0; k < node.size; ++k)
      sum += static_cast<double>(plan.rows_per_evaluation({pp.parameter, k}));
    total += sum;
    rows.push_back({"  " + node.name, fmt::format("{}", node.size),
                    std::string(kernel_name(*node.as<ParameterNode>(), p.settings.chain.gibbs)),
                    fmt::format("{:.0f}", sum / static_cast<double>(node.size)), update_of(pp, model)});
  }
  out += text_table({"  parameter", "coordinates", "kernel", "rows per evaluation", "reads"}, rows);
  out += fmt::format(
      "one evaluation of every coordinate reads {:.3g} rows; a naive evaluator would read {:.3g}\n", total,
      [&] {
        State state = make_state(model);
        Work work;
        naive_log_density(model, state.values.data(), work);
        return static_cast<double>(work.rows) * static_cast<double>(model.n_coordinates());
      }());
  const Bill bill = make_bill(model, p.settings);
  out += fmt::format("\nMemory {} (data {}, chains {}), disk {} for {} chains x {} draws of {} quantities\n",
                     bytes_text(bill.memory()), bytes_text(bill.model_bytes), bytes_text(bill.chain_bytes),
                     bytes_text(bill.disk()), p.settings.chains, p.settings.draws,
                     select_outputs(model.output_names(), p.settings.save).size());
  std::fputs(out.c_str(), stdout);
  return 0;
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("explain", "Say what a fit would run: priors, nodes, plan, kernels, cost, memory");
  auto options = std::make_shared<FitOptions>();
  add_model_options(*command, *options);
  add_sampling_options(*command, *options);
  command->callback([command, options, &action] {
    options->draws_given = command->count("--draws") > 0;
    options->seed_given = true;
    action = [options] { return run_explain(*options); };
  });
}

}  // namespace cggibbs
