// Pilots as witnesses against each other.
#include <fmt/format.h>

#include <utility>

#include "run/race.hpp"
#include "run/unique_names.hpp"

namespace cggibbs {
namespace {

/// Those that left because they could not keep up with it get another chance, as far as the budget goes.
void disbelieve(Race& race, std::size_t i, const std::string& other, const std::string& quantity) {
  PilotReport& report = race.choice.pilots[i];
  if (std::exchange(report.disbelieved, true)) return;
  race.entries[i].alive = false;
  report.score = 0;
  report.outcome = {Outcome::Kind::disagrees, fmt::format("{} on {}", other, quantity)};
  for (std::size_t k = 0; k < race.entries.size(); ++k) {
    const PilotReport& p = race.choice.pilots[k];
    if (p.tried && !p.disbelieved && !p.outcome.is(Outcome::Kind::still) &&
        !p.outcome.is(Outcome::Kind::failed))
      race.entries[k].alive = race.entries[k].called_back = true;
  }
}

}  // namespace

/// Pilots as witnesses: those that drew, and whose trajectories did not miss what they could not follow.
void settle_disputes(Race& race) {
  std::vector<Witness> witnesses;
  std::vector<std::size_t> who;
  for (std::size_t i = 0; i < race.entries.size(); ++i) {
    const PilotReport& p = race.choice.pilots[i];
    if (!p.tried || p.draws == 0 || p.outcome.is(Outcome::Kind::failed) ||
        p.outcome.is(Outcome::Kind::diverged))
      continue;
    if (p.disbelieved) continue;  // heard before
    const auto names = unique_names(race.contenders[i].model->output_names());
    Witness w{
        p.name, {}, [&e = race.entries[i]](std::size_t k) { return pilot_draws(e.chains, k); }, p.ess_min};
    for (std::size_t k : race.entries[i].picks) w.quantities.push_back(names[k]);
    // Forms of a model have log densities that differ by a constant.
    w.quantities.push_back(race.contenders[i].model == race.contenders[0].model ? "log density"
                                                                                : "log density (other form)");
    witnesses.push_back(std::move(w));
    who.push_back(i);
  }
  auto disputes = find_disputes(witnesses, race.settings.threads);
  const auto out = disbelieved(witnesses.size(), disputes);
  // What nobody could settle after the first pilots may have vanished with more draws.
  std::erase_if(race.choice.disputes, [&](const Dispute& d) {
    return !race.choice.pilots[d.a].disbelieved && !race.choice.pilots[d.b].disbelieved;
  });
  for (auto& d : disputes) {
    if (out[d.a]) disbelieve(race, who[d.a], d.sampler_b, d.quantity);
    if (out[d.b]) disbelieve(race, who[d.b], d.sampler_a, d.quantity);
    d.a = who[d.a];
    d.b = who[d.b];
    race.choice.disputes.push_back(std::move(d));
  }
}

}  // namespace cggibbs
