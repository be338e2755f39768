// The draws of one chain, kept on disk so that memory does not grow with their number.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/file/posix_file.hpp"

namespace cggibbs {

/// Rows go in one at a time, columns come out. The file is a sequence of blocks of block_rows() rows, each
/// block column-major, so that a column is one contiguous piece per block and adjacent columns are adjacent
/// pieces. The incomplete last block is in memory. Reading may happen between any two appends, from the same
/// thread or under the same lock. The file is scratch: native doubles without a header.
class DrawStore {
 public:
  static constexpr std::size_t block_bytes = std::size_t{4} << 20;
  /// block_rows = 0 picks a number that keeps a block near block_bytes.
  DrawStore(PosixFile file, std::size_t n_columns, std::size_t block_rows = 0);

  /// When the disk is full this throws and the row is not part of the store; the rows before it still are.
  void append(std::span<const double> row);

  std::size_t rows() const { return stored_rows_ + pending_rows_; }
  std::size_t columns() const { return n_columns_; }
  std::size_t block_rows() const { return block_rows_; }

  /// out becomes columns first..first+count-1 one after the other: element (i, first + k) is out[k * rows() +
  /// i].
  void read_columns(std::size_t first, std::size_t count, std::vector<double>& out) const;

 private:
  void write_block();

  PosixFile file_;
  std::size_t n_columns_;
  std::size_t block_rows_;
  std::size_t stored_rows_ = 0;   ///< in complete blocks on disk
  std::size_t pending_rows_ = 0;  ///< in pending_
  std::vector<double>
      pending_;  ///< the incomplete block, row-major so that append is one copy; grows into its room
  std::vector<double> slice_;  ///< some transposed columns on their way to the file
};

}  // namespace cggibbs
