// Grouping by counting, and moves from group to group.
#include "graph/members.hpp"

#include <numeric>

namespace cggibbs {

void MemberLists::group(const double* index, std::size_t stride, std::size_t n, double first,
                        std::size_t values) {
  start.assign(values + 2, 0);
  row.resize(n);
  place.resize(n);
  // start[g] counts its group, then ends it; filled from the last row to the first, it comes down to where it starts.
  for (std::size_t i = 0; i < n; ++i) ++start[group_of(index[i * stride], first)];
  std::partial_sum(start.begin(), start.end(), start.begin());
  for (std::size_t i = n; i-- > 0;) {
    const std::uint32_t at = --start[group_of(index[i * stride], first)];
    row[at] = static_cast<std::uint32_t>(i);
    place[i] = at;
  }
}

/// The row leaves a hole that is handed from group to group: each fills it with its own last (or first) row.
void MemberLists::move(std::uint32_t r, std::size_t from, std::size_t to) {
  std::uint32_t hole = place[r];
  const auto fill = [&](std::uint32_t with) {
    if (with == hole) return;
    row[hole] = row[with];
    place[row[hole]] = hole;
    hole = with;
  };
  for (std::size_t g = from; g < to; ++g) {
    fill(start[g + 1] - 1);
    --start[g + 1];
  }
  for (std::size_t g = from; g > to; --g) {
    fill(start[g]);
    ++start[g];
  }
  row[hole] = r;
  place[r] = hole;
}

}  // namespace cggibbs
