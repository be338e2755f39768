// Compressed sparse columns from the layouts that files use.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "cggibbs/matrix.hpp"

namespace cggibbs {

/// Entries in any order, counted from 0.
struct Triplets {
  std::vector<std::uint32_t> row;
  std::vector<std::uint32_t> col;
  std::vector<double> value;

  void add(std::uint32_t i, std::uint32_t j, double v) {
    row.push_back(i);
    col.push_back(j);
    value.push_back(v);
  }
};

/// Every row must be < rows and every column < cols. Duplicates are added up; entries that are zero are
/// dropped. Takes no memory beside that of the triplets.
SparseMatrix from_triplets(std::size_t rows, std::size_t cols, Triplets triplets);

/// Whether v is a whole number from 0 to limit - 1.
bool is_index(double v, std::size_t limit);

/// Row or column numbers of stored entries, 4 bytes each whatever the file has. The first that is no whole
/// number below 2^32 - 1 is remembered as it was, for the message when the matrix is made.
struct EntryIndex {
  std::vector<std::uint32_t> at;
  std::size_t odd_entry = static_cast<std::size_t>(-1);
  double odd = 0;

  EntryIndex(std::initializer_list<double> numbers = {}) { append({numbers.begin(), numbers.size()}); }
  void append(std::span<const double> numbers);
};

/// Compressed layout as files hold it: lines (columns or rows) of index-value pairs. Numbers are as the file
/// has them, so that whole-ness, range and order are checked here and not by each reader.
struct CompressedLines {
  std::size_t rows = 0;
  std::size_t cols = 0;
  bool by_rows = false;        ///< CSR rather than CSC
  std::vector<double> start;   ///< number of lines + 1
  EntryIndex index;            ///< may be longer than start.back()
  std::vector<double> values;  ///< likewise
};
/// Values and row or column numbers keep the memory that they come in.
SparseMatrix from_compressed(CompressedLines lines, const std::string& source);

/// Sparse when more than 85% of the entries are zero: there an update by stored entries (12 bytes each and a
/// scattered access) reads less than one by whole columns (8 bytes each, in order) and by a margin that pays.
Matrix maybe_sparse(DenseMatrix x);

}  // namespace cggibbs
