// A race of pilots: who runs, what is known of them, and the steps that judge them.
#pragma once

#include <atomic>

#include "run/choose.hpp"
#include "run/pilot.hpp"

namespace cggibbs {

inline constexpr std::size_t chains_per_pilot = 2;

/// What a race knows of one contender beside its report.
struct Entry {
  bool alive = false;
  std::vector<std::size_t> picks;
  const Plan* plan = nullptr;
  std::vector<PilotChain> chains;
  double bound = 0;  ///< effective samples per million rows that it cannot exceed, when there is no score
  double hope = 0;   ///< the score that it may have had, when there is one
  bool called_back = false;  ///< not judged before its next pilot
};

struct Race {
  const std::vector<Contender>& contenders;
  const ChooseSettings& settings;
  std::vector<Entry> entries;
  SamplerChoice choice = {};
  double budget = 0;  ///< of all pilots, at prices
  std::atomic<bool> stop{false};

  const SamplerCandidate& sampler(std::size_t i) const { return contenders[i].sampler; }
  /// Work of a contender, so that that of different ones takes the same time.
  double priced(std::size_t i, double work) const { return work * sampler(i).price; }
  std::size_t count_alive() const;
  double best_score() const { return best_pilot().score; }
  /// What the best so far would take for one chain of the run.
  double chain_of_best() const;
  const PilotReport& best_pilot() const;
};

/// The chains of a contender have run: how they fared. Throws when the model has no posterior.
void read_pilot(Race& race, std::size_t contender, std::size_t length);
/// Those that are so many times behind the best leave.
void judge(Race& race, double gap);
/// Compares the draws of all pilots; who is not believed leaves, and those that could not keep up with it come back.
void settle_disputes(Race& race);
/// The choice, its reason and warnings. Throws when every chain ran away.
void conclude(Race& race);

}  // namespace cggibbs
