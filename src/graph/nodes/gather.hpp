// source[index[i]] where the index is itself a node: which rows a move of the source touches depends on the state.
#pragma once

#include <string>

#include "graph/nodes/move.hpp"

namespace cggibbs {

struct GatherNode {
  NodeId source;
  NodeId index;      ///< whole numbers; its ancestors are integer parameters
  double first = 0;  ///< the index of the source's first element
  /// Where the state lists the rows by index (Model::indexes); none when the source is data, which never moves.
  std::uint32_t lists = no_lists;
  static constexpr std::uint32_t no_lists = ~0U;
};

template <class F>
void for_each_input(const GatherNode& gather, F&& f) {
  f(gather.source);
  f(gather.index);
}
template <class F>
void rename_inputs(GatherNode& gather, F&& f) {
  gather.source = f(gather.source);
  gather.index = f(gather.index);
}
/// NaN where the index is outside the source.
std::size_t evaluate(const GatherNode& gather, std::size_t n, const Values& in, double* out);
TouchSet touched(const GatherNode& gather, const Arrival& arrival);
std::size_t propose(const GatherNode& gather, const Move& move, double* out);
void pull_back(const GatherNode& gather, std::size_t n, const Values& in, const double* out,
               const double* adjoint, const Adjoints& into);
std::string describe(const GatherNode& gather);

/// Throws an Error unless constants are indexes of a source of this size: whole numbers from `first` on.
void require_within(const std::vector<double>& index, double first, std::size_t size);

}  // namespace cggibbs
