// Log densities and divergences by rows of factors.
#include "jags/observed.hpp"

#include <fmt/format.h>

#include <array>
#include <cggibbs/error.hpp>
#include <cmath>

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

}  // namespace

Observed::Observed(const Model& model) : model_(model) {
  for (std::size_t f = 0; f < model.factors().size(); ++f) {
    const Factor& factor = model.factors()[f];
    if (!model.is_data(factor.args[0])) continue;
    for (std::size_t i = 0; i < factor.size; ++i) rows_.push_back({f, i});
  }
}

void Observed::deviances(const State& state, std::span<double> out) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    out[i] =
        -2 * row_log_density(model_, state.values.data(), model_.factors()[rows_[i].factor], rows_[i].row);
}

double Observed::divergence(const Factor& factor, std::size_t row, const State& from, const State& to,
                            Rng& rng) const {
  constexpr int draws = 10;
  const Distribution& d = *factor.distribution;
  if (d.event != nullptr)
    throw Error(fmt::format(
        "pD and popt are not known for {}, a distribution of vectors: monitor WAIC instead.", d.name));
  auto a = arguments(model_, from, factor, row), b = arguments(model_, to, factor, row);
  double sum = 0;
  for (int k = 0; k < draws; ++k) {
    a[0] = b[0] = d.draw(rng, a.data() + 1);
    sum += d.log_density(a.data()) - d.log_density(b.data());
  }
  return sum / draws;
}

void Observed::divergences(const State& from, const State& to, Rng& rng, std::span<double> out) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    out[i] = divergence(model_.factors()[rows_[i].factor], rows_[i].row, from, to, rng);
}

}  // namespace cggibbs::jags
