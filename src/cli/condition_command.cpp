// cggibbs condition: the condition numbers of a posterior, and what they mean for samplers.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "base/visible.hpp"
#include "cli/checks.hpp"
#include "cli/commands.hpp"
#include "cli/covariance_file.hpp"
#include "cli/display.hpp"
#include "cli/flags.hpp"
#include "cli/list_option.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/read_problem.hpp"
#include "cli/summary_inputs.hpp"
#include "cli/tell.hpp"
#include "cli/terminal.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/text_file.hpp"
#include "run/mode.hpp"
#include "run/record.hpp"
#include "run/select_outputs.hpp"
#include "theory/condition_numbers.hpp"
#include "theory/draws_covariance.hpp"

namespace cggibbs {
namespace {

/// Bounds of kappa_r so close are one figure of four digits.
constexpr double told_gap = 5e-4;

struct ConditionOptions {
  FitOptions fit;
  bool precision = false;
  std::string at = "draws";
  double gap = 0;
  std::vector<std::string> variables;
  std::string json;
};

/// A covariance, whose it is, and what to say about it.
struct Conditioned {
  std::string title;
  Eigen::MatrixXd covariance;
  std::vector<std::string> names;
  std::vector<std::string> warnings;
  nlohmann::json facts = nlohmann::json::object();
};

Conditioned from_draws(const std::vector<std::string>& inputs, const std::vector<std::string>& variables) {
  const SummaryInputs runs = read_summary_inputs(inputs);
  for (const auto& note : runs.notes) tell_note(stderr, note);
  if (runs.chains.empty())
    throw Error(
        fmt::format("{}: the run has kept no draws (--summary-only). Fit again without that.", inputs[0]));
  const auto chosen = select_outputs(runs.names, variables, "--var");
  std::vector<double> ess;
  for (std::size_t j : chosen)
    if (const double e = runs.summary(j, 0).ess_bulk; e > 0) ess.push_back(e);
  std::sort(ess.begin(), ess.end());
  const std::size_t total = runs.draws * runs.n_chains;
  const double effective = ess.empty() ? 0 : std::clamp(ess[ess.size() / 2], 1.0, static_cast<double>(total));
  // Draws that repeat each other would pass for many.
  const auto thin =
      static_cast<std::size_t>(std::max(1.0, static_cast<double>(total) / std::max(effective, 4.0)));
  const std::size_t per_chain = (runs.draws + thin - 1) / thin, n = per_chain * runs.n_chains;
  const std::size_t d = chosen.size();
  std::vector<double> x(n * d);
  for (std::size_t k = 0; k < d; ++k)
    for (std::size_t c = 0; c < runs.n_chains; ++c)
      for (std::size_t t = 0; t < per_chain; ++t)
        x[k * n + c * per_chain + t] = runs.chains[c].column(chosen[k])[t * thin];
  const DrawsCovariance estimate = draws_covariance(n, d, x);
  if (estimate.kept.empty())
    throw Error(fmt::format("{}: there is nothing to compute a covariance from: {} of {}.", inputs[0],
                            counted(n, "draw"), d == 1 ? "1 quantity" : fmt::format("{} quantities", d)));
  Conditioned out;
  out.covariance = estimate.covariance;
  for (std::size_t k : estimate.kept) out.names.push_back(runs.names[chosen[k]]);
  out.title = fmt::format("{}: covariance of {} quantities from {} nearly independent draws", inputs[0],
                          out.names.size(), n);
  if (out.names.size() < d)
    out.warnings.push_back(
        fmt::format("{} of {} quantities are left out: they never change, or are sums of others.",
                    d - out.names.size(), d));
  if (estimate.rough) {
    const double ratio = std::sqrt(static_cast<double>(out.names.size()) / static_cast<double>(n));
    out.warnings.push_back(fmt::format(
        "few draws for {} quantities: {}. {}. Read the figures as orders of magnitude, or draw more.",
        out.names.size(),
        ratio < 1 ? fmt::format("independent quantities would show kappa near {:.2g} by chance",
                                std::pow((1 + ratio) / (1 - ratio), 2))
                  : "the plain covariance of so few is singular",
        estimate.shrinkage > 0 ? fmt::format("Correlations are shrunk by {:.0f}%", 100 * estimate.shrinkage)
                               : std::string("Nothing is shrunk")));
  }
  out.facts = {{"draws", n}, {"shrinkage", estimate.shrinkage}, {"rough", estimate.rough}};
  return out;
}

Conditioned at_mode(const FitOptions& o) {
  const Problem problem = read_problem(o, parse_seed(o.seed));
  for (const auto& w : problem.warnings) tell_warning(stderr, with_flags(w));
  const Mode mode = find_mode(*problem.model);
  const ScaledMatrix precision(mode.precision, "the matrix of second derivatives at the mode");
  Conditioned out;
  out.title = fmt::format("{}: inverse of the second derivatives at the mode, {}", problem.title,
                          counted(mode.names.size(), "coordinate"));
  out.covariance = precision.precision();
  out.names = mode.names;
  return out;
}

Conditioned from_file(const ConditionOptions& o) {
  const std::string& path = o.fit.inputs[0];
  const CovarianceFile file = read_covariance_file(path, o.precision, o.fit.x_name);
  Conditioned out;
  out.title = fmt::format("{}: {} matrix, {}", path, o.precision ? "precision" : "covariance",
                          counted(file.names.size(), "coordinate"));
  out.covariance = file.covariance();
  out.names = file.names;
  return out;
}

bool holds_draws_of_a_run(const std::string& path) {
  constexpr std::size_t enough = 65536;
  return std::filesystem::is_directory(path) ||
         (std::filesystem::is_regular_file(path) && looks_like_stan_csv(read_file_start(path, enough)));
}

Conditioned read_conditioned(const ConditionOptions& o) {
  if (parse_choice(o.at, {"draws", "mode"}, "--at") == 1) return at_mode(o.fit);
  const auto& inputs = o.fit.inputs;
  const bool draws = std::all_of(inputs.begin(), inputs.end(), holds_draws_of_a_run);
  if (draws) return from_draws(inputs, o.variables);
  if (inputs.size() > 1)
    throw Error(
        "give the directory of a run, or one file with a covariance matrix; for a model that is not fitted, "
        "FORMULA DATA with --at mode.");
  return from_file(o);
}

std::string condition_text(const ConditionNumbers& c, std::size_t size) {
  const auto d = static_cast<double>(size);
  const bool one = c.r.upper <= c.r.lower * (1 + told_gap);
  const auto line = [](const char* name, const std::string& value, const char* what) {
    return fmt::format("{:<9}  {:>14}  {}\n", name, value, what);
  };
  const auto digits = [](double value) { return fmt::format("{:.4g}", value); };
  std::string out = line("kappa", digits(c.kappa), "largest over smallest eigenvalue of the covariance");
  out += line("kappa_cor", digits(c.kappa_cor), "the same of the correlations");
  out +=
      one ? line("kappa_r", digits(c.r.upper), "the least over all diagonal scalings, proven to these digits")
          : line("kappa_r", fmt::format("{:.4g}-{:.4g}", c.r.lower, c.r.upper),
                 "the least over all diagonal scalings, between proven bounds");
  out += fmt::format(
      "\nGibbs, one coordinate at a time, does not see units: about kappa_r = {:.2g} sweeps per effective "
      "draw.\n"
      "HMC and NUTS with a unit metric: about kappa^(1/2) d^(1/4) = {:.2g} gradients; with a diagonal "
      "metric, once "
      "it is learnt,\nkappa_cor^(1/2) d^(1/4) = {:.2g}. On the graph a sweep costs about as much as a "
      "gradient. "
      "These are orders of magnitude.\n",
      c.r.upper, std::sqrt(c.kappa) * std::pow(d, 0.25), std::sqrt(c.kappa_cor) * std::pow(d, 0.25));
  return out;
}

int run_condition(const ConditionOptions& o) {
  if (o.gap != 0 && !(o.gap >= 1e-6 && o.gap <= 1))
    throw Error(fmt::format("--gap {} must be between 0.000001 and 1: it is upper / lower - 1.", o.gap));
  auto inputs = input_files(o.fit);
  inputs.insert(inputs.end(), o.fit.inputs.begin(), o.fit.inputs.end());
  check_output_files({{"--json", o.json, "{\n  \"dimension\":"}}, inputs);
  const Conditioned input = read_conditioned(o);
  for (const auto& w : input.warnings) tell_warning(stderr, w);
  ScalingSettings settings;
  settings.gap = o.gap > 0 ? o.gap : input.names.size() > 150 ? 0.005 : 1e-5;
  Display display(parse_display(o.fit.progress, o.fit.quiet, is_terminal(STDERR_FILENO)));
  const auto begin = std::chrono::steady_clock::now();
  settings.progress = [&](double, double lower, double upper) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    display.show_bounds("kappa_r", lower, upper, passed.count());
  };
  const ConditionNumbers c =
      condition_numbers(ScaledMatrix(input.covariance, "the covariance matrix"), settings);
  display.close();
  std::fputs((visible(input.title) + "\n\n" + condition_text(c, input.names.size())).c_str(), stdout);
  // What is asked for unasked is more than the digits that are told.
  const double expected = o.gap > 0 ? o.gap : std::max(settings.gap, told_gap);
  if (c.r.upper > c.r.lower * (1 + expected) * (1 + 1e-5))
    tell_note(stderr,
              fmt::format("kappa_r is between {:.4g} and {:.4g}, {:.2g}% apart after {} steps; {:.2g}% were "
                          "asked for, but {}.",
                          c.r.lower, c.r.upper, 100 * (c.r.upper / c.r.lower - 1), c.r.steps, 100 * expected,
                          c.r.work >= settings.most_work || c.r.steps >= settings.most_steps
                              ? "that is as much work as one figure gets"
                              : "the bounds come no closer: rounding, most likely"));
  if (!o.json.empty()) {
    nlohmann::json j = input.facts;
    j["dimension"] = input.names.size();
    j["kappa"] = c.kappa;
    j["kappa_cor"] = c.kappa_cor;
    j["kappa_r"] = {{"lower", c.r.lower}, {"upper", c.r.upper}};
    j["names"] = input.names;
    j["scale"] = std::vector<double>(c.r.scale.begin(), c.r.scale.end());
    write_text_atomically(o.json, record_text(j));
  }
  return 0;
}

}  // namespace

