// Ranks of weighted draws, and sums of them by batch and by half chain.
#include "diagnostics/weighted_draws.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "diagnostics/moments.hpp"
#include "diagnostics/order.hpp"
#include "diagnostics/rhat.hpp"

namespace cggibbs {

WeightedDraws::WeightedDraws(std::span<const TimeSketch* const> chains) : middle_(chains.size()) {
  // A chain that is a little ahead may have merged its stretches already: those of the others are taken in pairs.
  double weight = 0;
  for (const TimeSketch* c : chains) weight = std::max(weight, c->weight());
  const auto per_batch = [&](const TimeSketch* c) { return static_cast<std::size_t>(weight / c->weight()); };
  batches_ = TimeSketch::most_stretches;
  for (const TimeSketch* c : chains) batches_ = std::min(batches_, c->stretches() / per_batch(c));
  batch_ = weight * TimeSketch::block;

  for (std::uint32_t c = 0; c < chains.size(); ++c) {
    const TimeSketch& chain = *chains[c];
    double length = 0;
    const auto add = [&](double x, double w, std::size_t batch) {
      draws_.push_back({x, w, c, static_cast<std::uint32_t>(batch)});
      length += w;
    };
    for (std::size_t i = 0; i < chain.stretches(); ++i)
      for (const double x : chain.stretch(i)) add(x, chain.weight(), i / per_batch(chains[c]));
    const std::size_t open = chain.stretches() / per_batch(chains[c]);
    chain.open_stretch([&](double x, double w) { add(x, w, open); });
    // The boundary nearest to the middle in time.
    middle_[c] = static_cast<std::size_t>(std::round(0.5 * length / batch_));
    total_ += length;
  }
  sort();
}

void WeightedDraws::sort() {
  std::sort(draws_.begin(), draws_.end(), [](const Draw& a, const Draw& b) { return a.value < b.value; });
}

double WeightedDraws::quantile(double p) const {
  const double position = (total_ - 1) * p;
  double below = 0;
  for (const Draw& d : draws_)
    if ((below += d.weight) > position) return d.value;
  return draws_.back().value;
}

std::vector<double> WeightedDraws::scores() const {
  std::vector<double> out(draws_.size());
  double below = 0;
  for (std::size_t first = 0; first < draws_.size();) {
    std::size_t end = first;
    double weight = 0;
    while (end < draws_.size() && draws_[end].value == draws_[first].value) weight += draws_[end++].weight;
    const double rank = below + (weight + 1) / 2;  // the average of those that equal values share
    const double z = normal_score(rank, total_);
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(first),
              out.begin() + static_cast<std::ptrdiff_t>(end), z);
    below += weight;
    first = end;
  }
  return out;
}

double WeightedDraws::rhat(std::span<const double> x) const {
  const std::size_t halves = 2 * middle_.size();
  std::vector<double> weight(halves), means(halves), variances(halves);
  for (std::size_t i = 0; i < x.size(); ++i) {
    weight[half(draws_[i])] += draws_[i].weight;
    means[half(draws_[i])] += draws_[i].weight * x[i];
  }
  for (std::size_t h = 0; h < means.size(); ++h) means[h] /= weight[h];
  for (std::size_t i = 0; i < x.size(); ++i)
    variances[half(draws_[i])] += draws_[i].weight * square(x[i] - means[half(draws_[i])]);
  for (std::size_t h = 0; h < means.size(); ++h) variances[h] /= weight[h] - 1;
  return rhat_of_moments(means, variances, total_ / static_cast<double>(means.size()));
}

double WeightedDraws::ess(std::span<const double> x) const {
  Draws means(middle_.size(), batches_);
  double center = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Draw& d = draws_[i];
    center += d.weight * x[i] / total_;
    if (d.batch < batches_) means.flat()[d.chain * batches_ + d.batch] += d.weight * x[i] / batch_;
  }
  double spread = 0;
  for (std::size_t i = 0; i < x.size(); ++i) spread += draws_[i].weight * square(x[i] - center) / total_;
  // Draws after the last complete batch add to the precision as those before did.
  return ess_of_batches(means, spread) * total_ / (batch_ * static_cast<double>(batches_ * middle_.size()));
}

namespace {

/// `merged`: the batches have been taken in pairs already, so correlation is no surprise and needs less evidence, and
/// negative correlation is not believed.
double ess_of_blocks(Chains means, double spread, bool merged) {
  if (degenerate(means)) return nan;
  const auto all = pooled(means);
  const double center = mean(all), total = variance(all, center);
  const auto count = static_cast<double>(all.size());
  const std::size_t batches = draws_per_chain(means);
  if (batches == 1) return count * spread / total;
  // Correlation of neighbours, about the mean of all chains: disagreement counts as correlation.
  double next = 0;
  for (const auto chain : means)
    for (std::size_t i = 1; i < batches; ++i) next += (chain[i] - center) * (chain[i - 1] - center);
  next /= (count - static_cast<double>(means.size())) * total;
  const double error = 1 / std::sqrt(count);  // of a correlation that is not there
  if (next < (merged ? error : 2 * error))
    return count / std::max(1 + 2 * next, merged ? 1.0 : 0.5) * spread / total;
  Draws longer(means.size(), batches / 2);
  for (std::size_t c = 0; c < means.size(); ++c)
    for (std::size_t i = 0; i < batches / 2; ++i)
      longer.flat()[c * (batches / 2) + i] = (means[c][2 * i] + means[c][2 * i + 1]) / 2;
  return ess_of_blocks(longer, spread, true);
}

}  // namespace

double ess_of_batches(Chains means, double spread) {
  return ess_of_blocks(means, spread, false);
}

}  // namespace cggibbs
