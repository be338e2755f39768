// cggibbs explain: what a fit would do, without doing it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cggibbs/sample.hpp>
#include <cstdio>
#include <memory>

#include "base/counted.hpp"
#include "base/visible.hpp"
#include "cli/commands.hpp"
#include "cli/flags.hpp"
#include "cli/graph_file.hpp"
#include "cli/idle_options.hpp"
#include "cli/options.hpp"
#include "cli/tell.hpp"
#include "run/bill.hpp"
#include "run/model_dot.hpp"
#include "run/parameter_kernels.hpp"
#include "run/select_outputs.hpp"

namespace cggibbs {
namespace {

std::string contenders_text(const std::vector<Contender>& all) {
  std::string out;
  const std::size_t first = favourite(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const SamplerCandidate& c = all[i].sampler;
    out += fmt::format("  {:<16} {}\n", c.name,
                       !c.refused.empty() ? with_flags(c.refused)
                                          : fmt::format("a sweep costs about {:.2g} rows{}", c.sweep_cost,
                                                        i == first ? ": the favourite" : ""));
  }
  return out + "  (a fit tries those that may pay in short pilot runs, and says which it takes)\n";
}

/// Of the form of the model that runs: where pilots would choose, that of the sampler that sizes alone would.
void draw_graph(const std::string& file, const Prepared& p) {
  const bool open = !p.contenders.empty();
  const Contender* first = open ? &p.contenders[favourite(p.contenders)] : nullptr;
  const Model& model = open ? *first->model : *p.model;
  DotSettings settings;
  settings.title = p.problem.title;
  if (open)
    settings.title += fmt::format("; kernels of {}, the favourite of auto by sizes", first->sampler.name);
  settings.kernels =
      parameter_kernels(model, open ? first->sampler.gibbs : p.settings.chain.gibbs, p.settings.chain.warmup);
  std::size_t left_out = 0;
  write_graph_file(file, model_dot(model, settings, &left_out));
  if (left_out > 0)
    tell_note(stderr,
              fmt::format("{} shows the largest arrays and factors; {} are left out.", file, left_out));
}

int run_explain(const FitOptions& o, const std::string& plot_file) {
  if (!plot_file.empty()) check_graph_file(plot_file, input_files(o));
  const Prepared p = prepare_fit(o);
  if (!plot_file.empty()) draw_graph(plot_file, p);
  const Problem& problem = p.problem;
  std::string out = problem.title + "\n";
  for (const auto& note : problem.notes) out += "note: " + with_flags(note) + "\n";
  for (const auto& note : idle_options(o, p)) out += "note: " + note + "\n";
  for (const auto& w : problem.warnings) out += "warning: " + w + "\n";

  out += "\nPriors\n";
  for (const auto& line : problem.priors) out += fmt::format("  {:<26} {}\n", line.parameter, line.prior);
  if (!problem.units.empty())
    out += fmt::format("  ({}; summary-original.csv has the original scale)\n", problem.units);
  if (p.is_rotated())
    out += "  (sampled in rotated coordinates z, coefficients = R z; --decorrelate no turns this off)\n";

  out += fmt::format("\nSampler\n  {}\n", p.sampler + (o.block.empty() ? "" : ", except " + o.block));
  if (!p.contenders.empty()) out += contenders_text(p.contenders);
  out += "\n";
  out += explain(*p.model);
  const Bill bill = make_bill(*p.model, p.settings);
  out += fmt::format("\nMemory {} (data {}, chains {}), disk {} for {} x {} of {} quantities\n",
                     bytes_text(bill.memory()), bytes_text(bill.model_bytes), bytes_text(bill.chain_bytes),
                     bytes_text(bill.disk()), counted(p.settings.chains, "chain"),
                     counted(p.settings.draws, "draw"),
                     select_outputs(p.model->output_names(), p.settings.save).size());
  std::fputs(visible_lines(out).c_str(), stdout);
  return 0;
}

}  // namespace

void add_explain_command(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("explain", "Say what a fit would run: priors, nodes, plan, kernels, cost, memory");
  auto options = std::make_shared<FitOptions>();
  auto plot_file = std::make_shared<std::string>();
  add_model_options(*command, *options);
  add_program_options(*command, *options);
  add_sampling_options(*command, *options);
  command->add_option("--plot", *plot_file,
                      "picture of the compute graph: a file .svg, .png, .pdf (by Graphviz) or .dot");
  command->footer(R"(
Examples:
  cggibbs explain 'y ~ x1 + x2' data.csv --family bernoulli --plot graph.svg
  cggibbs explain genes.mat --prior horseshoe --draws 100000)");
  command->callback([command, options, plot_file, &action] {
    note_given(*command, *options);
    action = [options, plot_file] { return run_explain(*options, *plot_file); };
  });
}

}  // namespace cggibbs
