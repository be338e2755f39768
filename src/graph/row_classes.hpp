// Which rows of a linear node are identical.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/nodes/linear.hpp"

namespace cggibbs {

/// Classes of identical rows, in the order of their first rows.
struct RowClasses {
  std::vector<std::uint32_t> of;     ///< by row: its class
  std::vector<std::uint32_t> first;  ///< by class: its first row

  std::size_t size() const { return first.size(); }
};

/// The classes of the n rows: same entries, same offset. Nothing when there are more than `most` classes, which is noticed
/// early. Adds the entries that it looked at to `steps`: a small multiple of those stored.
std::optional<RowClasses> find_row_classes(const LinearNode& linear, std::size_t n, std::size_t most,
                                           std::size_t& steps);

}  // namespace cggibbs
