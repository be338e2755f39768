// What the builder's own files see of Var and Arg.
#pragma once

#include <cggibbs/model.hpp>
#include <initializer_list>
#include <string>

#include "graph/node.hpp"

namespace cggibbs {

struct VarAccess {
  using DraftPtr = std::shared_ptr<Draft>;

  /// Refuses a Var whose model has been built.
  static const DraftPtr& draft(const Var& v);
  static NodeId id(const Var& v) { return v.id_; }
  static Node& node(const Var& v) { return draft(v)->nodes[v.id_]; }
  /// Null for constants.
  static DraftPtr draft(const Arg& a) { return a.var_.draft_ ? draft(a.var_) : nullptr; }
  static Var reshaped(const Var& v, Extents shape) { return {std::move(shape), v.id_, v.draft_}; }

  static Var append(const DraftPtr& draft, std::size_t n, decltype(Node::body) body, Extents shape = {});
  static Var data(const DraftPtr& draft, std::vector<double> values) {
    const std::size_t n = values.size();
    return append(draft, n, DataNode{std::move(values)});
  }
  static Var probability(const DraftPtr& draft, ProbabilityOp op, std::string_view what,
                         std::string_view name, const std::vector<Arg>& args);
  /// The argument as a node of the draft.
  static Var node_of(const DraftPtr& draft, const Arg& a);
};

/// The common length of arrays, where 1 goes with any other.
std::size_t common_size(std::initializer_list<std::size_t> sizes, std::string_view what);

std::size_t product(const Extents& shape);

}  // namespace cggibbs
