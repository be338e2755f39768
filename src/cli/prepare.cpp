// From options to a problem and the settings of its run.
#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <utility>

#include "cli/checks.hpp"
#include "cli/flags.hpp"
#include "cli/options.hpp"
#include "cli/read_problem.hpp"
#include "run/record.hpp"
#include "run/sampler_settings.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

/// What is said about samplers, as a program would say it.
SampleSettings sampler_options(const FitOptions& o) {
  SampleSettings s;
  s.sampler = o.sampler;
  s.block = o.block;
  s.metric = o.metric;
  s.target_accept = o.target_accept;
  s.max_depth = static_cast<int>(in_range(o.max_depth, 1, 20, "--max-depth"));
  s.integration_time = o.integration_time;
  s.slice = static_cast<SampleSettings::Slice>(parse_choice(o.slice, {"stepping", "doubling"}, "--slice"));
  s.width = o.width;
  s.adapt = !o.no_adapt;
  s.scan = static_cast<SampleSettings::Scan>(parse_choice(o.scan, {"dugs", "rsgs", "rpgs"}, "--scan"));
  s.naive = o.naive;
  return s;
}

/// Beyond these the noise of sketches hides what the goal asks for, and the run would not end.
void check_goals_without_draws(const FitSettings& s) {
  const double most = 2500.0 * static_cast<double>(s.chains);
  if (s.until.ess.value_or(0) > most)
    throw Error(
        fmt::format("--until ess={}: without draws (--summary-only), {} chains tell effective sample sizes "
                    "up to {} only. "
                    "Ask for less, use more --chains, or keep the draws.",
                    *s.until.ess, s.chains, most));
  if (s.until.rhat.value_or(2) < 1.002)
    throw Error(fmt::format(
        "--until rhat={}: without draws (--summary-only), R-hat is known to 0.001 only. Ask for 1.002 or "
        "more, or keep the draws.",
        *s.until.rhat));
}

