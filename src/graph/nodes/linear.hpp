// y = offset + sum over terms of columns * source. Cached; repaired by column deltas.
#pragma once

#include <string>

#include "graph/columns.hpp"
#include "graph/nodes/move.hpp"

namespace cggibbs {

struct LinearTerm {
  NodeId source;
  ColumnsPtr columns;
};

struct LinearNode {
  std::vector<double> offset;  ///< empty: zero
  std::vector<LinearTerm> terms;
};

inline double offset_at(const LinearNode& linear, std::size_t row) {
  return linear.offset.empty() ? 0.0 : linear.offset[row];
}

/// Every source moves: it is where `offset` says in State::values.
LinearRows rows_of(const LinearNode& linear, std::size_t n, const std::size_t* offset);

template <class F>
void for_each_input(const LinearNode& linear, F&& f) {
  for (const auto& t : linear.terms) f(t.source);
}
template <class F>
void rename_inputs(LinearNode& linear, F&& f) {
  for (auto& t : linear.terms) t.source = f(t.source);
}
std::size_t evaluate(const LinearNode& linear, std::size_t n, const Values& in, double* out);
TouchSet touched(const LinearNode& linear, const Arrival& arrival);
std::size_t propose(const LinearNode& linear, const Move& move, double* out);
void pull_back(const LinearNode& linear, std::size_t n, const Values& in, const double* out,
               const double* adjoint, const Adjoints& into);
std::string describe(const LinearNode& linear);

}  // namespace cggibbs
