// One chain's parameter values and cached sums.
#pragma once

#include <span>
#include <vector>

#include "base/double_double.hpp"
#include "base/work.hpp"
#include "graph/factor.hpp"
#include "graph/model.hpp"

namespace cggibbs {

class Reader;
class Writer;

/// A plain value: cheap to copy, nothing global, everything a resumed chain needs of the graph.
struct State {
  std::vector<double> values;            ///< every node but data, at Model::offset
  std::vector<DoubleDouble> factor_sum;  ///< log density of each factor
  std::vector<DoubleDouble>
      location_sum;                  ///< location part of each factor (its base line for fused evaluations)
  std::vector<DoubleDouble> stats;   ///< max_stats per factor that keeps statistics
  std::vector<MemberLists> members;  ///< rows by index, see Model::indexes

  double log_density() const;
  void save(Writer& w) const;
  /// Into a state of the same model.
  void load(Reader& r);
  bool operator==(const State&) const = default;
};

/// The first element of a node.
inline const double* value(const Model& model, const double* values, NodeId v) {
  return model.values(values).of(v);
}

/// All parameters zero or at their lower bound, nothing evaluated: set the parameters, then recompute.
State make_state(const Model& model);

/// Every cached value from the parameters alone.
void recompute(const Model& model, State& state);

/// The sums of one factor from the values in the state.
void recompute_factor(const Model& model, State& state, std::size_t f);

/// The naive evaluator: fills the cached nodes of `values` from its parameters and returns the log density.
double naive_log_density(const Model& model, double* values, Work& work);

/// Recomputes, and returns the largest relative deviation that the repaired sums had: |cached - exact| / (1 +
/// |exact|), and the log density where it is beyond tol::log_density. The scratch vector grows to the longest node once.
double refresh(const Model& model, State& state, std::vector<double>& scratch);

/// One draw: the outputs of the model in order.
void record(const Model& model, State& state, std::span<double> out);

}  // namespace cggibbs
