// cggibbs summary: the table of a finished run, or of any Stan CSV files.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <cstdio>
#include <memory>

#include "base/counted.hpp"
#include "base/suggest.hpp"
#include "cli/commands.hpp"
#include "cli/interval.hpp"
#include "cli/list_option.hpp"
#include "cli/summary_inputs.hpp"
#include "cli/table.hpp"
#include "cli/tell.hpp"
#include "run/select_outputs.hpp"
#include "run/summary_table.hpp"

namespace cggibbs {
namespace {

struct SummaryOptions {
  std::vector<std::string> inputs;
  std::string sort = "file";
  std::int64_t top = 0;
  std::vector<std::string> variables;
  double interval = 90;
};

int run_summary(const SummaryOptions& o) {
  if (o.top < 0) throw Error(fmt::format("--top {} must not be negative.", o.top));
  const double interval = checked_interval(o.interval);
  const std::vector<std::string> orders{"file", "name", "ess", "rhat", "mean", "effect"};
  if (std::find(orders.begin(), orders.end(), o.sort) == orders.end())
    throw Error(fmt::format("--sort: unknown order '{}'.{} Use file, name, ess, rhat, mean or effect.",
                            o.sort, did_you_mean(o.sort, orders)));
  const SummaryInputs inputs = read_summary_inputs(o.inputs);
  for (const auto& note : inputs.notes) tell_note(stderr, note);
  const auto& names = inputs.names;
  const auto chosen = select_outputs(names, o.variables, "--var");
  std::vector<Summary> summaries(names.size());
  for (std::size_t j : chosen) summaries[j] = inputs.summary(j, interval);
  std::vector<std::size_t> order = chosen;
  const auto sort_by = [&](auto key) {
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
      const double x = key(summaries[a]);
      const double y = key(summaries[b]);
      return std::isnan(y) ? !std::isnan(x) : x < y;
    });
  };
  if (o.sort == "name")
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return names[a] < names[b]; });
  if (o.sort == "ess") sort_by([](const Summary& s) { return std::fmin(s.ess_bulk, s.ess_tail); });
  if (o.sort == "rhat") sort_by([](const Summary& s) { return -s.rhat; });
  if (o.sort == "mean") sort_by([](const Summary& s) { return -s.mean; });
  if (o.sort == "effect") sort_by([](const Summary& s) { return -effect_size(s); });
  if (o.top > 0 && order.size() > static_cast<std::size_t>(o.top))
    order.resize(static_cast<std::size_t>(o.top));

  std::vector<std::vector<std::string>> rows;
  for (std::size_t j : order) rows.push_back(summary_cells(names[j], summaries[j], interval));
  std::fputs(text_table(summary_header(interval), rows, summary_style()).c_str(), stdout);
  std::fputs(fmt::format("\n{} x {}, {} of {} parameters\n", counted(inputs.n_chains, "chain"),
                         counted(inputs.draws, "draw"), order.size(), names.size())
                 .c_str(),
             stdout);
  for (const auto& w : inputs.warnings) tell_warning(stdout, w);
  return 0;
}

}  // namespace

void add_summary_command(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("summary", "Print the summary of a run directory or of Stan CSV files");
  auto o = std::make_shared<SummaryOptions>();
  command
      ->add_option("inputs", o->inputs, "directories with chain-1.csv, ..., or Stan CSV files of any program")
      ->required()
      ->type_name("DIR...");
  command->add_option(
      "--sort", o->sort,
      "file (default), name, ess (worst first), rhat (worst first), mean, effect (|median|/mad)");
  command->add_option("--top", o->top, "only the first so many rows");
  add_interval_option(*command, o->interval);
  add_list_option(*command, "--var", o->variables, "only these parameters, with * and ?");
  command->footer(R"(
Examples:
  cggibbs summary out/
  cggibbs summary out/ --sort ess --top 10
  cggibbs summary out/ --var 'sd(*)'
  cggibbs summary stan-1.csv stan-2.csv

Columns as in R's posterior package: rank-normalised split R-hat, bulk and tail ESS.)");
  command->callback([o, &action] { action = [o] { return run_summary(*o); }; });
}

}  // namespace cggibbs
