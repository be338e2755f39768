// What a node sees of the others while it is evaluated, moved or differentiated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "distributions/distribution.hpp"
#include "graph/touch.hpp"

namespace cggibbs {

using NodeId = std::uint32_t;
struct Node;

/// The values of nodes: constants where the model keeps them, all others in an array laid out as State::values.
class Values {
 public:
  Values(const Node* nodes, const std::size_t* offset, const double* values)
      : nodes_(nodes), offset_(offset), values_(values) {}
  const double* of(NodeId v) const;
  std::size_t size(NodeId v) const;
  const double* array() const { return values_; }
  ArgView view(NodeId v) const { return {of(v), size(v) == 1 ? 0U : 1U}; }

 private:
  const Node* nodes_;
  const std::size_t* offset_;
  const double* values_;
};

/// Where derivatives are added, in the same layout.
class Adjoints {
 public:
  Adjoints(const std::vector<bool>& depends, const std::size_t* offset, double* adjoint)
      : depends_(depends), offset_(offset), adjoint_(adjoint) {}
  /// Null when nothing that moves is under this node.
  double* of(NodeId v) const { return depends_[v] ? adjoint_ + offset_[v] : nullptr; }

 private:
  const std::vector<bool>& depends_;
  const std::size_t* offset_;
  double* adjoint_;
};

/// How the rows of one input reach the rows of a node when m coordinates may move.
struct Arrival {
  std::uint32_t input;  ///< which one, in the order of for_each_input
  const TouchSet& from;
  std::size_t input_size;
  std::size_t size;  ///< of the node
  std::size_t m;

  /// Row i goes to row i; a scalar goes to all.
  TouchSet elementwise() const { return input_size == 1 && size > 1 ? TouchSet::all(size) : from; }
  TouchSet everywhere() const { return TouchSet::all(size); }
};

}  // namespace cggibbs
