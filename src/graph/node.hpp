// The node kinds of the compute graph, a closed set. Every node is an array of doubles.
//
// Each kind is one file under nodes/ with the same functions; what is forgotten does not compile:
//   for_each_input(body, f)       f(NodeId) for each node that it reads, in a fixed order
//   rename_inputs(body, f)        each input i becomes f(i)
//   evaluate(body, n, in, out)    all n elements from scratch; returns the number of entries read
//   touched(body, arrival)        which rows move with those of one input
//   propose(body, move, out)      the rows that a candidate moves; returns the number of entries read
//   pull_back(body, n, in, out, adjoint, into)  derivatives from the node to its inputs
//   describe(body)                a few words for people
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include "distributions/distribution.hpp"
#include "graph/nodes/gather.hpp"
#include "graph/nodes/leaf.hpp"
#include "graph/nodes/linear.hpp"
#include "graph/nodes/map.hpp"
#include "graph/nodes/matrix.hpp"
#include "graph/nodes/probability.hpp"
#include "graph/nodes/reduce.hpp"

namespace cggibbs {

struct Node {
  std::string name;  ///< may be empty for intermediate nodes
  std::size_t size = 0;
  std::variant<ParameterNode, DataNode, LinearNode, MapNode, ReduceNode, GatherNode, MatrixNode,
               ProbabilityNode>
      body;

  template <class T>
  const T* as() const {
    return std::get_if<T>(&body);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&body);
  }
};

/// One lambda per kind, for std::visit.
template <class... F>
struct ByKind : F... {
  using F::operator()...;
};
template <class... F>
ByKind(F...) -> ByKind<F...>;  // Clang 14 does not find it by itself

/// Calls f(NodeId) for every node that this one reads.
template <class F>
void for_each_input(const Node& node, F&& f) {
  std::visit([&](const auto& body) { for_each_input(body, f); }, node.body);
}
template <class F>
void rename_inputs(Node& node, F&& f) {
  std::visit([&](auto& body) { rename_inputs(body, f); }, node.body);
}
inline std::size_t evaluate(const Node& node, const Values& in, double* out) {
  return std::visit([&](const auto& body) { return evaluate(body, node.size, in, out); }, node.body);
}
inline TouchSet touched(const Node& node, const Arrival& arrival) {
  return std::visit([&](const auto& body) { return touched(body, arrival); }, node.body);
}
inline std::size_t propose(const Node& node, const Move& move, double* out) {
  return std::visit([&](const auto& body) { return propose(body, move, out); }, node.body);
}
inline void pull_back(const Node& node, const Values& in, const double* out, const double* adjoint,
                      const Adjoints& into) {
  std::visit([&](const auto& body) { pull_back(body, node.size, in, out, adjoint, into); }, node.body);
}
inline std::string describe(const Node& node) {
  return std::visit([](const auto& body) { return describe(body); }, node.body);
}

inline const double* Values::of(NodeId v) const {
  if (const auto* d = nodes_[v].as<DataNode>()) return d->values.data();
  return values_ + offset_[v];
}
inline std::size_t Values::size(NodeId v) const {
  return nodes_[v].size;
}

/// The rows that a factor was given, where identical ones were merged.
struct MergedRows {
  std::size_t given = 0;             ///< 0: none were
  std::vector<std::uint32_t> first;  ///< by row of the factor: the first that it was made of
};

/// The sums of Distribution::beside where they are constants: all that it reads is data.
struct BesideSums {
  bool known = false;
  double weight = 0;  ///< of all rows
  std::array<double, beside_sums> t{};
};

/// Log densities of one distribution, summed into the log density.
struct Factor {
  const Distribution* distribution;
  std::vector<NodeId> args;     ///< variate first; each of n rows or 1
  std::vector<double> weights;  ///< empty: all one
  std::size_t size = 1;         ///< n
  bool stats = false;           ///< scalars' conditionals come from cached sufficient statistics
  /// Elements per row of each argument, where a row is an event: a vector or a matrix. Empty: all one.
  std::vector<std::uint32_t> event = {};
  double constant = 0;  ///< of the log density: what merging rows took from it
  BesideSums beside = {};
  MergedRows merged = {};
  /// Of a distribution that is cut: the log probability of the interval, its lower and its upper end. The density has its share from
  /// another factor; this is for those who tell rows apart. Else empty.
  std::vector<NodeId> cut = {};

  /// What the user calls row i.
  std::size_t given_row(std::size_t i) const { return merged.given == 0 ? i : merged.first[i]; }
};

/// What a chain records: a node under names of its own.
struct Output {
  NodeId node;
  std::string name;
  std::vector<std::string> names;  ///< one per element
};

/// What the user takes for a parameter, and what it is made of: the sticks of a simplex, or the diagonal and what is below it of the
/// factor of a positive definite matrix.
struct MadeParameter {
  NodeId first;
  NodeId second = 0;
  bool matrix = false;
};

/// What draw_forward() does next: computes a node, or draws it from a factor.
struct ForwardStep {
  static constexpr std::uint32_t computed = ~std::uint32_t{0};
  NodeId node;
  std::uint32_t factor;
};

/// The graph while it is written and passes still rewrite it. Nodes are in topological order: inputs before users.
struct Draft {
  std::vector<Node> nodes;
  std::vector<Factor> factors;
  std::vector<Factor> forward = {};  ///< see take_forward()
  std::vector<Output> outputs;
  std::size_t steps = 0;  ///< counted work of the passes

  // While it is written:
  bool closed = false;  ///< built, or its builder is gone: Vars that point here are stale
  std::unordered_set<std::string> names;
  std::unordered_map<NodeId, std::vector<std::size_t>> outputs_of;  ///< places in outputs
  std::unordered_map<NodeId, MadeParameter> made;
};

}  // namespace cggibbs