FitSettings fit_settings(const FitOptions& o) {
  FitSettings s;
  s.chain.gibbs = gibbs_settings(sampler_options(o));
  s.chain.seed = parse_seed(o.seed);
  s.chain.warmup = in_range(o.warmup, 0, 1'000'000'000, "--warmup");
  s.chain.thin = in_range(o.thin, 1, 1'000'000, "--thin");
  s.chains = in_range(o.chains, 1, 1024, "--chains");
  s.until = parse_stop_rule(o.until);
  s.draws = in_range(o.draws, 1, 1'000'000'000, "--draws");
  if (s.until.any() && !o.draws_given) s.draws = 1'000'000;
  s.threads = static_cast<int>(in_range(o.threads, 0, 4096, "--threads"));
  s.save_warmup = o.save_warmup;
  s.summary_only = o.summary_only;
  if (s.save_warmup && s.chain.warmup % s.chain.thin != 0)
    throw Error(fmt::format("--save-warmup needs --thin to divide --warmup, but {} does not divide {}.",
                            s.chain.thin, s.chain.warmup));
  if (s.save_warmup && s.summary_only) throw Error("--save-warmup and --summary-only exclude each other.");
  if (s.summary_only) check_goals_without_draws(s);
  for (const auto& pattern : o.save)
    if (pattern != "all") s.save.push_back(pattern);
  s.sig_figs = static_cast<int>(in_range(o.sig_figs, 0, 18, "--sig-figs"));
  s.output = o.output;
  s.init = o.init;
  return s;
}

std::vector<Contender> find_contenders(const Problem& p, const GibbsSettings& base) {
  const Model* plain = p.form(true).get();
  const Model* rotated = p.form(false).get();
  const auto on_plain = sampler_candidates(*plain, Plan(*plain), base);
  const auto on_rotated = rotated != plain ? sampler_candidates(*rotated, Plan(*rotated), base) : on_plain;
  std::vector<Contender> all;
  for (std::size_t i = 0; i < on_plain.size(); ++i)
    all.push_back(on_plain[i].row->finds_axes ? Contender{on_plain[i], plain}
                                              : Contender{on_rotated[i], rotated});
  return all;
}

/// The other form is no longer needed.
void take_form(Prepared& p, bool finds_axes) {
  p.model = p.problem.form(finds_axes);
  p.problem.model = p.model;
  if (p.model != p.problem.rotated) p.problem.rotated.reset();
}

void add_trajectories(const GibbsSettings& g, nlohmann::json& c) {
  c["metric"] = name(g.hamiltonian.metric);
  c["target_accept"] = g.hamiltonian.target_accept;
  c["max_depth"] = g.hamiltonian.max_depth;
  c["integration_time"] = g.hamiltonian.integration_time;
}

}  // namespace

void settle(Prepared& p, const std::function<bool()>& go_on) {
  if (p.contenders.empty()) return;
  ChooseSettings s;
  s.seed = p.settings.chain.seed;
  s.chains = p.settings.chains;
  s.warmup = p.settings.chain.warmup;
  // With stopping rules nobody knows how long the run will be.
  s.sweeps = p.settings.chain.thin *
             (p.settings.until.any() ? std::min<std::size_t>(p.settings.draws, 2000) : p.settings.draws);
  s.threads = threads_to_use(p.settings);
  const SamplerChoice choice = choose_sampler(p.contenders, s, go_on);
  const Contender& chosen = p.contenders[choice.chosen];
  p.sampler = chosen.sampler.name;
  p.sampler_reason = with_flags(choice.reason);
  for (const auto& text : choice.warnings) p.warnings.push_back(with_flags(text));
  p.settings.chain.gibbs = chosen.sampler.gibbs;
  take_form(p, chosen.sampler.row->finds_axes);
  p.contenders.clear();
  auto& c = p.configuration;
  c["sampler"] = p.sampler;
  c["sampler_choice"] = record_with_flags(choice_record(choice));
  c["decorrelate"] = p.is_rotated();
  if (find_sampler(p.settings.chain.gibbs.sampler).trajectories) add_trajectories(p.settings.chain.gibbs, c);
}

Prepared prepare(const FitOptions& o) {
  Prepared p;
  p.settings = fit_settings(o);
  p.problem = read_problem(o);
  for (auto& text : p.problem.warnings) text = with_flags(text);
  // Kernels given by name leave nothing to choose: the others stay with slice.
  p.sampler = o.sampler == "auto" && !o.block.empty() ? "slice" : o.sampler;
  if (p.sampler == "auto")
    p.model = p.problem.model;
  else
    take_form(p, false);
  assign_samplers(*p.model, p.settings.chain.gibbs);  // refuses unknown names before anything runs
  p.why_slice_instead = why_slice_instead(*p.model, p.settings.chain.gibbs);
  if (!p.why_slice_instead.empty())
    p.problem.notes.push_back(
        fmt::format("{} has nothing to move here ({}): slice runs instead.", p.sampler, p.why_slice_instead));
  if (p.sampler == "auto") p.contenders = find_contenders(p.problem, p.settings.chain.gibbs);
  p.settings.data_file = o.inputs.back();
  p.settings.model_name = p.problem.name;

  auto& c = p.configuration = problem_record(p.problem);
  c["inputs"] = o.inputs;
  c["decorrelate"] = p.is_rotated();
  c["sampler"] = p.sampler;
  c["slice"] = o.slice;
  c["width"] = o.width;
  c["adapt"] = !o.no_adapt;
  c["scan"] = o.scan;
  c["naive"] = o.naive;
  if (!o.block.empty()) c["block"] = o.block;
  if (find_sampler(p.settings.chain.gibbs.sampler).trajectories || !o.block.empty())
    add_trajectories(p.settings.chain.gibbs, c);
  c["chains"] = p.settings.chains;
  c["warmup"] = p.settings.chain.warmup;
  c["draws"] = p.settings.draws;
  c["thin"] = p.settings.chain.thin;
  c["until"] = p.settings.until.text();
  c["threads"] = threads_to_use(p.settings);
  c["save"] = o.save;
  c["summary_only"] = o.summary_only;
  return p;
}

}  // namespace cggibbs
