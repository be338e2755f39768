// cggibbs summary: the table of any Stan CSV files, ours or others'.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <numeric>

#include "base/suggest.hpp"
#include "cli/commands.hpp"
#include "cli/table.hpp"
#include "diagnostics/summary.hpp"
#include "io/stan/stan_csv_reader.hpp"
#include "run/output_folder.hpp"
#include "run/select_outputs.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

struct SummaryOptions {
  std::vector<std::string> inputs;
  std::string sort = "file";
  std::int64_t top = 0;
  std::vector<std::string> variables;
  bool with_sampler = false;
};

/// chain-K.csv in order of K; in other directories every CSV file that holds a chain.
std::vector<fs::path> chain_files(const std::string& input) {
  if (!fs::is_directory(input)) return {input};
  complete_change(input);
  std::vector<fs::path> ours;
  for (std::size_t k = 1; fs::exists(fs::path(input) / fmt::format("chain-{}.csv", k)); ++k)
    ours.push_back(fs::path(input) / fmt::format("chain-{}.csv", k));
  if (!ours.empty()) return ours;
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(input))
    if (entry.path().extension() == ".csv") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  if (all.empty())
    throw Error(fmt::format("{}: there are no chain files (chain-1.csv, ...) in this directory.", input));
  return all;
}

int run_summary(const SummaryOptions& o) {
  if (o.top < 0) throw Error(fmt::format("--top {} must not be negative.", o.top));
  const std::vector<std::string> orders{"file", "name", "ess", "rhat", "mean", "effect"};
  if (std::find(orders.begin(), orders.end(), o.sort) == orders.end())
    throw Error(fmt::format("--sort: unknown order '{}'.{} Use file, name, ess, rhat, mean or effect.",
                            o.sort, did_you_mean(o.sort, orders)));
  std::vector<StanCsv> chains;
  for (const auto& input : o.inputs)
    for (const auto& path : chain_files(input)) {
      chains.push_back(read_stan_csv(path));
      if (chains.back().names != chains.front().names)
        throw Error(fmt::format(
            "{}: its columns differ from those of the first file; summaries need chains of one model.",
            path.string()));
    }
  std::size_t draws = chains.front().rows;
  for (const auto& c : chains) draws = std::min(draws, c.rows);
  if (draws == 0) throw Error("a chain has no draws after warmup.");

  const auto& names = chains.front().names;
  const auto chosen = select_outputs(names, o.variables, "--var");
  std::vector<Summary> summaries(names.size());
  for (std::size_t j : chosen) {
    std::vector<std::span<const double>> x;
    for (const auto& c : chains) x.push_back(c.column(j).subspan(0, draws));
    summaries[j] = summarize(x);
  }
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
  for (std::size_t j : order) rows.push_back(summary_cells(names[j], summaries[j]));
  std::fputs(text_table(summary_header(), rows).c_str(), stdout);
  std::fputs(fmt::format("\n{} chains x {} draws, {} of {} parameters\n", chains.size(), draws, order.size(),
                         names.size())
                 .c_str(),
             stdout);
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
  command->add_option("--var", o->variables, "only these parameters, with * and ?")
      ->delimiter(',')
      ->allow_extra_args(false);
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
