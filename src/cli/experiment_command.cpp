// cggibbs experiment: the paper's figures, computed here, and whether its findings hold.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cggibbs/error.hpp>
#include <chrono>
#include <cstdio>
#include <memory>

#include "base/visible.hpp"
#include "cli/checks.hpp"
#include "cli/commands.hpp"
#include "cli/display.hpp"
#include "cli/interrupt.hpp"
#include "cli/tell.hpp"
#include "cli/terminal.hpp"
#include "experiments/conduct.hpp"

namespace cggibbs {
namespace {

struct ExperimentOptions {
  std::vector<std::string> names;
  bool list = false, quick = false, full = false, quiet = false;
  std::string output, data, peers, seed = "1", progress = "auto";
  std::int64_t threads = 0;
};

void print_list() {
  for (const auto* e : experiments()) std::fputs(fmt::format("{:20} {}\n", e->name, e->what).c_str(), stdout);
  std::fputs(fmt::format("{:20} each of these\n", "all").c_str(), stdout);
}

std::vector<const Experiment*> asked_for(const std::vector<std::string>& names) {
  std::vector<const Experiment*> wanted;
  for (const auto& name : names) {
    if (name == "all")
      wanted.insert(wanted.end(), experiments().begin(), experiments().end());
    else
      wanted.push_back(&find_experiment(name));
  }
  return wanted;
}

void print_conclusion(const Experiment& e, const Conclusion& c) {
  for (const auto& note : c.notes) tell_note(stderr, note);
  std::string text = fmt::format("{}\n  the paper: {}\n  it {} here: {}\n", e.name, e.claim,
                                 words(c.verdict.holds), c.verdict.sentence);
  for (const auto& file : c.files) text += fmt::format("  {}\n", file.string());
  std::fputs(visible_lines(text).c_str(), stdout);
  std::fflush(stdout);
}

int run_experiments(const ExperimentOptions& o) {
  if (o.list) {
    print_list();
    return 0;
  }
  if (o.names.empty()) throw Error("name an experiment, or 'all'; --list says which there are.");
  const auto wanted = asked_for(o.names);
  if (o.output.empty()) throw Error("-o DIR is missing: where tables and figures go.");
  ConductSettings s;
  s.full = o.full;
  s.seed = parse_seed(o.seed);
  s.threads = static_cast<int>(in_range(o.threads, 0, 4096, "--threads"));
  s.folder = o.output;
  s.data = o.data;
  s.peers = o.peers;
  Display display(parse_display(o.progress, o.quiet, is_terminal(STDERR_FILENO)));
  Bench bench(s, interrupted);
  for (const auto* e : wanted) {
    const auto begin = std::chrono::steady_clock::now();
    const Conclusion c = bench.conduct(*e, [&](std::size_t done, std::size_t total) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
      display.show_cells(e->name, done, total, passed.count());
    });
    display.close();
    if (c.interrupted) {
      tell_note(stderr,
                fmt::format("{} was interrupted: the same command goes on where it stopped.", e->name));
      return 130;
    }
    print_conclusion(*e, c);
  }
  return 0;
}

}  // namespace

void add_experiment_command(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("experiment", "Reproduce the figures of the paper behind this program");
  auto o = std::make_shared<ExperimentOptions>();
  command->add_option("name", o->names, "experiments, or all");
  command->add_flag("--list", o->list, "say which there are");
  auto* quick = command->add_flag("--quick", o->quick, "few replicates, short runs: minutes each (default)");
  command->add_flag("--full", o->full, "the paper's replicates: hours")->excludes(quick);
  command->add_option("-o,--output", o->output,
                      "DIR for tables (CSV), figures (SVG, PNG) and verdicts (TXT)");
  command->add_option(
      "--data", o->data,
      "folder with the panel's files (colon.mat, ...); what it lacks is simulated and marked\n"
      "(default: shared/data/panel here or one folder up)");
  command->add_option("--peers", o->peers,
                      "a checkout where `make bench-setup` has installed Stan and JAGS, or none\n"
                      "(default: this program's own, if it has them)");
  command->add_option("--seed", o->seed, "same seed, same table (default 1)");
  command->add_option("--threads", o->threads, "cells at the same time (default: one per core)");
  command->add_option("--progress", o->progress, "auto (default), bar, plain, json, none");
  command->add_flag("--quiet", o->quiet, "no progress");
  command->footer(R"(
Each cell of a table is one chain: half of it warmup, longer and longer until every coefficient has 100
effective samples. Finished cells are kept in DIR/cells.jsonl: a command that was interrupted goes on from there.

Examples:
  cggibbs experiment --list
  cggibbs experiment gibbs-scaling -o figures/
  cggibbs experiment all --quick -o figures/)");
  command->callback([o, &action] {
    action = [o] {
      catch_interrupts();
      return run_experiments(*o);
    };
  });
}

}  // namespace cggibbs
