// Reverse mode over the array nodes: the log density and its derivatives in chosen parameters.
#pragma once

#include <vector>

#include "base/work.hpp"
#include "graph/state.hpp"

namespace cggibbs {

/// Knows which nodes and factors depend on the moving parameters; only these are evaluated and differentiated.
/// Shared by chains: evaluation writes to the caller's arrays only and allocates nothing.
class Gradient {
 public:
  /// In every parameter but the integers.
  explicit Gradient(const Model& model);
  Gradient(const Model& model, std::vector<NodeId> moving);

  /// Arrays have the layout of State::values. Reads parameters, fills the nodes that depend on moving ones, and
  /// sets the derivative in each of these nodes and parameters; all other adjoints are left alone. The value is
  /// up to a constant in the moving parameters; -inf where the density is zero (derivatives mean nothing there).
  double log_conditional(double* values, double* adjoint, Work& work) const;

  const std::vector<NodeId>& moving() const { return moving_; }
  /// Cached nodes that depend on the moving parameters, in topological order, and the factors that do.
  const std::vector<NodeId>& nodes() const { return nodes_; }
  const std::vector<std::size_t>& factors() const { return factors_; }

 private:
  double add_factor(const Factor& factor, const double* values, double* adjoint) const;
  /// Only the location moves: its slopes come from a fast loop.
  bool location_only(const Factor& factor) const;
  double* adjoint_of(NodeId v, double* adjoint) const {
    return depends_[v] ? adjoint + model_.offset(v) : nullptr;
  }

  const Model& model_;
  std::vector<NodeId> moving_;
  std::vector<bool> depends_;  ///< by node
  std::vector<NodeId> nodes_;
  std::vector<std::size_t> factors_;
};

}  // namespace cggibbs
