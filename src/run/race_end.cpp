// Who has won, and what to say about it.
#include <cggibbs/error.hpp>

#include "run/race.hpp"

namespace cggibbs {
namespace {

/// What sizes have said counts this much.
constexpr double favour = 1.02;

/// Nobody is left to choose: the posterior is at fault, not a sampler.
void give_up_where_all_ran_away(const Race& race) {
  std::size_t tried = 0, away = 0;
  const std::string* message = nullptr;
  for (std::size_t i = 0; i < race.entries.size(); ++i) {
    tried += race.choice.pilots[i].tried;
    if (!race.choice.pilots[i].ran_away) continue;
    ++away;
    for (const auto& c : race.entries[i].chains)
      if (c.ran_away && !message) message = &c.error;
  }
  if (message && tried == away)
    throw Error(
        *message +
        ", and so do those of every other sampler tried: the data do not bound this parameter. Give it "
        "a proper prior (normal(0, 10), say, in place of flat).");
}

}  // namespace

void conclude(Race& race) {
  race.choice.stopped = race.stop;
  give_up_where_all_ran_away(race);
  settle_disputes(race);
  const std::size_t by_sizes = race.choice.chosen;
  double best = 0;
  for (std::size_t i = 0; i < race.entries.size(); ++i) {
    const PilotReport& p = race.choice.pilots[i];
    if (p.disbelieved) continue;
    double score = p.score * (i == by_sizes ? favour : 1);
    // Short pilots flatter slow samplers: a favourite that the budget did not let draw is taken to have every other
    // draw independent. One that diverged has drawn.
    if (i == by_sizes && race.entries[i].alive && p.score == 0 && !p.outcome.is(Outcome::Kind::diverged))
      score = 0.5 * race.entries[i].bound;
    if (score <= best) continue;
    best = score;
    race.choice.chosen = i;
  }
  // A favourite that cannot run, or should not, is no choice while another can.
  if (best == 0 && (race.choice.pilots[by_sizes].disbelieved ||
                    race.choice.pilots[by_sizes].outcome.is(Outcome::Kind::failed)))
    for (std::size_t i = 0; i < race.entries.size(); ++i)
      if (race.entries[i].alive) race.choice.chosen = i;
  race.choice.warnings = pilot_warnings(race.choice);
  for (std::size_t i = 0; i < race.entries.size(); ++i) {
    Outcome& outcome = race.choice.pilots[i].outcome;
    if (outcome.is(Outcome::Kind::open))
      outcome = {i == race.choice.chosen ? Outcome::Kind::chosen : Outcome::Kind::behind};
  }
  race.choice.reason = reason_by_pilots(race.choice);
}

}  // namespace cggibbs
