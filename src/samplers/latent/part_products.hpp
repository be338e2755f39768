// Products with the columns of several parts side by side: by rows where each row has one entry of a part.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/structure.hpp"

namespace cggibbs {

/// A row that knows its level reads one number of few; a level that knows its rows reads all over the predictor.
class PartProducts {
 public:
  explicit PartProducts(const std::vector<GaussianPart>& parts);

  /// y += A x
  void add(const double* x, double* y) const;
  /// y = A' x
  void transposed(const double* x, double* y) const;
  /// What either adds to Work::products.
  std::size_t products() const { return products_; }

 private:
  struct Part {
    ColumnsPtr columns;
    std::vector<std::uint32_t> level;  ///< by row; empty: by columns
    std::vector<double> value;         ///< by row, 0 without an entry; empty: ones
  };
  std::vector<Part> parts_;
  std::size_t products_ = 0;
};

}  // namespace cggibbs
