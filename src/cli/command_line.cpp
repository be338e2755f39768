// Parsing the command line and turning every failure into one clear line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <system_error>

#include "base/suggest.hpp"
#include "base/visible.hpp"
#include "bugs/source.hpp"
#include "cli/checks.hpp"
#include "cli/commands.hpp"
#include "cli/flags.hpp"
#include "cli/streams.hpp"
#include "cli/tell.hpp"
#include "run/simd.hpp"
#include "run/version.hpp"

namespace cggibbs {
namespace {

constexpr const char* footer = R"(
Examples:
  cggibbs simulate --family bernoulli -n 200 -d 5 --seed 1 -o data.csv
  cggibbs fit 'y ~ x1 + x2' data.csv --family bernoulli -o out/
  cggibbs fit 'deaths ~ age + (1|hospital) + offset(log(stays))' wards.csv --family poisson -o out/
  cggibbs fit genes.mat --family bernoulli --prior horseshoe --until ess=400 -o out/
  cggibbs run seeds.bug --data seeds.R --monitor alpha0,sigma -o out/
  cggibbs summary out/ --sort ess --top 10
  cggibbs explain 'y ~ x1 + x2' data.csv --family bernoulli
  cggibbs compare 'y ~ x1 + x2' data.csv --family bernoulli --time 10s
  cggibbs condition out/
  cggibbs theory covariance.csv

Each subcommand explains itself: cggibbs fit --help.)";

int fail(const std::string& message) {
  std::string line = message;
  for (char& c : line)
    if (c == '\n') c = ' ';
  tell_error(stderr, line);
  return 2;
}

std::string what_inputs(const CLI::App& app) {
  if (app.got_subcommand("summary")) return "name a run directory, or Stan CSV files.";
  if (app.got_subcommand("condition")) return "name a run directory, or a file with a covariance matrix.";
  if (app.got_subcommand("theory")) return "name a file with a covariance or precision matrix.";
  return "give FORMULA DATA.csv, with the formula in quotes, or a matrix file (.mat .npz .svm .mtx).";
}

/// The options of the chosen subcommand.
std::vector<const CLI::Option*> known_options(const CLI::App& app) {
  std::vector<const CLI::Option*> all;
  for (const auto* sub : app.get_subcommands())
    for (const auto* option : sub->get_options()) all.push_back(option);
  return all;
}

/// "Could not convert: --chains = 1e3" in words.
std::string explain_conversion(const CLI::App& app, const std::string& message) {
  const std::string start = "Could not convert: ", equals = " = ";
  const auto at = message.find(equals);
  if (!message.starts_with(start) || at == message.npos) return message + ". Try --help.";
  const std::string name = message.substr(start.size(), at - start.size());
  const std::string value = message.substr(at + equals.size());
  const auto options = known_options(app);
  const auto option =
      std::find_if(options.begin(), options.end(), [&](const auto* o) { return o->check_name(name); });
  if (option == options.end() || (*option)->get_type_name() != "INT")
    return fmt::format("{} {} must be a number.", name, value);
  double number = 0;
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool meant = code == std::errc{} && end == value.data() + value.size() &&
                     number == std::floor(number) && std::abs(number) < 1e15;
  return fmt::format("{} {} must be a whole number{}.", name, value,
                     meant ? fmt::format(" in digits: {:.0f}", number) : "");
}

/// "unknown option --x." of the first one that there is not.
std::string unknown_option(const CLI::App& app, int argc, char** argv) {
  const auto options = known_options(app);
  std::vector<std::string> known;  // without dashes, which say nothing about what is near
  for (const auto* option : options)
    for (const auto& name : option->get_lnames()) known.push_back(name);
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], head = word.substr(0, word.find('='));
    if (word == "--") break;
    if (head.size() < 3 || !head.starts_with("--") ||
        std::find(known.begin(), known.end(), head.substr(2)) != known.end())
      continue;
    const std::string near = nearest(head.substr(2), known);
    return fmt::format("unknown option {}.{} Try --help.", head,
                       near.empty() ? "" : fmt::format(" Did you mean '--{}'?", near));
  }
  return "";
}

