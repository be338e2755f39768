// A candidate as one cached node sees it.
#pragma once

#include <memory>

#include "graph/nodes/values.hpp"

namespace cggibbs {

/// The entries of a linear node by rows, when each of its terms has at most one per row (sums of a few parameters,
/// gathers). Such rows are written anew, not repaired: c2 + free2 that falls from 1e40 to 1 would keep nothing but
/// the rounding errors of 1e40.
struct LinearRows {
  struct Entry {
    std::size_t at;  ///< in State::values
    double value;    ///< zero where the row has fewer
  };
  std::size_t terms;           ///< of the row that has most
  std::vector<Entry> entries;  ///< `terms` per row, in the order of terms and columns
};

/// Input `input` of a node moves in these rows.
struct MovingInput {
  std::uint32_t input;
  TouchSet rows;
};

/// A cached node whose proposed values are written while a candidate is evaluated.
struct NodeStep {
  NodeId node;
  TouchSet rows;
  std::shared_ptr<const LinearRows> direct = nullptr;
  std::vector<MovingInput> moving = {};  ///< of a linear node that is repaired, in the order of its terms
};

struct Move {
  Values before;
  Values after;  ///< inputs are complete, and so is the node itself but in the rows to write
  const NodeStep& step;
  std::size_t k;  ///< the coordinate's element of its parameter
  MemberSpan members;
  RowSet rows;
  const double* now;  ///< the node's own values before the move
};

}  // namespace cggibbs
