// Gamma draws for the Dirichlet part, beta draws for what is broken off.
#include "samplers/dirichlet/sticks.hpp"

#include <algorithm>

#include "distributions/beta.hpp"
#include "distributions/gamma.hpp"

namespace cggibbs {

void Sticks::draw(const std::vector<std::uint32_t>& labels, const std::vector<std::uint32_t>& sizes,
                  double alpha, Rng& rng) {
  sticks_.clear();
  double n = 0;
  for (const auto size : sizes) n += size;
  // Of all occupied together, then of each: a small alpha does not lose its digits beside large counts.
  rest_ = Beta::draw(rng, alpha, n);
  double total = 0;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const double g = Gamma::draw(rng, sizes[k], 1);
    total += g;
    sticks_.push_back({g, labels[k]});
  }
  for (auto& s : sticks_) s.weight *= (1 - rest_) / total;
}

bool Sticks::break_until(double least, std::size_t most, double alpha, Rng& rng) {
  broken_.clear();
  while (rest_ > least) {
    const double share = Beta::draw(rng, 1, alpha);
    const double weight = rest_ * share;
    rest_ *= 1 - share;
    if (!(weight > least)) continue;
    broken_.push_back({weight, 0});
    if (broken_.size() > most) return false;
  }
  return true;
}

void Sticks::join() {
  sticks_.insert(sticks_.end(), broken_.begin(), broken_.end());
}

void Sticks::sort() {
  std::sort(sticks_.begin(), sticks_.end(), [](const Stick& a, const Stick& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.label < b.label;
  });
}

}  // namespace cggibbs
