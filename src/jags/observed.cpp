// Log densities and divergences by rows of factors.
#include "jags/observed.hpp"

#include <fmt/format.h>

#include <array>
#include <cggibbs/error.hpp>
#include <cmath>

#include "distributions/draw_between.hpp"
#include "distributions/event.hpp"
#include "graph/factor.hpp"

namespace cggibbs::jags {
namespace {

/// The arguments of one row of numbers.
std::array<double, max_arguments> arguments(const Model& model, const State& state, const Factor& factor,
                                            std::size_t row) {
  std::array<ArgView, max_arguments> views{};
  factor_views(model, state.values.data(), factor, views.data());
  std::array<double, max_arguments> out{};
  for (std::size_t k = 0; k < factor.args.size(); ++k) out[k] = views[k][row];
  return out;
}

/// At this row, of a node that belongs to a cut.
double of_cut(const Model& model, const State& state, NodeId v, std::size_t row) {
  return model.values(state.values.data()).view(v)[row];
}

double log_share(const Model& model, const State& state, const Factor& factor, std::size_t row) {
  return factor.cut.empty() ? 0 : of_cut(model, state, factor.cut[0], row);
}

double log_density(const Model& model, const State& state, const Factor& factor, std::size_t row) {
  return row_log_density(model, state.values.data(), factor, row) - log_share(model, state, factor, row);
}

}  // namespace

Observed::Observed(const Model& model) : model_(model) {
  for (std::size_t f = 0; f < model.factors().size(); ++f) {
    const Factor& factor = model.factors()[f];
    // What an increment reads may have become a constant: it is a share of some density, and no node.
    if (!model.is_data(factor.args[0]) || factor.distribution->name == "increment") continue;
    for (std::size_t i = 0; i < factor.size; ++i) rows_.push_back({f, i});
  }
}

void Observed::deviances(const State& state, std::span<double> out) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    out[i] = -2 * log_density(model_, state, model_.factors()[rows_[i].factor], rows_[i].row);
}

double Observed::divergence(const Factor& factor, std::size_t row, const State& from, const State& to,
                            Rng& rng) const {
  constexpr int draws = 10;
  const Distribution& d = *factor.distribution;
  if (d.event != nullptr)
    throw Error(fmt::format(
        "pD and popt are not known for {}, a distribution of vectors: monitor WAIC instead.", d.name));
  auto a = arguments(model_, from, factor, row), b = arguments(model_, to, factor, row);
  double sum = draws * (log_share(model_, to, factor, row) - log_share(model_, from, factor, row));
  for (int k = 0; k < draws; ++k) {
    a[0] = b[0] = factor.cut.empty() ? d.draw(rng, a.data() + 1)
                                     : draw_cut(d, a.data() + 1, of_cut(model_, from, factor.cut[1], row),
                                                of_cut(model_, from, factor.cut[2], row), rng);
    sum += d.log_density(a.data()) - d.log_density(b.data());
  }
  return sum / draws;
}

void Observed::divergences(const State& from, const State& to, Rng& rng, std::span<double> out) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    out[i] = divergence(model_.factors()[rows_[i].factor], rows_[i].row, from, to, rng);
}

}  // namespace cggibbs::jags
