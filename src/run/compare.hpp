// The same posterior by several samplers for the same time each: what an effective sample costs under each.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "run/dispute.hpp"
#include "run/fit.hpp"
#include "theory/condition_numbers.hpp"

namespace cggibbs {

struct EssPoint {
  double seconds;  ///< processor time of sampling, all chains
  double ess;      ///< smallest over the quantities looked at
};

/// What one sampler did in its time.
struct CandidateResult : FitResult {
  std::string name;
  std::string error;        ///< why it did not run; everything else is empty then
  bool ran_away = false;    ///< that is why
  double disagreement = 0;  ///< largest |difference of means| in Monte Carlo errors, from the best candidate
  std::vector<std::string> kept_names;  ///< quantities of which draws were kept, the log density last
  std::vector<Draws> kept;              ///< about 1000 draws per chain, evenly spaced
  std::vector<EssPoint> curve;
  ConditionNumbers condition;
  bool rough_condition = false;  ///< from too few draws for the dimension
  bool gradients() const { return !health.hamiltonian.empty(); }
  std::uint64_t divergences() const;
  double seconds_per_ess() const { return sampling_seconds / ess.min; }
  bool usable() const { return draws >= 4 && ess.min > 0; }
};

/// Runs until `seconds` on the clock have passed, warmup included.
CandidateResult run_candidate(const std::string& name, const Model& model, const RunSettings& settings,
                              double seconds, const std::atomic<bool>& interrupt);

/// Index of the candidate with least seconds per effective sample among those whose chains agree (R-hat below
/// 1.05); among all when none do; the number of candidates when none has draws.
std::size_t best_candidate(const std::vector<CandidateResult>& all);

/// Fills `disagreement` by name of quantity.
void compare_means(std::vector<CandidateResult>& all);

/// Pairs of candidates whose draws disagree beyond Monte Carlo error; see find_disputes().
std::vector<Dispute> disputes_among(const std::vector<CandidateResult>& all, int threads);

/// All figures, the disputes, and the sampler that is advised (null when none is).
nlohmann::json compare_record(const std::vector<CandidateResult>& all, const std::vector<Dispute>& disputes);

}  // namespace cggibbs
