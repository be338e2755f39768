// Where a sparse precision matrix and its factor have entries, in an order that keeps the factor sparse.
#pragma once

#include <cstdint>
#include <vector>

#include "samplers/latent/tied_rows.hpp"

namespace cggibbs {

/// P = A' W A + (rows of ties)' (rows of ties) + priors, permuted. Lower triangles by rows, the diagonal last in each of P's.
struct SparsePattern {
  SparsePattern(const std::vector<GaussianPart>& parts, const TiedRows& ties);

  std::size_t size() const { return order.size(); }
  /// Where P has entry (a, b), given columns as parts have them.
  std::size_t place_of(std::size_t a, std::size_t b) const;
  /// Multiply-adds of P and of a factor.
  std::size_t factor_products() const;
  double bytes() const;

  std::vector<std::uint32_t> order, place;  ///< order[new] is a column, place[column] its new number
  std::vector<std::size_t> start;           ///< P: row i from start[i] to start[i + 1]
  std::vector<std::uint32_t> column;
  std::vector<std::size_t> factor_start;  ///< L without its diagonal, by rows, and by columns
  std::vector<std::uint32_t> factor_column;
  std::vector<std::size_t> column_start;
  std::vector<std::uint32_t> column_row;
  std::vector<std::size_t> at;            ///< where the entries by rows are among those by columns
  std::size_t pairs = 0, tied_pairs = 0;  ///< of entries in a row of A, and of the ties
  bool too_large = false;                 ///< nothing of the above was made

 private:
  void find_order(std::vector<std::uint64_t>& entries);
  void find_rows(std::vector<std::uint64_t>& entries);
  void find_factor();
  void find_columns();
};

/// The entries of A by rows.
struct RowEntries {
  explicit RowEntries(const std::vector<GaussianPart>& parts);
  std::vector<std::size_t> start;
  std::vector<std::uint32_t> column;
  std::vector<double> value;
  std::size_t pairs() const;
};

}  // namespace cggibbs
