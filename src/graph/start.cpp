// Starting values by support, retried until the density is positive.
#include "graph/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>

#include "base/settings_text.hpp"
#include "graph/feasible.hpp"
#include "graph/prior_start.hpp"
#include "graph/transform.hpp"

namespace cggibbs {
namespace {

/// The model's own start values, with noise on the scale without bounds that shrinks with the retries.
void start_near(const ParameterNode& p, std::size_t n, Rng& rng, double spread, double* x) {
  std::copy(p.init.begin(), p.init.end(), x);
  if (p.spread.empty()) return;
  std::vector<double> noise(n);
  for (std::size_t k = 0; k < n; ++k) noise[k] = p.spread[k] * (2 * rng.uniform() - 1) * spread / 2;
  switch (p.support) {
    case SupportKind::real:
      for (std::size_t k = 0; k < n; ++k) x[k] += noise[k];
      return;
    case SupportKind::positive:
      for (std::size_t k = 0; k < n; ++k) x[k] *= std::exp(noise[k]);
      return;
    case SupportKind::bounded:
    case SupportKind::ordered: {
      std::vector<double> u(n);
      unconstrain(p, n, x, u.data());
      for (std::size_t k = 0; k < n; ++k) u[k] += noise[k];
      constrain(p, n, u.data(), x);
      return;
    }
    case SupportKind::integer:
      for (std::size_t k = 0; k < n; ++k) x[k] = std::clamp(std::round(x[k] + noise[k]), p.lower, p.upper);
      return;
  }
}

double random_start(const ParameterNode& p, Rng& rng, double spread) {
  const double u = spread * (2 * rng.uniform() - 1);
  switch (p.support) {
    case SupportKind::real:
    case SupportKind::ordered:
      return u;
    case SupportKind::positive:
      return std::exp(u);
    case SupportKind::bounded:
      if (p.upper == inf) return p.lower + std::exp(u);
      if (p.lower == -inf) return p.upper - std::exp(u);
      return p.lower + (p.upper - p.lower) * inv_logit(u);
    case SupportKind::integer:
      if (p.upper == inf) return p.lower + std::floor(std::exp(u));
      return p.lower + static_cast<double>(rng.below(static_cast<std::uint64_t>(p.upper - p.lower) + 1));
  }
  return u;
}

/// What has start values of its own is where somebody wants it, and what has it in its prior belongs there, too.
bool has_some_starts(const Model& model) {
  bool given = false, left = false;
  for (NodeId p : model.parameters()) {
    const auto& parameter = *model.node(p).as<ParameterNode>();
    given = given || (!parameter.init.empty() && parameter.spread.empty());
    left = left || parameter.init.empty();
  }
  return given && left;
}

/// Names the first row whose log density is not finite.
[[noreturn]] void blame(const Model& model, const State& state, int tries) {
  for (const auto& factor : model.factors()) {
    for (std::size_t i = 0; i < factor.size; ++i) {
      if (std::isfinite(row_log_density(model, state.values.data(), factor, i))) continue;
      throw Error(fmt::format(
          "no starting point with positive density after {} tries: in the last one row {} of {} has {}. "
          "Check that row of the data, or give starting values (`init=FILE`; `inits=FILE` for a BUGS program)."_settings,
          tries, factor.given_row(i) + 1, factor.distribution->name,
          row_in_words(model, state.values.data(), factor, i)));
    }
  }
  throw Error(fmt::format(
      "no starting point with positive density after {} tries: the log density overflows. Scale the data "
      "(`standardize=zscore`), or give starting values (`init=FILE`; `inits=FILE` for a BUGS program)."_settings,
      tries));
}

}  // namespace

void draw_start(const Model& model, State& state, Rng& rng, double spread) {
  for (NodeId p : model.parameters()) {
    const Node& node = model.node(p);
    const auto& parameter = *node.as<ParameterNode>();
    double* x = state.values.data() + model.offset(p);
    if (!parameter.init.empty()) {
      start_near(parameter, node.size, rng, spread, x);
      continue;
    }
    for (std::size_t k = 0; k < node.size; ++k) x[k] = random_start(parameter, rng, spread);
    if (parameter.support == SupportKind::ordered) std::sort(x, x + node.size);
  }
  recompute(model, state);
}

void draw_valid_start(const Model& model, State& state, Rng& rng, int tries) {
  if (has_some_starts(model)) {
    draw_start(model, state, rng, 2);
    start_from_priors(model, state, rng);
    if (std::isfinite(state.log_density())) return;
  }
  double spread = 2;
  for (int t = 0; t < tries; ++t) {
    if (t >= 10) spread *= 0.5;
    draw_start(model, state, rng, spread);
    if (std::isfinite(state.log_density())) return;
  }
  // Nothing near the hints: look further, from a wide start so that chains stay apart, then from a narrow one.
  for (const double from : {2.0, 0.1}) {
    draw_start(model, state, rng, from);
    if (search_feasible(model, state, rng)) return;
  }
  draw_start(model, state, rng, 0.1);
  start_from_priors(model, state, rng);
  if (std::isfinite(state.log_density()) || search_feasible(model, state, rng)) return;
  blame(model, state, tries);
}

}  // namespace cggibbs
