// What a Hamiltonian sampler sees of the graph: some parameters in unconstrained space, log density and gradient.
#pragma once

#include <vector>

#include "graph/gradient.hpp"

namespace cggibbs {

/// Owns the work space of one chain. All other parameters keep the values of the state that was read last.
class BlockDensity {
 public:
  /// Throws an Error when one of the parameters is an integer.
  BlockDensity(const Model& model, std::vector<NodeId> parameters);

  std::size_t dimension() const { return dimension_; }
  const std::vector<NodeId>& parameters() const { return gradient_.moving(); }
  /// "log(tau)", "theta[2]": the unconstrained coordinates by name.
  std::vector<std::string> names() const;

  /// Takes over all values of the state and sets u to the block's position.
  void read(const State& state, double* u);
  /// Log conditional density of u, Jacobian included, up to a constant; -inf (and no useful gradient) outside the
  /// support. Never NaN.
  double log_conditional(const double* u, double* gradient, Work& work);
  /// Moves the state there. Sums that do not depend on the block keep their bits.
  void write(const double* u, State& state) const;

 private:
  const Model& model_;
  Gradient gradient_;
  std::size_t dimension_ = 0;
  std::vector<double> values_, adjoint_;  ///< laid out as State::values
};

}  // namespace cggibbs
