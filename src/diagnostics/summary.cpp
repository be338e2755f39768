// Summaries that share one sort among ranks, folded ranks and quantiles.
#include "diagnostics/summary.hpp"

#include <algorithm>
#include <cmath>

#include "diagnostics/ess.hpp"
#include "diagnostics/mcse.hpp"
#include "diagnostics/moments.hpp"
#include "diagnostics/order.hpp"
#include "diagnostics/rhat.hpp"

namespace cggibbs {

namespace {

constexpr std::size_t dropped = static_cast<std::size_t>(-1);

/// Where draw i of the pooled chains goes when chains are split and pooled again, or dropped.
class SplitPlaces {
 public:
  explicit SplitPlaces(Chains x)
      : n_(draws_per_chain(x)),
        half_(n_ == 1 ? 1 : n_ / 2),
        chains_(x.size()),
        places_(n_ * chains_, dropped) {
    for (std::size_t c = 0; c < chains_; ++c) {
      for (std::size_t i = 0; i < half_; ++i) places_[c * n_ + i] = c * half_ + i;
      if (n_ == 1) continue;
      for (std::size_t i = 0; i < half_; ++i) places_[c * n_ + n_ - half_ + i] = (chains_ + c) * half_ + i;
    }
  }

  /// Normal scores of split chains, from all draws in ascending order.
  Draws scores(std::span<const Placed> sorted) const {
    Draws out(n_ == 1 ? chains_ : 2 * chains_, half_);
    std::vector<Placed> kept;
    kept.reserve(out.flat().size());
    for (const auto& p : sorted)
      if (places_[p.place] != dropped) kept.push_back({p.value, places_[p.place]});
    normal_scores(kept, out.flat());
    return out;
  }

 private:
  std::size_t n_, half_, chains_;
  std::vector<std::size_t> places_;
};

/// Distances to the median in ascending order: those of the draws below it, read backwards, merge with those
/// of the draws above.
std::vector<Placed> folded(std::span<const Placed> sorted, double median) {
  const auto distance = [&](std::size_t i) { return std::abs(sorted[i].value - median); };
  std::size_t above = 0;
  while (above < sorted.size() && sorted[above].value < median) ++above;
  std::size_t below = above;  // one past the next draw below
  std::vector<Placed> out;
  out.reserve(sorted.size());
  while (out.size() < sorted.size()) {
    const bool take_below = above == sorted.size() || (below > 0 && distance(below - 1) <= distance(above));
    const std::size_t i = take_below ? --below : above++;
    out.push_back({distance(i), sorted[i].place});
  }
  return out;
}

std::vector<double> values_of(std::span<const Placed> placed) {
  std::vector<double> out(placed.size());
  std::transform(placed.begin(), placed.end(), out.begin(), [](const Placed& p) { return p.value; });
  return out;
}

}  // namespace

Summary summarize(Chains x, double interval) {
  Summary s;
  if (x.empty() || draws_per_chain(x) == 0 || has_nan(x)) return s;
  const auto all = pooled(x);
  const auto order = sorted_with_places(all);
  const auto sorted = values_of(order);
  const auto halves = split_chains(x);
  const SplitPlaces places(x);

  s.mean = mean(all);
  s.sd = std::sqrt(variance(all, s.mean));
  s.median = median_of_sorted(sorted);
  s.q5 = quantile_of_sorted(sorted, 0.05);
  s.q95 = quantile_of_sorted(sorted, 0.95);
  if (interval > 0) {
    s.low = quantile_of_sorted(sorted, share_below(interval));
    s.high = quantile_of_sorted(sorted, 1 - share_below(interval));
  }

  const Draws z = places.scores(order);
  s.ess_bulk = ess_unsplit(z);
  if (std::isfinite(s.median)) {  // else the distances to it are NaN
    const auto distances = folded(order, s.median);
    s.mad = mad_to_sd * median_of_sorted(values_of(distances));
    const double bulk = rhat_unsplit(z);
    const double tail = rhat_unsplit(places.scores(distances));
    if (!std::isnan(bulk) && !std::isnan(tail)) s.rhat = std::max(bulk, tail);
  }
  if (degenerate(x)) return s;

  const auto ess_below = [&](double q) {
    return ess_unsplit(map_draws(halves, [q](double v) { return v <= q ? 1.0 : 0.0; }));
  };
  const double ess_q5 = ess_below(s.q5);
  const double ess_q95 = ess_below(s.q95);
  if (!std::isnan(ess_q5) && !std::isnan(ess_q95)) s.ess_tail = std::min(ess_q5, ess_q95);
  s.mcse_q5 = detail::mcse_quantile(sorted, 0.05, ess_q5);
  s.mcse_q95 = detail::mcse_quantile(sorted, 0.95, ess_q95);
  s.mcse_median = detail::mcse_quantile(sorted, 0.5, ess_below(quantile_of_sorted(sorted, 0.5)));

  s.mcse_mean = s.sd / std::sqrt(ess_unsplit(halves));
  s.mcse_sd =
      detail::mcse_sd(all, ess_unsplit(map_draws(halves, [m = s.mean](double v) { return square(v - m); })));
  return s;
}

}  // namespace cggibbs
