// From the chains of pilots to scores, and who is too far behind.
#include <algorithm>
#include <cmath>
#include <utility>

#include "run/race.hpp"
#include "samplers/linear/improper.hpp"

namespace cggibbs {
namespace {

/// Chains that have hardly moved have this effective sample size too (two of them, in halves): it says nothing.
constexpr double floor_ess = 4;
constexpr double most_divergences = 0.02;
/// Effective samples of the slowest quantity in a draw of slice, as seen on models of groups: what Prediction::worth multiplies.
constexpr double worth_of_slice = 0.05;
/// What sizes say of the slowest quantity counts as much as this many effective samples of it.
constexpr double weight_of_sizes = 3;

/// Above what chains have that hardly move.
double moved(double ess) {
  return std::max(ess - floor_ess, 0.1);
}

/// Effective samples of the slowest quantity. Short pilots say little of it: the less, the more sizes do.
double slowest(double ess_min, double draws, double worth) {
  const double seen = moved(ess_min), expected = draws * std::min(1.0, worth_of_slice * worth);
  const double share = seen / (seen + weight_of_sizes);
  return std::pow(seen, share) * std::pow(expected, 1 - share);
}

}  // namespace

void read_pilot(Race& race, std::size_t i, std::size_t length) {
  Entry& e = race.entries[i];
  PilotReport& report = race.choice.pilots[i];
  double sweeps = 0, spent = 0, draws = 0, sampling = 0, divergences = 0;
  bool too_dear = false;
  std::string error;
  for (const auto& c : e.chains) {
    too_dear = too_dear || c.too_dear;
    sweeps += static_cast<double>(c.sweeps);
    spent += c.cost;
    draws += static_cast<double>(c.draws);
    sampling += c.sampling_cost;
    divergences += static_cast<double>(c.divergences);
    if (error.empty()) error = c.error;
    report.ran_away = report.ran_away || c.ran_away;
    if (c.improper) throw ImproperPosterior(c.error);  // for every sampler alike
  }
  report.cost += race.priced(i, spent);
  race.choice.cost += race.priced(i, spent);
  e.called_back = false;
  if (race.stop) return;  // cut short: what is known from before stands
  report.tried = true;
  report.warmup = length;
  const double before = std::exchange(report.score, 0);
  if (!error.empty()) {
    report.outcome = {Outcome::Kind::failed, error};
    e.alive = false;
    return;
  }
  report.sweep_cost = draws > 0 ? sampling / draws : spent / std::max(sweeps, 1.0);
  const double preparations = chains_per_pilot * 2 * race.sampler(i).setup_cost;
  e.bound = draws >= handful ? draws / std::max(sampling, 1.0)
                             : (sweeps + handful) / std::max(spent - preparations, 0.2 * spent + 1);
  e.bound *= 1e6 / race.sampler(i).price;
  if (too_dear) {
    report.score = before;
    if (before == 0) report.draws = fewest_draws(e.chains);
    report.outcome = {before > 0         ? Outcome::Kind::behind
                      : draws >= handful ? Outcome::Kind::too_dear
                      : race.priced(i, spent) > chains_per_pilot * race.chain_of_best()
                          ? Outcome::Kind::dear_warmup
                          : Outcome::Kind::given_up};
    e.alive = false;
    return;
  }
  const PilotEss ess = pilot_ess(e.chains);
  report.draws = ess.draws;
  report.outcome = {ess.draws < length ? Outcome::Kind::cut_short : Outcome::Kind::open};
  if (!ess.known) {
    if (ess.draws < length) {  // cut short before it could tell: what it has shown stands
      report.score = before;
      return;
    }
    report.outcome = {Outcome::Kind::still};
    e.alive = false;
    return;
  }
  report.ess_median = ess.median;
  report.ess_low = ess.low;
  report.ess_min = ess.min;
  if (divergences > most_divergences * draws) {  // its draws may miss part of the posterior
    report.outcome = {Outcome::Kind::diverged};
    return;
  }
  const double all = static_cast<double>(ess.draws) * static_cast<double>(e.chains.size());
  const double worst = slowest(ess.min, all, race.sampler(i).worth);
  const double effective = std::cbrt(moved(ess.low) * worst * worst);
  const double price = all * race.priced(i, std::max(report.sweep_cost, 1.0));
  report.score = 1e6 * effective / price;
  e.hope = 1e6 * std::max(effective, handful) / price;
}

void judge(Race& race, double gap) {
  const double best = race.best_score();
  for (std::size_t i = 0; i < race.entries.size(); ++i) {
    if (!race.entries[i].alive || race.entries[i].called_back) continue;
    PilotReport& report = race.choice.pilots[i];
    const double hope = report.score > 0 ? gap * race.entries[i].hope : race.entries[i].bound;
    if (hope >= best) continue;
    race.entries[i].alive = false;
    if (report.outcome.is(Outcome::Kind::diverged)) continue;
    report.outcome = {report.score > 0 ? Outcome::Kind::behind : Outcome::Kind::too_dear};
  }
}

}  // namespace cggibbs
