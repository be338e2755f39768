// What pilots found out: the choice, its reasons and warnings in words, its record.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "run/dispute.hpp"
#include "run/outcome.hpp"

namespace cggibbs {

/// What became of one contender.
struct PilotReport {
  std::string name;
  bool tried = false;
  std::size_t warmup = 0, draws = 0;                ///< of its last pilot, per chain
  double sweep_cost = 0;                            ///< measured where tried, else predicted
  double cost = 0;                                  ///< of all its pilots, as SamplerChoice::cost
  double ess_median = 0, ess_low = 0, ess_min = 0;  ///< of its last pilot; low is the 10% quantile
  double score = 0;                                 ///< effective samples per million rows; 0: none known
  Outcome outcome;
  bool disbelieved = false;  ///< its draws disagree with those of others: see disbelieved()
  bool ran_away = false;
};

struct SamplerChoice {
  std::size_t chosen = 0;  ///< index of the contender
  std::string reason;
  std::vector<PilotReport> pilots;  ///< one per contender
  double cost = 0;                  ///< of all pilots, in rows at the prices of their samplers
  bool stopped = false;             ///< before the pilots were done
  std::vector<Dispute> disputes;    ///< between pilots; positions are those of contenders
  std::vector<std::string> warnings;
};

/// Why the chosen one, where only sizes speak and where pilots do; outcomes must be known.
std::string reason_by_sizes(const SamplerChoice& choice);
std::string reason_by_pilots(const SamplerChoice& choice);

/// Of pilots that ran away and of those that disagree.
std::vector<std::string> pilot_warnings(const SamplerChoice& choice);

nlohmann::json choice_record(const SamplerChoice& choice);

}  // namespace cggibbs
