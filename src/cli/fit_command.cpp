// cggibbs fit: read, build, run, write, tell.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cggibbs/error.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

#include "base/counted.hpp"
#include "base/utf8.hpp"
#include "cli/advice.hpp"
#include "cli/commands.hpp"
#include "cli/display.hpp"
#include "cli/flags.hpp"
#include "cli/idle_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/table.hpp"
#include "cli/tell.hpp"
#include "cli/terminal.hpp"
#include "io/file/atomic_file.hpp"
#include "run/bill.hpp"
#include "run/output_folder.hpp"
#include "run/record.hpp"

namespace cggibbs {
namespace {

/// Since the command began: what time limits count.
class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

void say(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

std::string headline(const Prepared& p) {
  const auto& s = p.settings;
  return fmt::format("{}, {}; {} of {} and {}{}{}\n", p.problem.title,
                     counted(p.model->n_coordinates(), "parameter"), counted(s.chains, "chain"),
                     counted(s.chain.warmup, "warmup sweep"), s.until.any() ? "up to " : "",
                     counted(s.draws, "draw"), s.until.any() ? ", until " + s.until.text() : "");
}

std::string bill_line(const Prepared& p) {
  const Bill bill = make_bill(*p.model, p.settings);
  const std::string& reason = p.choice.reason;
  const std::string why = reason.empty() ? "" : fmt::format(" ({})", with_flags(reason));
  return fmt::format("sampler: {}{}\nmemory {}, disk {}{}\n", p.sampler, why, bytes_text(bill.memory()),
                     bytes_text(bill.disk()), p.settings.until.any() ? " and growing with the draws" : "");
}

/// What pilots may take of a time limit with so much left: 15% of the rest, or 0.3 s where that leaves as much again.
double most_for_pilots(double left) {
  return std::max(std::min(0.3, 0.5 * left), 0.15 / 1.15 * left);
}

void choose(Prepared& p, const Clock& clock, Display& display) {
  const double begin = clock.seconds();
  const double most = most_for_pilots(p.settings.until.seconds.value_or(inf) - begin);
  settle(p, [&] {
    const double taken = clock.seconds() - begin;
    display.show_choosing(taken);
    return !interrupted && taken < most;
  });
  display.close();
  p.settings.seconds_before = clock.seconds();
  p.settings.pilot_seconds = p.settings.seconds_before - begin;
}

/// The record, and with it all files at once.
void put_down(OutputFolder& folder, const FitOptions& o, const Prepared& p,
              const std::vector<std::string>& advice, FitResult& r) {
  std::vector<std::string> all = p.problem.warnings;
  for (const auto& w : p.choice.warnings) all.push_back(with_flags(w));
  all.insert(all.end(), advice.begin(), advice.end());
  try {
    auto record = run_record(r, p.settings, configuration(o, p), p.settings.data_file, all);
    for (const auto& word : called_with) record["command_line"].push_back(to_utf8(word));
    write_text_atomically(folder.staged("run.json"), record_text(record));
    folder.commit();
  } catch (const Error& e) {
    r.trouble = e.marked();
  } catch (const std::exception& e) {  // of the file system, say: whatever it is, the table is told first
    r.trouble = fmt::format("{}: cannot be written: {}.", folder.path().string(), e.what());
  }
}

/// Of a run whose files could not all be written.
std::string what_is_left(const FitResult& r, const FitSettings& s) {
  std::string text = fmt::format(" The table has {} of each chain", counted(r.draws, "draw"));
  if (!s.output.empty() && s.format->keeps_draws)
    text += "; those that could be written are in chain-1.csv.partial and so on";
  return text + ".";
}

}  // namespace

int run_fit(const FitOptions& o) {
  const Clock clock;
  const DisplayKind kind = parse_display(o.progress, o.quiet, is_terminal(STDERR_FILENO));
  if (o.top < 0) throw Error(fmt::format("--top {} must not be negative.", o.top));
  Prepared p = prepare_fit(o);
  check_bill(make_bill(*p.model, p.settings), p.settings);
  const bool talk = kind == DisplayKind::bar || kind == DisplayKind::plain;
  std::optional<OutputFolder> folder;
  if (!p.settings.output.empty()) folder.emplace(p.settings.output, input_files(o));
  if (!o.quiet)
    for (const auto& w : p.problem.warnings) tell_warning(stderr, w);
  if (!o.quiet)
    for (const auto& note : p.problem.notes) tell_note(stderr, with_flags(note));
  if (talk) say(headline(p));

  catch_interrupts();
  Display display(kind);
  choose(p, clock, display);
  if (!o.quiet)
    for (const auto& w : p.choice.warnings) tell_warning(stderr, with_flags(w));
  if (!o.quiet)
    for (const auto& note : idle_options(o, p)) tell_note(stderr, note);
  if (talk) say(bill_line(p));
  RunCallbacks callbacks;
  callbacks.progress = [&](const Progress& progress, const LiveDiagnostics& live) {
    display.show(progress, live);
  };
  callbacks.wants_live_diagnostics = kind != DisplayKind::none;
  FitResult r;
  try {
    r = fit(*p.model, p.settings, folder ? &*folder : nullptr, p.problem.original, interrupted, callbacks);
  } catch (...) {
    display.close();
    throw;
  }
  display.close();
  if (r.draws == 0 && !r.interrupted)
    throw Error(
        "the time limit was reached during warmup: there are no draws to keep. Give more time or less "
        "--warmup.");
  if (r.draws == 0) {
    if (!o.quiet) say("interrupted during warmup: there are no draws to keep.\n");
    return 130;
  }

  const std::vector<std::string> advice = diagnose(r);
  if (folder && r.trouble.empty()) put_down(*folder, o, p, advice, r);
  const bool lost = !r.trouble.empty();  // then nothing has the results but what is printed now
  if (!o.quiet || lost) {
    std::fputs(result_table(r, p, lost ? 0 : static_cast<std::size_t>(o.top)).c_str(), stdout);
    std::fputs(result_footer(r, p.settings).c_str(), stdout);
    for (const auto& a : advice) tell_warning(stdout, a);
  }
  if (lost) throw Error(r.trouble + what_is_left(r, p.settings));
  return r.interrupted ? 130 : 0;
}

void add_fit_command(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("fit", "Fit a Bayesian GLM to a table (with a formula) or a matrix file");
  command->footer(R"(
Examples:
  cggibbs fit 'y ~ x1 + x2' data.csv -o out/
  cggibbs fit 'deaths ~ age + (1|hospital) + offset(log(stays))' wards.csv --family poisson -o out/
  cggibbs fit 'cbind(dead, alive) ~ dose*sex' beetles.csv --family binomial --prior 'normal(0,2.5)'
  cggibbs fit genes.mat --prior horseshoe --until ess=400,time=10m -o out/

Formulas: 'y ~ a + b*c + poly(x,2) + C(g) + (1|group) + offset(log(t))'; see docs/formulas.md.
The paper's sampler: --sampler slice --slice doubling --width 10 --no-adapt.
Ctrl-C finishes the sweep, writes valid files and exits with code 130.)");
  auto options = std::make_shared<FitOptions>();
  add_model_options(*command, *options);
  add_sampling_options(*command, *options);
  command->callback([command, options, &action] {
    note_given(*command, *options);
    action = [options] { return run_fit(*options); };
  });
}

}  // namespace cggibbs
