// Moments, batches and markers, one draw at a time.
#include "diagnostics/online.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "diagnostics/ess.hpp"
#include "diagnostics/moments.hpp"
#include "diagnostics/rhat.hpp"

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
  markers_.add(x);
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

OnlineSummary::Moments OnlineSummary::half(bool second) const {
  const std::size_t count = closed_ / 2;
  const std::size_t first = second ? closed_ - count : 0;
  const auto size = static_cast<double>(batch_size_);
  Moments out;
  for (std::size_t i = 0; i < count; ++i)
    out = Moments::merged(out, static_cast<double>(i) * size, batches_[first + i], size);
  return out;
}

namespace {

/// The smallest x in [low, high] where an increasing condition holds; high if none was found below it.
template <class F>
double first_where(double low, double high, F holds) {
  if (holds(low)) return low;
  for (int step = 0; step < 100; ++step) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (holds(middle) ? high : low) = middle;
  }
  return high;
}

double population_variance(Chains x) {
  const auto all = pooled(x);
  const auto n = static_cast<double>(all.size());
  return variance(all) * (n - 1) / n;
}

}  // namespace

Summary combine(std::span<const OnlineSummary> chains) {
  using Moments = OnlineSummary::Moments;
  Summary s;
  if (chains.empty() || chains.front().draws_ == 0) return s;
  const OnlineSummary& any = chains.front();
  const auto n = static_cast<double>(any.draws_);
  const auto size = n * static_cast<double>(chains.size());
  double low = inf;
  double high = -inf;
  Moments total;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    assert(chains[c].draws_ == any.draws_);
    if (!chains[c].finite_) return s;
    total = Moments::merged(total, static_cast<double>(c) * n, chains[c].total_, n);
    low = std::min(low, chains[c].markers_.min());
    high = std::max(high, chains[c].markers_.max());
  }
  s.mean = total.mean;
  s.sd = size < 2 ? nan : std::sqrt(total.m2 / (size - 1));

  const auto level = [&](double x) {
    double sum = 0;
    for (const auto& c : chains) sum += c.markers_.level(x);
    return sum / static_cast<double>(chains.size());
  };
  const auto quantile = [&](double p) {
    return first_where(low, high, [&](double x) { return level(x) >= p; });
  };
  s.q5 = quantile(0.05);
  s.median = quantile(0.5);
  s.q95 = quantile(0.95);
  s.mad = mad_to_sd * first_where(0, high - low, [&](double distance) {
            return level(s.median + distance) - level(s.median - distance) >= 0.5;
          });

  const std::size_t batches = any.closed_;
  Draws means(chains.size(), batches);
  Draws squares(chains.size(), batches);  // batch means of (x - mean)^2
  std::vector<double> half_means;
  std::vector<double> half_variances;
  const auto batch_size = static_cast<double>(any.batch_size_);
  const double half_draws = static_cast<double>(batches / 2) * batch_size;
  for (std::size_t c = 0; c < chains.size(); ++c) {
    for (std::size_t i = 0; i < batches; ++i) {
      const Moments& b = chains[c].batches_[i];
      means.flat()[c * batches + i] = b.mean;
      squares.flat()[c * batches + i] = b.m2 / batch_size + square(b.mean - s.mean);
    }
    for (const bool second : {false, true}) {
      const Moments h = chains[c].half(second);
      half_means.push_back(h.mean);
      half_variances.push_back(half_draws < 2 ? nan : h.m2 / (half_draws - 1));
    }
  }
  s.rhat = s.sd == 0 ? nan : rhat_of_moments(half_means, half_variances, half_draws);

  // Draws in the open batch add to the precision of the mean as those before did.
  const double all_to_batched = n / (static_cast<double>(batches) * batch_size);
  const double spread = total.m2 / size;
  s.ess_bulk = ess_mean(means) * spread / population_variance(means) * all_to_batched;
  s.ess_bulk = std::isnan(s.ess_bulk) ? nan : std::min(s.ess_bulk, size * std::log10(size));
  s.mcse_mean = s.sd / std::sqrt(s.ess_bulk);
  const double variance_of_spread = population_variance(squares) / ess_mean(squares) / all_to_batched;
  s.mcse_sd = std::sqrt(variance_of_spread / spread / 4);
  return s;
}

}  // namespace cggibbs
