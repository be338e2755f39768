// Medians of priors, factor by factor in the order in which parameters were declared.
#include "graph/prior_start.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace cggibbs {
namespace {

/// The elements of a parameter that rows of a factor are about.
struct Elements {
  NodeId parameter = 0;
  std::vector<std::uint32_t> of_row = {};
};
constexpr std::uint32_t none = ~0U;

/// Empty unless the variate is a parameter or elements picked from parameters.
std::vector<Elements> drawn_by(const Model& model, const Factor& f) {
  const NodeId variate = f.args[0];
  const Node& node = model.node(variate);
  if (node.as<ParameterNode>()) {
    Elements all{variate};
    for (std::uint32_t i = 0; i < node.size; ++i) all.of_row.push_back(i);
    return {all};
  }
  const auto* linear = node.as<LinearNode>();
  if (!linear) return {};
  std::vector<Elements> out;
  for (const auto& term : linear->terms) {
    if (!model.node(term.source).as<ParameterNode>() || !term.columns->one_entry_per_row()) continue;
    Elements some{term.source, std::vector<std::uint32_t>(node.size, none)};
    for (std::uint32_t j = 0; j < term.columns->cols(); ++j) {
      const ColumnView column = term.columns->col(j);
      for (std::size_t t = 0; t < column.count; ++t)
        if (column.value(t) == 1 && offset_at(*linear, column.row(t)) == 0) some.of_row[column.row(t)] = j;
    }
    out.push_back(std::move(some));
  }
  return out;
}

/// Among a few draws, for distributions whose quantiles are not at hand: counts.
double drawn_middle(const Distribution& d, const double* parameters, double x, Rng& rng) {
  std::array<double, 5> draws{};
  for (double& v : draws) {
    v = d.draw(rng, parameters);
    if (!std::isfinite(v)) return nan;
  }
  std::sort(draws.begin(), draws.end());
  return x >= draws[1] && x <= draws[3] ? nan : draws[2];
}

/// NaN where the value may stay.
double middle(const Distribution& d, const double* parameters, double x, Rng& rng) {
  if (!d.quantile) return drawn_middle(d, parameters, x, rng);
  const double low = d.quantile(0.25, parameters), high = d.quantile(0.75, parameters);
  const bool known = std::isfinite(low) && std::isfinite(high) && low <= high;
  constexpr double vague = 1e6;
  if (!known || (x >= low && x <= high) || (low >= 0 && high > vague * low && !d.discrete)) return nan;
  return d.quantile(0.4 + 0.2 * rng.uniform(), parameters);
}

}  // namespace

void start_from_priors(const Model& model, State& state, Rng& rng) {
  constexpr std::size_t most_factors = 1000;
  std::size_t seen = 0;
  for (const Factor& f : model.factors()) {
    if (f.distribution->event || !f.distribution->draw || ++seen > most_factors) continue;
    bool moved = false;
    for (const Elements& e : drawn_by(model, f)) {
      const auto& p = *model.node(e.parameter).as<ParameterNode>();
      if (!p.init.empty()) continue;
      double* x = state.values.data() + model.offset(e.parameter);
      const Values in = model.values(state.values.data());
      for (std::size_t i = 0; i < f.size && i < e.of_row.size(); ++i) {
        if (e.of_row[i] == none) continue;
        double parameters[max_arguments] = {};
        for (std::size_t k = 1; k < f.args.size(); ++k) parameters[k - 1] = in.view(f.args[k])[i];
        const double m = middle(*f.distribution, parameters, x[e.of_row[i]], rng);
        if (std::isnan(m) || !in_support(p, m)) continue;
        x[e.of_row[i]] = m;
        moved = true;
      }
      // Ascending elements stay so.
      if (p.support == SupportKind::ordered) std::sort(x, x + model.node(e.parameter).size);
    }
    if (moved) recompute(model, state);
  }
  recompute(model, state);
}

}  // namespace cggibbs
