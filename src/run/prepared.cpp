// From settings to a sampler and the form of the model that it takes.
#include "run/prepared.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <utility>

#include "base/counted.hpp"
#include "base/settings_text.hpp"
#include "run/init_file.hpp"
#include "run/record.hpp"
#include "run/select_outputs.hpp"
#include "run/stop_rule.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace {

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

/// With stopping rules nobody knows how long the run will be. Goals may be reached at the first check; effective samples take as
/// many draws, or nearly. A limit of time is watched while pilots run.
std::size_t draws_to_expect(const FitSettings& s) {
  if (!s.until.any()) return s.draws;
  double least = s.until.has_goals() ? static_cast<double>(next_check(0, s.draws)) : 2000;
  if (s.until.ess) least = std::max(least, *s.until.ess / static_cast<double>(s.chains));
  return static_cast<std::size_t>(std::min({least, 2000.0, static_cast<double>(s.draws)}));
}

ChooseSettings choose_settings(const FitSettings& s) {
  return {.seed = s.chain.seed,
          .chains = s.chains,
          .warmup = s.chain.warmup,
          .sweeps = s.chain.thin * draws_to_expect(s),
          .threads = threads_to_use(s),
          .brief = s.brief_choice};
}

void add_sampler(const GibbsSettings& g, nlohmann::json& j) {
  j["slice"] = name(g.slice.kind);
  j["width"] = g.width;
  j["adapt"] = g.adapt;
  j["scan"] = name(g.scan);
  j["naive"] = g.naive;
  std::vector<std::string> assigned;
  for (const auto& a : g.assigned) assigned.push_back(a.parameter + "=" + a.sampler);
  if (!assigned.empty()) j["block"] = fmt::format("{}", fmt::join(assigned, ","));
  if (!find_sampler(g.sampler).trajectories && assigned.empty()) return;
  j["metric"] = name(g.hamiltonian.metric);
  j["target_accept"] = g.hamiltonian.target_accept;
  j["max_depth"] = g.hamiltonian.max_depth;
  j["integration_time"] = g.hamiltonian.integration_time;
}

/// Beyond these the noise of sketches hides what the goal asks for, and the run would not end.
void check_goals_without_draws(const FitSettings& s) {
  const double most = 2500.0 * static_cast<double>(s.chains);
  if (s.until.ess.value_or(0) > most)
    throw Error(fmt::format(
        "`until=ess={}`: without draws (`summary_only`), {} can tell effective sample sizes "_settings
        "up to {} only. Ask for less, use more `chains`, or keep the draws."_settings,
        *s.until.ess, counted(s.chains, "chain"), most));
  if (s.until.rhat.value_or(2) < 1.002)
    throw Error(fmt::format(
        "`until=rhat={}`: without draws (`summary_only`), R-hat is known to 0.001 only. Ask for "_settings
        "1.002 or more, or keep the draws.",
        *s.until.rhat));
}

/// Mistakes in what is to be saved and in starting values are found before anything runs.
void check_names_and_start(const Model& model, const FitSettings& s) {
  select_outputs(model.output_names(), s.save);
  if (!s.init.empty()) start_for(model, read_start_values(model, s.init), s.chain.seed, 1);
}

}  // namespace

void check_settings(const FitSettings& s) {
  if (s.save_warmup && s.chain.warmup % s.chain.thin != 0)
    throw Error(
        fmt::format("`save_warmup` needs `thin` to divide `warmup`, but {} does not divide {}."_settings,
                    s.chain.thin, s.chain.warmup));
  if (s.save_warmup && !s.format->keeps_draws)
    throw Error("`save_warmup` and `summary_only` exclude each other."_settings);
  if (!s.format->keeps_draws) check_goals_without_draws(s);
}

Prepared prepare(Problem problem, FitSettings settings, const std::string& sampler) {
  Prepared p;
  p.problem = std::move(problem);
  p.settings = std::move(settings);
  const GibbsSettings& gibbs = p.settings.chain.gibbs;
  // Kernels given by name leave nothing to choose: the others stay with slice.
  p.sampler = sampler == "auto" && !gibbs.assigned.empty() ? "slice" : sampler;
  if (p.sampler == "auto")
    p.model = p.problem.model;
  else
    take_form(p, false);
  assign_samplers(*p.model, gibbs);  // refuses unknown names before anything runs
  check_names_and_start(*p.model, p.settings);
  p.why_slice_instead = why_slice_instead(*p.model, gibbs);
  if (!p.why_slice_instead.empty())
    p.problem.notes.push_back(
        fmt::format("{} has nothing to move here ({}): slice runs instead.", p.sampler, p.why_slice_instead));
  if (p.sampler == "auto") p.contenders = find_contenders(p.problem, gibbs);
  return p;
}

void settle(Prepared& p, const std::function<bool()>& go_on) {
  if (p.contenders.empty()) return;
  p.choice = choose_sampler(p.contenders, choose_settings(p.settings), go_on);
  const SamplerCandidate& chosen = p.contenders[p.choice.chosen].sampler;
  p.sampler = chosen.name;
  p.settings.chain.gibbs = chosen.gibbs;
  take_form(p, chosen.row->finds_axes);
  p.contenders.clear();
}

nlohmann::json configuration_record(const Prepared& p) {
  const FitSettings& s = p.settings;
  nlohmann::json j = problem_record(p.problem);
  j["decorrelate"] = p.is_rotated();
  j["sampler"] = p.sampler;
  if (!p.choice.pilots.empty()) j["sampler_choice"] = choice_record(p.choice);
  add_sampler(s.chain.gibbs, j);
  j["chains"] = s.chains;
  j["warmup"] = s.chain.warmup;
  j["draws"] = s.draws;
  j["thin"] = s.chain.thin;
  j["until"] = s.until.text();
  j["threads"] = threads_to_use(s);
  j["save"] = s.save;
  j["summary_only"] = !s.format->keeps_draws;
  return j;
}

}  // namespace cggibbs
