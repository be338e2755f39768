// One comparison per parameter; scales are worked out only for those that fail it.
#include "run/runaway.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/special.hpp"

namespace cggibbs {
namespace {

constexpr double far = 1e20;

/// The largest observation: what densities are taken of and no parameter moves.
double size_of_data(const Model& model) {
  double largest = 0;
  for (const auto& f : model.factors())
    if (const auto* data = model.node(f.args[0]).as<DataNode>())
      for (double y : data->values) largest = std::max(largest, std::abs(y));
  return largest;
}

double root_mean_square(const ColumnView& x, std::size_t rows) {
  double sum = 0;
  for (std::size_t t = 0; t < x.count; ++t) sum += square(x.value(t));
  return std::sqrt(sum / static_cast<double>(rows));
}

/// What a unit of the coordinate changes in the predictors that it enters; 1 when it enters none.
double size_of_column(const Model& model, Coordinate c) {
  double largest = 0;
  bool linear = false;
  for (const auto& node : model.nodes())
    if (const auto* l = node.as<LinearNode>())
      for (const auto& term : l->terms) {
        if (term.source != c.parameter) continue;
        linear = true;
        largest = std::max(largest, root_mean_square(term.columns->col(c.k), term.columns->rows()));
      }
  return linear ? largest : 1;
}

/// Users know outputs; a rotated coefficient is none.
std::pair<std::string, double> named(const Model& model, const State& state, Coordinate c, double value) {
  const auto& all = model.outputs();
  if (std::any_of(all.begin(), all.end(), [&](const Output& o) { return o.node == c.parameter; }) ||
      model.n_outputs() == 0)
    return {model.coordinate_name(c), value};
  State copy = state;
  std::vector<double> out(model.n_outputs());
  record(model, copy, out);
  const auto size = [](double x) { return std::isnan(x) ? inf : std::abs(x); };
  const auto largest =
      std::max_element(out.begin(), out.end(), [&](double x, double y) { return size(x) < size(y); });
  return {model.output_names()[static_cast<std::size_t>(largest - out.begin())], *largest};
}

}  // namespace

Runaway find_runaway(const Model& model, const State& state) {
  Runaway worst;
  Coordinate where{};
  double value_there = 0;
  for (NodeId p : model.parameters()) {
    const double* x = value(model, state.values.data(), p);
    for (std::uint32_t k = 0; k < model.node(p).size; ++k) {
      if (std::abs(x[k]) <= far) continue;
      const Coordinate c{p, k};
      const double times =
          std::isfinite(x[k]) ? std::abs(x[k]) * size_of_column(model, c) / (1 + size_of_data(model)) : inf;
      if (times <= far || times <= worst.times) continue;
      worst.times = times;
      where = c;
      value_there = x[k];
    }
  }
  if (!worst) return worst;
  const auto [name, size] = named(model, state, where, value_there);
  worst.words = std::isfinite(size) ? fmt::format("{} is {:.3g} while no observation is larger than {:.3g}",
                                                  name, size, size_of_data(model))
                                    : fmt::format("{} is {}", name, size);
  return worst;
}

void RunawayWatch::look(const Model& model, const State& state, std::size_t sweeps, bool warming) {
  const Runaway found = find_runaway(model, state);
  const bool comes_back = warming && 2 * found.times <= before_;
  if (found && before_ > 0 && !comes_back)
    throw ChainRanAway(
        found.words,
        fmt::format(
            "a chain runs away: {} after {} sweeps, and was as far before. The data do not bound this "
            "parameter, or rounding has taken over. Give it a proper prior (normal(0, 10), say, in "
            "place of flat), and standardize predictors whose mean is large beside their spread.",
            found.words, sweeps));
  before_ = found.times;
}

}  // namespace cggibbs
