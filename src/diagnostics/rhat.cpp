// R-hat from between-chain and within-chain variances.
#include "diagnostics/rhat.hpp"

#include <algorithm>
#include <cmath>

#include "diagnostics/moments.hpp"

namespace cggibbs {

double rhat_of_moments(std::span<const double> means, std::span<const double> variances, double n) {
  const double between = n * variance(means);
  const double within = mean(variances);
  return std::sqrt((between / within + n - 1) / n);
}

double rhat_unsplit(Chains x) {
  if (degenerate(x)) return nan;
  std::vector<double> means;
  std::vector<double> variances;
  for (const auto chain : x) {
    means.push_back(mean(chain));
    variances.push_back(variance(chain, means.back()));
  }
  return rhat_of_moments(means, variances, static_cast<double>(draws_per_chain(x)));
}

double rhat(Chains x) {
  if (has_nan(x)) return nan;
  const double bulk = rhat_unsplit(rank_normalize(split_chains(x)));
  const double folded = rhat_unsplit(rank_normalize(split_chains(fold(x))));
  // An undefined part makes the whole undefined, as in R.
  return std::isnan(bulk) || std::isnan(folded) ? nan : std::max(bulk, folded);
}

}  // namespace cggibbs
