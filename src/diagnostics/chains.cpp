// Splitting, folding and rank-normalising chains.
#include "diagnostics/chains.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/special.hpp"
#include "diagnostics/order.hpp"

namespace cggibbs {

Draws::Draws(std::size_t chains, std::size_t length) : values_(chains * length) {
  views_.reserve(chains);
  for (std::size_t c = 0; c < chains; ++c) views_.emplace_back(values_.data() + c * length, length);
}

std::vector<double> pooled(Chains x) {
  std::vector<double> out;
  out.reserve(x.size() * draws_per_chain(x));
  for (const auto chain : x) {
    assert(chain.size() == draws_per_chain(x));
    out.insert(out.end(), chain.begin(), chain.end());
  }
  return out;
}

std::vector<std::span<const double>> split_chains(Chains x) {
  const std::size_t n = draws_per_chain(x);
  if (n == 1) return {x.begin(), x.end()};
  std::vector<std::span<const double>> out;
  out.reserve(2 * x.size());
  for (const auto chain : x) out.push_back(chain.first(n / 2));
  for (const auto chain : x) out.push_back(chain.last(n / 2));
  return out;
}

Draws rank_normalize(Chains x) {
  Draws out(x.size(), draws_per_chain(x));
  const auto z = out.flat();
  if (has_nan(x)) {
    std::fill(z.begin(), z.end(), nan);
  } else {
    normal_scores(sorted_with_places(pooled(x)), z);
  }
  return out;
}

Draws fold(Chains x) {
  auto all = pooled(x);
  std::sort(all.begin(), all.end());
  const double m = has_nan(x) ? nan : median_of_sorted(all);
  return map_draws(x, [m](double v) { return std::abs(v - m); });
}

bool has_nan(Chains x) {
  for (const auto chain : x)
    for (const double v : chain)
      if (std::isnan(v)) return true;
  return false;
}

bool degenerate(Chains x) {
  double low = inf;
  double high = -inf;
  for (const auto chain : x)
    for (const double v : chain) {
      if (!std::isfinite(v)) return true;
      low = std::min(low, v);
      high = std::max(high, v);
    }
  return !(high - low >= std::numeric_limits<double>::epsilon());
}

}  // namespace cggibbs
