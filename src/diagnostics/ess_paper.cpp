// Bulk effective sample size truncated at lag 250.
#include "diagnostics/ess_paper.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "diagnostics/autocovariance.hpp"
#include "diagnostics/moments.hpp"

namespace cggibbs {

double ess_paper(Chains x) {
  constexpr std::size_t longest = 250;
  const std::size_t n = draws_per_chain(x) / 2;
  if (n <= 4 || has_nan(x)) return nan;
  const Draws z = rank_normalize(x);
  const auto halves = split_chains(z);
  if (degenerate(halves)) return nan;

  const auto draws = static_cast<double>(n);
  MeanAutocovariance acov(halves, longest + 1);  // every lag by direct sums
  const double within = acov(0) * draws / (draws - 1);
  const double total = acov(0) + variance(acov.chain_means());
  const auto rho = [&](std::size_t lag) { return 1 - (within - acov(lag)) / total; };

  const std::size_t max_lag = std::min(longest, n - 4);
  double limit = 1 + rho(1);
  double sum = limit;
  std::size_t lag = 2;
  for (; lag + 1 < max_lag; lag += 2) {
    const double pair = rho(lag) + rho(lag + 1);
    if (!(pair > 0)) break;
    limit = std::min(limit, pair);
    sum += limit;
  }
  const double last = max_lag > 1 ? std::max(0.0, rho(lag)) : 0.0;
  const double tau = std::max(0.0, 2 * sum + last - 1);
  const double size = draws * static_cast<double>(halves.size());
  return std::min(size / tau, size * std::log10(size));
}

}  // namespace cggibbs
