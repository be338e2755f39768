// One chain's parameter values and cached sums.
#pragma once

#include <span>
#include <vector>

#include "base/double_double.hpp"
#include "base/work.hpp"
#include "graph/model.hpp"

namespace cggibbs {

/// A plain value: cheap to copy, nothing global, everything a resumed chain needs of the graph.
struct State {
  std::vector<double> values;            ///< every node but data, at Model::offset
  std::vector<DoubleDouble> factor_sum;  ///< log density of each factor
  std::vector<DoubleDouble>
      location_sum;                 ///< location part of each factor (its base line for fused evaluations)
  std::vector<DoubleDouble> stats;  ///< max_stats per factor that keeps statistics

  double log_density() const;
  bool operator==(const State&) const;
};

/// The first element of a node.
inline const double* value(const Model& model, const double* values, NodeId v) {
  if (const auto* d = model.node(v).as<DataNode>()) return d->values.data();
  return values + model.offset(v);
}

/// All parameters zero or at their lower bound, nothing evaluated: set the parameters, then recompute.
State make_state(const Model& model);

/// Every cached value from the parameters alone.
void recompute(const Model& model, State& state);

/// The values of one cached node from those of its inputs.
void recompute_node(const Model& model, State& state, NodeId v);
/// The sums of one factor from the values in the state.
void recompute_factor(const Model& model, State& state, std::size_t f);

/// The naive evaluator: fills the cached nodes of `values` from its parameters and returns the log density.
double naive_log_density(const Model& model, double* values, Work& work);

/// Recomputes, and returns the largest relative deviation that the repaired sums had: |cached - exact| / (1 +
/// |exact|), and the log density where it is beyond tol::log_density. The scratch vector grows to the longest node once.
double refresh(const Model& model, State& state, std::vector<double>& scratch);

/// One draw: the outputs of the model in order.
void record(const Model& model, State& state, std::span<double> out);

/// Log density of one factor's rows from scratch, and of its location part alone.
double factor_log_density(const Model& model, const double* values, const Factor& factor);
double factor_location_part(const Model& model, const double* values, const Factor& factor);

/// The argument views of a factor over all its rows.
void factor_views(const Model& model, const double* values, const Factor& factor, ArgView* views);

/// The sufficient statistics of a factor, summed from scratch into t.
void factor_stats(const Model& model, const double* values, const Factor& factor, DoubleDouble* t);

}  // namespace cggibbs
