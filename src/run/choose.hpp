// Choosing a sampler by short pilot runs: effective samples per counted work.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run/dispute.hpp"
#include "samplers/candidates.hpp"

namespace cggibbs {

/// A sampler and the form of the model that it would run on.
struct Contender {
  SamplerCandidate sampler;
  const Model* model;
};

struct ChooseSettings {
  std::uint64_t seed = 1;
  std::size_t chains = 4, warmup = 1000, sweeps = 1000;  ///< of the run that is to come
  int threads = 1;
};

/// What became of one contender.
struct PilotReport {
  std::string name;
  bool tried = false;
  std::size_t warmup = 0, draws = 0;                ///< of its last pilot, per chain
  double sweep_cost = 0;                            ///< measured where tried, else predicted
  double ess_median = 0, ess_low = 0, ess_min = 0;  ///< of its last pilot; low is the 10% quantile
  double score = 0;                                 ///< effective samples per million rows; 0: none known
  std::string outcome;                              ///< a few words
};

struct SamplerChoice {
  std::size_t chosen = 0;  ///< index of the contender
  std::string reason;
  std::vector<PilotReport> pilots;  ///< one per contender
  double cost = 0;                  ///< of all pilots, in rows
  bool stopped = false;             ///< before the pilots were done
  std::vector<Dispute> disputes;    ///< between pilots; positions are those of contenders
  std::vector<std::string> warnings;
};

/// Pilots have random streams of their own: the run that follows has the draws that it would have had if its sampler
/// had been named. The choice depends on the seed, not on threads. `go_on` is called about ten times a second from
/// the calling thread; when it says false the choice is made from what is known by then.
/// Wrong kernels mix well: contenders whose draws disagree with the others' are not chosen (see disbelieved()), nor those
/// that fail or whose chains run away.
SamplerChoice choose_sampler(const std::vector<Contender>& contenders, const ChooseSettings& settings,
                             const std::function<bool()>& go_on);

/// The contender that sizes alone would choose.
std::size_t favourite(const std::vector<Contender>& contenders);

nlohmann::json choice_record(const SamplerChoice& choice);

}  // namespace cggibbs
