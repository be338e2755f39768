// Samplers that disagree about one posterior, and which of them to believe.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/special.hpp"
#include "diagnostics/agreement.hpp"

namespace cggibbs {

/// What one sampler drew. Quantities are matched by name.
struct Witness {
  std::string sampler;
  std::vector<std::string> quantities;
  std::function<Draws(std::size_t)> draws;  ///< of a quantity; may be called from several threads
  double least_ess = inf;  ///< over all it drew: what is slow anywhere may yet move everything
};

/// Two samplers that differ beyond Monte Carlo error, and where they do so most clearly.
struct Dispute {
  std::size_t a = 0, b = 0;  ///< positions among the witnesses
  std::string sampler_a, sampler_b;
  std::string quantity;
  Contrast contrast;
};

/// Every pair that disagrees. Same laws raise a false alarm, of any pair on any quantity, with probability false_alarms.
std::vector<Dispute> find_disputes(const std::vector<Witness>& witnesses, int threads);

/// Whom not to believe, by witness. Coordinate slice has the fewest ways to be wrong: who disagrees with it is out. Where
/// it does not know (refused, failed, or too few effective samples of anything), who disagrees with two others or more is
/// out when that is more than each of those does. Two that disagree with each other alone both stay: nobody can tell.
std::vector<bool> disbelieved(std::size_t witnesses, const std::vector<Dispute>& disputes);

/// "Intercept has median 594 +- 10 by gaussian_block and 51184 +- 12 by slice"
std::string in_words(const Dispute& d);

nlohmann::json dispute_record(const Dispute& d);

}  // namespace cggibbs
