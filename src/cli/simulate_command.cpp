// cggibbs simulate: synthetic data sets with known coefficients.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cggibbs/error.hpp>
#include <charconv>
#include <cstdio>
#include <memory>

#include "base/visible.hpp"
#include "cli/checks.hpp"
#include "cli/commands.hpp"
#include "cli/simulated_files.hpp"
#include "io/file/memory_limit.hpp"
#include "models/simulate.hpp"

namespace cggibbs {
namespace {

struct SimulateOptions {
  std::string family = "gaussian";
  std::string link;
  std::string shape = "plain";
  std::int64_t rows = 100, cols = 5, groups = 0, signal = -1, trials = 10;
  bool signal_given = false;
  bool effect_given = false;
  bool trials_given = false;
  bool dispersion_given = false;
  double sparsity = 0, correlation = 0, effect = 1, intercept = 0, dispersion = 1;
  std::string coefficients;
  std::string seed;
  std::string output;
};

constexpr std::int64_t most = 4'000'000'000;

std::vector<double> parse_list(const std::string& text, const std::string& option) {
  std::vector<double> values;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    std::string part = text.substr(start, end - start);
    start = end + 1;
    std::erase(part, ' ');
    double x = 0;
    const auto [stop, code] = std::from_chars(part.data(), part.data() + part.size(), x);
    if (code != std::errc{} || stop != part.data() + part.size())
      throw Error(fmt::format("{}: '{}' is not a number. Write numbers with commas, as in '1,-0.5,0'.",
                              option, part));
    values.push_back(x);
  }
  return values;
}

SimulateSettings settings_of(const SimulateOptions& o, bool cols_given) {
  SimulateSettings s;
  s.family = parse_family(o.family);
  if (!o.link.empty()) s.link = parse_link(o.link);
  s.shape = static_cast<Shape>(parse_choice(o.shape, {"plain", "genes"}, "--shape"));
  s.rows = in_range(o.rows, 1, most, "--rows");
  s.cols = in_range(o.cols, 1, most, "--cols");
  s.sparsity = o.sparsity;
  s.correlation = o.correlation;
  s.groups = in_range(o.groups, 0, most, "--groups");
  s.effect = o.effect;
  s.intercept = o.intercept;
  s.dispersion = o.dispersion;
  s.trials = in_range(o.trials, 1, most, "--trials");
  if (!o.coefficients.empty()) {
    if (o.signal_given || o.effect_given)
      throw Error("--coefficients gives every coefficient; leave --signal and --effect away.");
    s.coefficients = parse_list(o.coefficients, "--coefficients");
    if (!cols_given) s.cols = s.coefficients.size();
  }
  if (o.signal_given) s.signal = in_range(o.signal, 0, most, "--signal");
  if (o.trials_given && !family_row(s.family).has_trials)
    throw Error(fmt::format("--trials is for --family binomial, not {}.", name(s.family)));
  if (o.dispersion_given && dispersion_names(s.family).empty())
    throw Error(fmt::format("--dispersion: family {} has no dispersion parameter.", name(s.family)));
  s.seed = parse_seed(o.seed);
  return s;
}

int run_simulate(const SimulateOptions& o, bool cols_given) {
  const SimulateSettings s = settings_of(o, cols_given);
  const SimulatedFiles files = plan_files(o.output, s);
  check_files(files);
  // The numbers, and their text of some twenty characters each.
  const double cells = static_cast<double>(s.rows) * static_cast<double>(s.cols) * (1 - s.sparsity);
  require_memory(32 * (cells + static_cast<double>(s.rows) + static_cast<double>(s.cols)), o.output,
                 "the data set");
  write_files(files, simulate(s));
  std::fputs(visible_lines(describe_files(files, s)).c_str(), stdout);
  return 0;
}

}  // namespace

void add_simulate_command(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("simulate", "Write a synthetic data set and its true coefficients");
  auto o = std::make_shared<SimulateOptions>();
  const auto response = "Response";
  command
      ->add_option("--family", o->family,
                   fmt::format("{} (default: gaussian)", fmt::join(family_names(), ", ")))
      ->group(response);
  command
      ->add_option("--link", o->link,
                   "identity, log, logit, probit, cloglog, inverse, sqrt (default: the family's)")
      ->group(response);
  command->add_option("--intercept", o->intercept, "default 0")->group(response);
  command->add_option("--signal", o->signal, "coefficients that are not zero (default 10 at most)")
      ->group(response);
  command->add_option("--effect", o->effect, "their size, with alternating signs (default 1)")
      ->group(response);
  command->add_option("--coefficients", o->coefficients, "all of them, as in '1,-0.5,0'; sets --cols too")
      ->group(response);
  command
      ->add_option("--dispersion", o->dispersion, "sigma, phi or shape, where the family has one (default 1)")
      ->group(response);
  command->add_option("--trials", o->trials, "of each binomial response (default 10)")->group(response);
  command
      ->add_option("--groups", o->groups, "adds a column `group` of so many levels, with effects of sd 0.5")
      ->group(response);

  const auto predictors = "Predictors";
  command->add_option("-n,--rows", o->rows, "default 100")->group(predictors);
  auto* cols = command->add_option("-d,--cols", o->cols, "default 5")->group(predictors);
  command->add_option("--sparsity", o->sparsity, "share of zeros in X, 0 (default) to 1")->group(predictors);
  command->add_option("--correlation", o->correlation, "of neighbouring columns (default 0)")
      ->group(predictors);
  command->add_option("--shape", o->shape, "plain (default), or genes: columns in 20 correlated modules")
      ->group(predictors);

  const auto output = "Output";
  command->add_option("--seed", o->seed, "same seed, same file (default: drawn)")->group(output);
  command
      ->add_option("-o,--output", o->output,
                   "FILE.csv (y, x1, ...), .svm, .npz, or .mtx (x.mtx has its response in x.y.csv);\n"
                   "the truth of x.csv goes to x-truth.csv")
      ->required()
      ->group(output);
  command->footer(R"(
Examples:
  cggibbs simulate --family bernoulli -n 200 -d 5 --seed 1 -o data.csv
  cggibbs simulate --family poisson --coefficients '0.5,-0.3' --groups 20 -n 1000 -o counts.csv
  cggibbs simulate --family bernoulli -n 10000 -d 5000 --sparsity 0.99 -o words.svm
  cggibbs simulate --family bernoulli -n 200 -d 2000 --shape genes -o genes.npz)");
  command->callback([command, o, cols, &action] {
    o->signal_given = command->count("--signal") > 0;
    o->effect_given = command->count("--effect") > 0;
    o->trials_given = command->count("--trials") > 0;
    o->dispersion_given = command->count("--dispersion") > 0;
    action = [o, given = cols->count() > 0] { return run_simulate(*o, given); };
  });
}

}  // namespace cggibbs
