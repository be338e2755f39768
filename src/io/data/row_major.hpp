// From arrays whose last index runs fastest to those whose first does.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace cggibbs {

/// The product of the shape must be the number of values.
inline std::vector<double> first_index_fastest(std::vector<double> by_rows,
                                               const std::vector<std::size_t>& shape) {
  if (shape.size() < 2 || by_rows.empty()) return by_rows;
  std::vector<double> out(by_rows.size());
  std::vector<std::size_t> index(shape.size(), 0);
  for (double& to : out) {
    std::size_t from = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) from = from * shape[k] + index[k];
    to = by_rows[from];
    for (std::size_t k = 0; k < shape.size() && ++index[k] == shape[k]; ++k) index[k] = 0;
  }
  return out;
}

}  // namespace cggibbs
