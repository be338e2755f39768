// Geyer's initial monotone sequence, and what it is applied to.
#include "diagnostics/ess.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "diagnostics/autocovariance.hpp"
#include "diagnostics/moments.hpp"
#include "diagnostics/order.hpp"

namespace cggibbs {

namespace {

/// Integrated autocorrelation time 1 + 2 sum_t rho(t), for chains of n >= 3 draws.
///
/// Autocorrelations are taken in pairs rho(2j) + rho(2j + 1), whose true values are positive and decreasing
/// for a reversible chain: summing stops at the first pair that is not positive, and no pair may exceed the
/// one before. The last even lag enters with half weight, which helps antithetic chains. Late lags (the last
/// four or five) are never used. When not even the first pair is usable the answer is 2, a convention of
/// posterior.
template <class Rho>
double autocorrelation_time(std::size_t n, Rho rho) {
  double even = 1;
  double pair = even + rho(1);
  double pair_limit = inf;
  double sum = 0;
  std::size_t lag = 0;
  while (lag + 5 < n && pair > 0) {
    pair_limit = std::min(pair, pair_limit);
    sum += pair_limit;
    lag += 2;
    even = rho(lag);
    pair = even + rho(lag + 1);
  }
  if (lag == 0) return 2;
  const double last = even > 0 || pair >= 0 ? even : 0;
  return -1 + 2 * sum + last;
}

}  // namespace

double ess_unsplit(Chains x) {
  const std::size_t n = draws_per_chain(x);
  if (n < 3 || degenerate(x)) return nan;
  const auto draws = static_cast<double>(n);
  MeanAutocovariance acov(x);
  const double within = acov(0) * draws / (draws - 1);
  const double total = acov(0) + (x.size() > 1 ? variance(acov.chain_means()) : 0);
  const double tau =
      autocorrelation_time(n, [&](std::size_t lag) { return 1 - (within - acov(lag)) / total; });
  const double size = draws * static_cast<double>(x.size());
  return size / std::max(tau, 1 / std::log10(size));
}

double ess_bulk(Chains x) {
  return has_nan(x) ? nan : ess_unsplit(rank_normalize(split_chains(x)));
}

double ess_mean(Chains x) {
  return ess_unsplit(split_chains(x));
}

double ess_quantile(Chains x, double p) {
  if (degenerate(x)) return nan;
  auto all = pooled(x);
  // The largest draw itself would make the indicator constant; stop half a draw short of it.
  if (p == 1) p = (static_cast<double>(all.size()) - 0.5) / static_cast<double>(all.size());
  std::sort(all.begin(), all.end());
  const double q = quantile_of_sorted(all, p);
  return ess_unsplit(map_draws(split_chains(x), [q](double v) { return v <= q ? 1.0 : 0.0; }));
}

double ess_tail(Chains x) {
  const double low = ess_quantile(x, 0.05);
  const double high = ess_quantile(x, 0.95);
  return std::isnan(low) || std::isnan(high) ? nan : std::min(low, high);
}

}  // namespace cggibbs
