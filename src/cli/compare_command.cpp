// cggibbs compare: the candidate samplers on one posterior, for the same time each, and a sentence of advice.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <thread>

#include "cli/checks.hpp"
#include "cli/commands.hpp"
#include "cli/flags.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/table.hpp"
#include "cli/tell.hpp"
#include "figures/figure.hpp"
#include "figures/picture.hpp"
#include "io/file/atomic_file.hpp"
#include "run/compare.hpp"
#include "run/record.hpp"
#include "run/stop_rule.hpp"
#include "samplers/linear/improper.hpp"

namespace cggibbs {
namespace {

struct CompareOptions {
  FitOptions fit;
  std::string time = "10s";
  std::vector<std::string> samplers;
  std::string plot, json;
};

/// Every candidate has the same data: each warning about them is said once.
void warn_once(const std::vector<std::string>& warnings, std::set<std::string>& said) {
  for (const auto& w : warnings)
    if (said.insert(w).second) tell_warning(stderr, w);
}

CandidateResult run_one(const CompareOptions& o, const std::string& candidate, double seconds,
                        std::set<std::string>& said) {
  CandidateResult failed;
  failed.name = candidate;
  try {
    FitOptions options = o.fit;
    options.sampler = candidate;
    Prepared p = prepare_fit(options);
    warn_once(p.problem.warnings, said);
    settle(p, [] { return !interrupted; });
    failed.error = with_flags(p.why_slice_instead);
    if (!failed.error.empty()) return failed;
    FitSettings settings = p.settings;
    settings.draws = 1'000'000;
    std::fputs(fmt::format("{}: {:g} s\n", candidate, seconds).c_str(), stderr);
    CandidateResult r = run_candidate(candidate, *p.model, settings, seconds, interrupted);
    // Rotated coefficients have a density of their own.
    if (p.is_rotated() && !r.kept_names.empty()) r.kept_names.back() = "log density (rotated)";
    return r;
  } catch (const ChainRanAway& e) {
    failed.ran_away = true;
    failed.error = with_flags(e.marked());
    return failed;
  } catch (const UnsuitedSampler& e) {
    failed.error = with_flags(e.marked());
    return failed;
  }
}

std::string table_of(const std::vector<CandidateResult>& all) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& r : all) {
    if (!r.usable()) {
      rows.push_back({r.name, r.error.empty() ? "no draws in time" : r.ran_away ? "ran away" : "not run"});
      rows.back().resize(11);
      continue;
    }
    const auto evaluations = static_cast<double>(r.sampling_work.evaluations);
    rows.push_back({r.name, fmt::format("{:.3g}", r.seconds_per_ess()),
                    fmt::format("{:.3g}", r.sampling_seconds / r.ess.median),
                    fmt::format("{:.0f}", r.ess.min), fmt::format("{:.0f}", r.ess.median),
                    fmt::format("{:.2g}", r.ess.min / evaluations), r.gradients() ? "gradient" : "evaluation",
                    r.gradients() ? fmt::format("{}", r.divergences()) : "-",
                    fmt::format("{:.3f}", r.max_rhat), fmt::format("{:.1f}", r.disagreement),
                    fmt::format("{:.2g}", r.warmup_seconds)});
  }
  return text_table({"sampler", "s/ESS min", "s/ESS median", "ESS min", "ESS median", "ESS min per", "what",
                     "divergent", "R-hat", "means", "warmup s"},
                    rows, terminal_style());
}

/// The candidate that an interrupt ended has not had its time.
bool too_few_for_advice(const std::vector<CandidateResult>& all) {
  return interrupted && (all.empty() || std::count_if(all.begin(), all.end() - 1,
                                                      [](const auto& r) { return r.usable(); }) < 2);
}

std::string advice(const std::vector<CandidateResult>& all, const std::vector<Dispute>& disputes) {
  if (too_few_for_advice(all)) return "No advice: interrupted before two samplers were done.\n";
  const std::size_t best = best_candidate(all);
  if (!disputes.empty())
    return "No advice: the samplers disagree beyond Monte Carlo error, so at least one of them is wrong or "
           "has not "
           "converged. Give more --time; if they still disagree, trust slice and please report this.\n";
  if (best == all.size())
    return std::all_of(all.begin(), all.end(), [](const auto& r) { return r.ran_away || !r.error.empty(); })
               ? "No candidate can run on this model: see the notes above.\n"
               : "No candidate left warmup in time: give more --time or less --warmup before choosing.\n";
  const CandidateResult& winner = all[best];
  const CandidateResult* next = nullptr;
  for (const auto& r : all)
    if (&r != &winner && r.usable() && (!next || r.seconds_per_ess() < next->seconds_per_ess())) next = &r;
  const ConditionNumbers& c = winner.condition;
  const auto d = static_cast<double>(winner.names.size());
  std::string out = fmt::format(
      "kappa = {:.3g}, kappa_cor = {:.3g}, kappa_r = {:.3g}{}: in theory d kappa_r = {:.2g} for Gibbs "
      "against "
      "d^(5/4) sqrt(kappa_cor) = {:.2g} for Hamiltonian samplers.\n",
      c.kappa, c.kappa_cor, c.r.upper, winner.rough_condition ? " (rough: few draws for the dimension)" : "",
      d * c.r.upper, std::pow(d, 1.25) * std::sqrt(c.kappa_cor));
  out += fmt::format("Advice: --sampler {}", winner.name);
  if (next)
    out += fmt::format(", which needs {:.2g} times fewer seconds per effective sample than {}",
                       next->seconds_per_ess() / winner.seconds_per_ess(), next->name);
  if (!(winner.max_rhat < 1.05))
    out += "; but its draws do not agree with each other yet, so compare again with more --time";
  if (winner.divergences() > 0) out += "; it had divergences, so use --target-accept 0.95";
  return out + ".\n";
}

