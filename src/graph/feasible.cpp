// A search for values at which every factor has positive density.
#include "graph/feasible.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace cggibbs {
namespace {

std::size_t rows_without_density(const Model& model, const State& state) {
  std::size_t count = 0;
  for (const auto& factor : model.factors())
    for (std::size_t i = 0; i < factor.size; ++i)
      if (!std::isfinite(row_log_density(model, state.values.data(), factor, i))) ++count;
  // Each row may be fine and their sum not.
  return count == 0 && !std::isfinite(state.log_density()) ? 1 : count;
}

/// The value after a step on the scale without bounds; the same value when the support has none.
double moved(const ParameterNode& p, double x, double step) {
  switch (p.support) {
    case SupportKind::real:
      return x + step;
    case SupportKind::positive:
      return std::abs(step) < 50 ? x * std::exp(step) : x;
    case SupportKind::bounded: {
      if (has_one_bound(p)) {
        const double end = p.upper == inf ? p.lower : p.upper;
        return std::abs(step) < 50 ? end + (x - end) * std::exp(step) : x;
      }
      const double u = logit((x - p.lower) / (p.upper - p.lower)) + step;
      return std::abs(u) < 30 ? p.lower + (p.upper - p.lower) * inv_logit(u) : x;
    }
    case SupportKind::integer:
      return std::clamp(std::round(x + step), p.lower, p.upper);
    case SupportKind::ordered:
      return x;
  }
  return x;
}

/// About 1e9 numbers are read at most: a model that large is better started by its user.
std::size_t affordable(const Model& model) {
  const std::size_t once = model.state_size() + model.bytes() / sizeof(double) + 1;
  return std::max<std::size_t>(100, 1'000'000'000 / once);
}

}  // namespace

bool search_feasible(const Model& model, State& state, Rng& rng) {
  std::size_t left = affordable(model);
  std::size_t worst = rows_without_density(model, state);
  auto coordinates = model.coordinates();
  for (std::size_t before = std::numeric_limits<std::size_t>::max(); worst > 0 && worst < before;) {
    before = worst;
    for (std::size_t i = coordinates.size(); i > 1; --i)
      std::swap(coordinates[i - 1], coordinates[rng.below(i)]);
    for (const auto c : coordinates) {
      const auto& p = *model.node(c.parameter).as<ParameterNode>();
      double& x = state.values[model.offset(c.parameter) + c.k];
      const double unit = p.spread.empty() || !(p.spread[c.k] > 0) ? 1.0 : p.spread[c.k];
      const double old = x;
      double best = old;
      for (double step = 0.25; step < 1e5; step *= 4)
        for (const double sign : {1.0, -1.0}) {
          if (left == 0) return false;
          const double candidate = moved(p, old, sign * step * unit);
          if (candidate == old || worst == 0) continue;
          --left;
          x = candidate;
          recompute(model, state);
          const std::size_t count = rows_without_density(model, state);
          if (count < worst) {
            worst = count;
            best = candidate;
          }
        }
      x = best;
      recompute(model, state);
      if (worst == 0) return true;
    }
  }
  return worst == 0;
}

}  // namespace cggibbs