/// Says which option was meant when CLI11 only knows that one is unknown.
std::string explain_parse_error(const CLI::App& app, const CLI::ParseError& e, int argc, char** argv) {
  std::string message = e.what();
  if (const auto more = message.find(": At Most 1 required"); more != std::string::npos) {
    // A value behind an option that is not known reads as one more input.
    if (const std::string unknown = unknown_option(app, argc, argv); !unknown.empty()) return unknown;
    if (message.starts_with("inputs"))
      return "name one program; its data follow --data, as in --data data.R.";
    return message.substr(0, more) + " is given more than once.";
  }
  if (message == "inputs is required") return what_inputs(app) + " Try --help.";
  if (dynamic_cast<const CLI::ConversionError*>(&e) != nullptr) return explain_conversion(app, message);
  if (dynamic_cast<const CLI::ExtrasError*>(&e) == nullptr) return message + ". Try --help.";
  std::vector<std::string> known;  // without dashes, which say nothing about what is near
  std::vector<std::string> commands;
  for (const auto* sub : app.get_subcommands({})) commands.push_back(sub->get_name());
  for (const auto* option : known_options(app))
    for (const auto& name : option->get_lnames()) known.push_back(name);
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string head = word.substr(0, word.find('='));
    if (message.find(word) == std::string::npos || head.size() < 2) continue;
    if (head.starts_with("--")) {
      if (std::find(known.begin(), known.end(), head.substr(2)) != known.end())
        return fmt::format("{0} belongs behind the command: cggibbs {1} ... {0}.", head,
                           app.get_subcommands().front()->get_name());
      const std::string near = nearest(head.substr(2), known);
      return fmt::format("unknown option {}.{} Try --help.", head,
                         near.empty() ? "" : fmt::format(" Did you mean '--{}'?", near));
    }
    if (known.empty())
      return fmt::format("unknown command '{}'.{} Commands: {}.", head, did_you_mean(head, commands),
                         fmt::join(commands, ", "));
  }
  return message + ". Try --help.";
}

}  // namespace

void add_commands(CLI::App& app, Action& action) {
  add_fit_command(app, action);
  add_run_command(app, action);
  add_summary_command(app, action);
  add_simulate_command(app, action);
  add_explain_command(app, action);
  add_compare_command(app, action);
  add_experiment_command(app, action);
  add_jags_command(app, action);
  add_condition_command(app, action);
  add_theory_command(app, action);
}

namespace {

/// An empty value is a variable of a script that was not set, not a choice.
void refuse_empty_values(CLI::App& app) {
  for (auto* sub : app.get_subcommands(std::function<bool(CLI::App*)>{}))
    for (auto* option : sub->get_options(std::function<bool(CLI::Option*)>{}))
      if (!option->get_positional() && option->get_items_expected_max() > 0) option->check(not_empty);
}

int run_command(int argc, char** argv) {
  // A file-size limit then shows as a write error with its reason, not as a killed process.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app{"cggibbs: Bayesian generalized linear models by Gibbs sampling on compute graphs."};
  app.footer(footer);
  app.set_version_flag("--version", std::string("cggibbs ") + version);
  app.require_subcommand(0, 1);
  Action action;
  add_commands(app, action);
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);  // --help, --version
  } catch (const CLI::ParseError& e) {
    return fail(explain_parse_error(app, e, argc, argv));
  }
  if (!action) {
    std::fputs(app.help().c_str(), stdout);
    return 0;
  }
  try {
    check_simd_choice();
    return action();
  } catch (const bugs::SourceError& e) {
    const int code = fail(with_flags(e.marked()));
    std::fputs((visible_lines(e.excerpt()) + "\n").c_str(), stderr);
    return code;
  } catch (const Error& e) {
    return fail(with_flags(e.marked()));
  } catch (const std::bad_alloc&) {
    return fail(
        "out of memory. Use fewer chains, --save to keep fewer parameters, or a machine with more memory.");
  } catch (const std::exception& e) {
    const auto* system = dynamic_cast<const std::system_error*>(&e);
    if (system && system->code() == std::errc::resource_unavailable_try_again)
      return fail(
          "threads cannot be started: a limit of this process (ulimit -v, ulimit -u) forbids it. Raise it, "
          "or "
          "use fewer --threads.");
    return fail(fmt::format("unexpected failure: {}. Please report it with the command line.", e.what()));
  }
}

}  // namespace

int run_command_line(int argc, char** argv) {
  open_closed_streams();
  outlive_readers();
  called_with.assign(argv, argv + argc);
  setenv("OPENBLAS_NUM_THREADS", "1", 1);  // read when it is loaded: its threads would only take memory
  const int code = run_command(argc, argv);
  if (flush_output() || code != 0) return code;
  constexpr int ended_by_sigpipe = 141;  // as shells tell it
  if (reader_is_gone()) return ended_by_sigpipe;
  return fail("standard output could not be written: what was printed is incomplete. Is its disk full?");
}

}  // namespace cggibbs
