// Rows by the value of an index that moves: what a gather's source touches, kept in the state and repaired.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cggibbs {

/// Rows 0..n-1 grouped by value 0..values-1, with one further group for rows outside. A plain value; moving a row from one
/// value to another takes as many steps as there are values between and allocates nothing. The order within a group
/// depends on the moves made.
struct MemberLists {
  std::vector<std::uint32_t> start;  ///< values + 2 offsets into row
  std::vector<std::uint32_t> row;
  std::vector<std::uint32_t> place;  ///< of each row in `row`

  /// From scratch; rows of a group ascend. stride 0: one index for all rows.
  void group(const double* index, std::size_t stride, std::size_t n, double first, std::size_t values);
  /// The group of an index value.
  std::size_t group_of(double index, double first) const {
    const double i = index - first;
    const std::size_t values = start.size() - 2;
    return i >= 0 && i < static_cast<double>(values) ? static_cast<std::size_t>(i) : values;
  }
  void move(std::uint32_t r, std::size_t from, std::size_t to);
  std::span<const std::uint32_t> of(std::size_t value) const {
    return {row.data() + start[value], start[value + 1] - start[value]};
  }
  bool operator==(const MemberLists&) const = default;
};

using MemberSpan = std::span<const MemberLists>;

}  // namespace cggibbs
