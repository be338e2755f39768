// One value per segment of the input.
#pragma once

#include <string>

#include "graph/nodes/move.hpp"

namespace cggibbs {

enum class ReduceOp { sum, log_sum_exp, product, minimum, maximum };

/// Members of segment s: member[start[s]..start[s+1]).
struct ReduceNode {
  ReduceOp op;
  NodeId input;
  std::vector<std::size_t> start;
  std::vector<std::uint32_t> member;
  std::vector<std::uint32_t> segment;  ///< of each element of the input, which is in one and only one
};

template <class F>
void for_each_input(const ReduceNode& reduce, F&& f) {
  f(reduce.input);
}
template <class F>
void rename_inputs(ReduceNode& reduce, F&& f) {
  reduce.input = f(reduce.input);
}
std::size_t evaluate(const ReduceNode& reduce, std::size_t n, const Values& in, double* out);
TouchSet touched(const ReduceNode& reduce, const Arrival& arrival);
std::size_t propose(const ReduceNode& reduce, const Move& move, double* out);
void pull_back(const ReduceNode& reduce, std::size_t n, const Values& in, const double* out,
               const double* adjoint, const Adjoints& into);
std::string describe(const ReduceNode& reduce);

}  // namespace cggibbs
