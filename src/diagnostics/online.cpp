// Moments, batches and sketches, one draw at a time; then all chains together.
#include "diagnostics/online.hpp"

#include <algorithm>
#include <cmath>

#include "diagnostics/ess.hpp"
#include "diagnostics/moments.hpp"
#include "diagnostics/weighted_draws.hpp"

namespace cggibbs {

void OnlineSummary::Moments::add(double x, double count_with_x) {
  const double delta = x - mean;
  mean += delta / count_with_x;
  m2 += delta * (x - mean);
}

OnlineSummary::Moments OnlineSummary::Moments::merged(const Moments& a, double n, const Moments& b,
                                                      double m) {
  const double delta = b.mean - a.mean;
  return {a.mean + delta * m / (n + m), a.m2 + b.m2 + delta * delta * n * m / (n + m)};
}

void OnlineSummary::add(double x) {
  ++draws_;
  finite_ = finite_ && std::isfinite(x);
  if (!finite_) return;
  total_.add(x, static_cast<double>(draws_));
  sketch_.add(x);
  ++in_current_;
  current_.add(x, static_cast<double>(in_current_));
  if (in_current_ == batch_size_) close_batch();
}

void OnlineSummary::close_batch() {
  if (closed_ == max_batches) {
    const auto size = static_cast<double>(batch_size_);
    for (std::size_t i = 0; i < max_batches / 2; ++i)
      batches_[i] = Moments::merged(batches_[2 * i], size, batches_[2 * i + 1], size);
    closed_ = max_batches / 2;
    batch_size_ *= 2;
    return;  // the current batch is now half full
  }
  batches_[closed_++] = current_;
  current_ = {};
  in_current_ = 0;
}

/// What combine() does with several chains.
struct OnlineChains {
  std::span<const OnlineSummary> chains;

  bool any_draws() const { return !chains.empty() && least_draws() > 0; }
  bool finite() const {
    return std::all_of(chains.begin(), chains.end(), [](const auto& c) { return c.finite_; });
  }
  bool exact() const {
    return std::all_of(chains.begin(), chains.end(), [](const auto& c) { return c.sketch_.exact(); });
  }
  /// A run that was stopped leaves chains with unequal numbers of draws.
  std::size_t least_draws() const {
    std::uint64_t least = chains.front().draws_;
    for (const auto& c : chains) least = std::min(least, c.draws_);
    return static_cast<std::size_t>(least);
  }
  double size() const {
    double sum = 0;
    for (const auto& c : chains) sum += static_cast<double>(c.draws_);
    return sum;
  }
  double most_ess() const { return size() * std::log10(size()); }  ///< as in ess_unsplit()

  /// As many of each chain.
  Draws all_draws() const {
    const std::size_t n = least_draws();
    Draws out(chains.size(), n);
    for (std::size_t c = 0; c < chains.size(); ++c) {
      std::size_t at = 0;
      const auto place = [&](double x) {
        if (at < n) out.flat()[c * n + at++] = x;
      };
      const TimeSketch& sketch = chains[c].sketch_;
      for (std::size_t i = 0; i < sketch.stretches(); ++i)
        for (const double x : sketch.stretch(i)) place(x);
      sketch.open_stretch([&](double x, double) { place(x); });
    }
    return out;
  }

  WeightedDraws sketch() const {
    std::vector<const TimeSketch*> all;
    for (const auto& c : chains) all.push_back(&c.sketch_);
    return WeightedDraws(all);
  }

  void moments(Summary& s) const {
    using Moments = OnlineSummary::Moments;
    Moments total;
    double n = 0;
    std::uint64_t batch = 1;
    for (const auto& c : chains) {
      total = Moments::merged(total, n, c.total_, static_cast<double>(c.draws_));
      n += static_cast<double>(c.draws_);
      batch = std::max(batch, c.batch_size_);
    }
    s.mean = total.mean;
    s.sd = std::sqrt(total.m2 / (n - 1));

    // A chain that is a little ahead may have merged its batches already: those of the others are taken in pairs.
    std::size_t batches = OnlineSummary::max_batches;
    for (const auto& c : chains) batches = std::min(batches, c.closed_ / (batch / c.batch_size_));
    Draws means(chains.size(), batches);
    Draws squares(chains.size(), batches);  // batch means of (x - mean)^2
    for (std::size_t k = 0; k < chains.size(); ++k) {
      const OnlineSummary& c = chains[k];
      const std::size_t parts = batch / c.batch_size_;
      const auto part = static_cast<double>(c.batch_size_);
      for (std::size_t i = 0; i < batches; ++i) {
        Moments b = c.batches_[i * parts];
        for (std::size_t j = 1; j < parts; ++j)
          b = Moments::merged(b, static_cast<double>(j) * part, c.batches_[i * parts + j], part);
        means.flat()[k * batches + i] = b.mean;
        squares.flat()[k * batches + i] = b.m2 / static_cast<double>(batch) + square(b.mean - s.mean);
      }
    }
    // Draws in the open batch add to the precision of the mean as those before did.
    const double all_to_batched = n / static_cast<double>(batches * batch * chains.size());
    const double spread = total.m2 / n;
    s.mcse_mean = s.sd / std::sqrt(ess_of_batches(means, spread) * all_to_batched);
    // The variance of a mean of squares over (2 sd)^2 is that of the sd.
    s.mcse_sd = std::sqrt(1 / (ess_of_batches(squares, 1) * all_to_batched) / spread / 4);
  }

  void ranks(Summary& s, double interval) const {
    const WeightedDraws x = sketch();
    s.q5 = x.quantile(0.05);
    s.median = x.quantile(0.5);
    s.q95 = x.quantile(0.95);
    if (interval > 0) {
      s.low = x.quantile(share_below(interval));
      s.high = x.quantile(1 - share_below(interval));
    }
    const WeightedDraws distances = x.mapped([m = s.median](double v) { return std::abs(v - m); });
    s.mad = mad_to_sd * distances.quantile(0.5);
    if (s.sd == 0) return;
    const auto z = x.scores();
    const double bulk = x.rhat(z), folded = distances.rhat(distances.scores());
    if (!std::isnan(bulk) && !std::isnan(folded)) s.rhat = std::max(bulk, folded);
    s.ess_bulk = std::min(x.ess(z), most_ess());
  }
};

Summary combine(std::span<const OnlineSummary> chains, double interval) {
  const OnlineChains all{chains};
  Summary s;
  if (!all.any_draws() || !all.finite()) return s;
  if (all.exact()) return summarize(all.all_draws(), interval);
  all.moments(s);
  all.ranks(s, interval);
  return s;
}

double ess_bulk_of_squares(std::span<const OnlineSummary> chains) {
  const OnlineChains all{chains};
  if (!all.any_draws() || !all.finite()) return nan;
  if (all.exact()) return ess_bulk(map_draws(all.all_draws(), square));
  const WeightedDraws squares = all.sketch().mapped(square);
  return std::min(squares.ess(squares.scores()), all.most_ess());
}

double sketch_error(std::size_t chains) {
  // Of a stretch, in units of its weight: merges add up to a variance of 1/2 at most, the choice from runs to
  // block / 4 / 2^levels. There are half of most_stretches at least.
  const double runs = TimeSketch::block / 4.0 / (1U << TimeSketch::levels);
  constexpr std::size_t fewest = TimeSketch::most_stretches / 2;
  const auto stretches = static_cast<double>(fewest * chains);
  return std::sqrt((0.5 + runs) / stretches) / TimeSketch::block;
}

}  // namespace cggibbs