/// How effective samples come in.
Figure figure_of(const std::vector<CandidateResult>& all) {
  Panel p{"", {"processor seconds of sampling"}, {"ESS"}};
  for (const auto& r : all) {
    Series s{r.name, palette(p.series.size())};
    for (const auto& point : r.curve) s.seen.push_back({point.seconds, {point.ess}});
    p.series.push_back(std::move(s));
  }
  return {"Smallest effective sample size", {std::move(p)}, {}, 1, 640, 400};
}

/// Before any of them runs.
void check_candidates(const std::vector<std::string>& samplers) {
  std::set<std::string> seen;
  for (const auto& candidate : samplers) {
    GibbsSettings unused;
    set_sampler(candidate, unused, "samplers");
    if (!seen.insert(candidate).second) throw Error(fmt::format("--samplers names {} twice.", candidate));
  }
}

int run_compare(CompareOptions o) {
  // One for all candidates: what a data block draws is the same for each.
  if (o.fit.seed.empty()) o.fit.seed = fmt::format("{}", parse_seed(""));
  const double seconds = parse_duration(o.time, "--time");
  check_candidates(o.samplers);
  check_output_files({{"--json", o.json, "{\n  \"advice\":"}, {"--plot", o.plot, svg_begin}},
                     input_files(o.fit));
  std::vector<CandidateResult> all;
  std::set<std::string> said;
  for (const auto& candidate : o.samplers) {
    if (interrupted) break;
    all.push_back(run_one(o, candidate, seconds, said));
  }
  compare_means(all);
  std::fputs(table_of(all).c_str(), stdout);
  std::fputs(
      "(processor seconds of sampling, warmup apart; ESS over parameters and their squares; means: largest "
      "difference from the best sampler, in Monte Carlo errors)\n",
      stdout);
  for (const auto& r : all)
    if (!r.error.empty())
      tell_note(stdout, fmt::format("{} {}: {}", r.name, r.ran_away ? "gave up" : "was not run", r.error));
  const auto cores = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
  const auto disputes = disputes_among(all, static_cast<int>(o.fit.threads > 0 ? o.fit.threads : cores));
  for (const auto& d : disputes)
    tell_warning(stdout, fmt::format("{} and {} disagree: {}.", d.sampler_a, d.sampler_b, in_words(d)));
  std::fputs(advice(all, disputes).c_str(), stdout);
  if (!o.json.empty()) {
    auto record = compare_record(all, disputes);
    record["seed"] = parse_seed(o.fit.seed);
    if (too_few_for_advice(all)) record["advice"] = nullptr;
    write_text_atomically(o.json, record_text(record));
  }
  if (!o.plot.empty()) write_text_atomically(o.plot, svg_text(draw(figure_of(all))));
  return interrupted ? 130 : 0;
}

}  // namespace

void add_compare_command(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("compare", "Run several samplers for a given time each and say which to use");
  command->footer(fmt::format(
      "Each sampler gets --time on the clock, warmup included. Candidates: {};\n"
      "nuts:dense or hmc:unit name a metric. The condition numbers explain the result: see docs/hmc.md.",
      fmt::join(sampler_names(), ", ")));
  auto options = std::make_shared<CompareOptions>();
  options->samplers = candidate_names();
  add_model_options(*command, options->fit);
  add_program_options(*command, options->fit);
  command->add_option("--time", options->time, "for each sampler: 10s (default), 2m, ...");
  command
      ->add_option("--samplers", options->samplers,
                   fmt::format("default: {}", fmt::join(options->samplers, ",")))
      ->delimiter(',');
  command->add_option("--plot", options->plot, "SVG file: ESS against seconds");
  command->add_option("--json", options->json, "JSON file: figures, disagreements, advice");
  command->add_option("--chains", options->fit.chains, "default 4");
  command->add_option("--warmup", options->fit.warmup, "sweeps per chain (default 1000)");
  command->add_option("--target-accept", options->fit.target_accept, "of nuts and hmc (default 0.8)");
  command->add_option("--seed", options->fit.seed, "default: drawn");
  command->add_option("--threads", options->fit.threads, "default: one per core, at most one per chain");
  command->callback([options, &action] {
    action = [options] {
      catch_interrupts();
      return run_compare(*options);
    };
  });
}

}  // namespace cggibbs