void add_condition_command(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "condition", "Condition numbers of a posterior, from draws, a covariance file or the mode of a model");
  auto o = std::make_shared<ConditionOptions>();
  add_model_options(*command, o->fit);
  command->get_option("inputs")
      ->description(
          "directory of a run, or a file with a covariance matrix (.csv .mtx .npz .mat),\nor FORMULA DATA "
          "with --at mode")
      ->type_name("DIR|FILE");
  command->add_flag("--precision", o->precision, "the file holds the inverse of the covariance");
  command->add_option("--at", o->at,
                      "mode: of the model that the other options describe, as for fit; draws (default)");
  add_list_option(*command, "--var", o->variables, "draws: only these parameters, with * and ?");
  command->add_option(
      "--gap", o->gap,
      "of the bounds of kappa_r, upper / lower - 1 (default 0.00001; 0.005 above 150 coordinates)");
  command->add_option("--json", o->json, "JSON file: the numbers, and the best scaling");
  command->add_option("--progress", o->fit.progress, "auto (default), bar, plain, json or none");
  command->add_flag("--quiet", o->fit.quiet, "no progress");
  command->footer(R"(
Examples:
  cggibbs condition out/
  cggibbs condition covariance.csv
  cggibbs condition precision.mtx --precision --json condition.json
  cggibbs condition 'y ~ x1 + x2' data.csv --family bernoulli --at mode

What the numbers mean: docs/theory.md.)");
  command->callback([command, o, &action] {
    note_given(*command, o->fit);
    action = [o] { return run_condition(*o); };
  });
}

}  // namespace cggibbs
