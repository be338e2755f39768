// Evaluating the whole graph from its parameters.
#include "graph/state.hpp"

#include <algorithm>
#include <cmath>

#include "base/archive.hpp"
#include "base/tolerance.hpp"

namespace cggibbs {

double State::log_density() const {
  double total = 0;
  for (const auto& s : factor_sum) total += s.value();
  return total;
}

void State::save(Writer& w) const {
  const auto& [v, f, l, s, m] = *this;  // all of it: a new member does not compile
  w(v, f, l, s);
  for (const auto& lists : m) w(lists.start, lists.row, lists.place);
}

void State::load(Reader& r) {
  auto& [v, f, l, s, m] = *this;
  r.fill(v, f, l, s);
  for (auto& lists : m) r.fill(lists.start, lists.row, lists.place);
}

State make_state(const Model& model) {
  const std::size_t factors = model.factors().size();
  return {std::vector<double>(model.state_size(), 0.0), std::vector<DoubleDouble>(factors),
          std::vector<DoubleDouble>(factors), std::vector<DoubleDouble>(factors * max_stats),
          std::vector<MemberLists>(model.indexes().size())};
}

namespace {

std::size_t evaluate_cached(const Model& model, double* values) {
  std::size_t read = 0;
  for (NodeId v : model.cached())
    read += evaluate(model.node(v), model.values(values), values + model.offset(v));
  return read;
}

/// All that is not values.
void recompute_sums(const Model& model, State& state) {
  const Values values = model.values(state.values.data());
  for (std::size_t i = 0; i < model.indexes().size(); ++i) {
    const Index& index = model.indexes()[i];
    const ArgView view = values.view(index.node);
    state.members[i].group(view.data, view.stride, index.rows, index.first, index.values);
  }
  for (std::size_t f = 0; f < model.factors().size(); ++f) recompute_factor(model, state, f);
}

}  // namespace

void recompute_factor(const Model& model, State& state, std::size_t f) {
  const Factor& factor = model.factors()[f];
  const double location = factor_location_part(model, state.values.data(), factor);
  state.location_sum[f] = {location, 0};
  state.factor_sum[f] = {factor_log_density(model, state.values.data(), factor, location), 0};
  if (factor.stats) factor_stats(model, state.values.data(), factor, &state.stats[f * max_stats]);
}

void recompute(const Model& model, State& state) {
  evaluate_cached(model, state.values.data());
  recompute_sums(model, state);
}

double naive_log_density(const Model& model, double* values, Work& work) {
  ++work.evaluations;
  work.rows += evaluate_cached(model, values);
  double total = 0;
  for (const auto& factor : model.factors()) {
    total += factor_log_density_by_rows(model, values, factor);
    work.rows += factor.size;
  }
  return total;
}

double refresh(const Model& model, State& state, std::vector<double>& scratch) {
  const double before = state.log_density();
  double drift = 0;
  const auto compare = [&](double cached, double exact) {
    drift = std::max(drift, std::abs(cached - exact) / (1 + std::abs(exact)));
  };
  for (NodeId v : model.cached()) {
    const Node& node = model.node(v);
    double* cached = state.values.data() + model.offset(v);
    if (scratch.size() < node.size) scratch.resize(node.size);
    evaluate(node, model.values(state.values.data()), scratch.data());
    for (std::size_t i = 0; i < node.size; ++i) {
      compare(cached[i], scratch[i]);
      cached[i] = scratch[i];
    }
  }
  recompute_sums(model, state);
  // A sum over all rows, which rounds more than they do: it counts from its own tolerance on.
  const double after = state.log_density();
  const double off = std::abs(before - after) / (1 + std::abs(after));
  return off > tol::log_density ? std::max(drift, off) : drift;
}

void record(const Model& model, State& state, std::span<double> out) {
  for (NodeId v : model.derived())
    evaluate(model.node(v), model.values(state.values.data()), state.values.data() + model.offset(v));
  auto at = out.begin();
  for (const auto& o : model.outputs()) {
    const double* x = value(model, state.values.data(), o.node);
    at = std::copy(x, x + o.names.size(), at);
  }
}

}  // namespace cggibbs
