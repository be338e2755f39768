// Density, distribution function, quantile or probability of an interval of a distribution, element by element.
#pragma once

#include <string>

#include "distributions/probability.hpp"
#include "graph/nodes/move.hpp"

namespace cggibbs {

struct ProbabilityNode {
  ProbabilityOp op;
  const Distribution* distribution;
  std::vector<NodeId> inputs;  ///< as many as arity() says; each of the node's length or 1
};

template <class F>
void for_each_input(const ProbabilityNode& node, F&& f) {
  for (NodeId i : node.inputs) f(i);
}
template <class F>
void rename_inputs(ProbabilityNode& node, F&& f) {
  for (NodeId& i : node.inputs) i = f(i);
}
std::size_t evaluate(const ProbabilityNode& node, std::size_t n, const Values& in, double* out);
TouchSet touched(const ProbabilityNode& node, const Arrival& arrival);
std::size_t propose(const ProbabilityNode& node, const Move& move, double* out);
void pull_back(const ProbabilityNode& node, std::size_t n, const Values& in, const double* out,
               const double* adjoint, const Adjoints& into);
std::string describe(const ProbabilityNode& node);

}  // namespace cggibbs
