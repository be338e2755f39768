// Blocks of draws: appended by row, transposed when complete, read by column.
#include "io/file/draw_store.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace cggibbs {
namespace {

// Columns transposed at a time: their pieces (8 KiB each at 1024 rows) stay in the L2 cache.
constexpr std::size_t slice_columns = 16;

std::size_t default_block_rows(std::size_t n_columns) {
  return std::clamp<std::size_t>(
      DrawStore::block_bytes / (sizeof(double) * std::max<std::size_t>(n_columns, 1)), 1, 1024);
}

std::span<const char> bytes_of(std::span<const double> x) {
  return {reinterpret_cast<const char*>(x.data()), x.size_bytes()};
}

std::span<char> bytes_of(std::span<double> x) {
  return {reinterpret_cast<char*>(x.data()), x.size_bytes()};
}

}  // namespace

DrawStore::DrawStore(PosixFile file, std::size_t n_columns, std::size_t block_rows)
    : file_(std::move(file)),
      n_columns_(n_columns),
      block_rows_(block_rows == 0 ? default_block_rows(n_columns) : block_rows),
      slice_(block_rows_ * std::min(slice_columns, n_columns_)) {
  pending_.reserve(block_rows_ * n_columns_);  // room that is not touched until draws come
}

void DrawStore::append(std::span<const double> row) {
  assert(row.size() == n_columns_);  // the run sizes rows from the same model as the store
  pending_.resize(pending_rows_ *
                  n_columns_);  // without a complete block, or a row that could not be written
  pending_.insert(pending_.end(), row.begin(), row.end());
  if (pending_rows_ + 1 == block_rows_) {
    write_block();
    stored_rows_ += block_rows_;
    pending_rows_ = 0;
  } else {
    ++pending_rows_;
  }
}

void DrawStore::write_block() {
  const std::size_t start = stored_rows_ * n_columns_;  // in doubles
  for (std::size_t first = 0; first < n_columns_; first += slice_columns) {
    const std::size_t count = std::min(slice_columns, n_columns_ - first);
    for (std::size_t i = 0; i < block_rows_; ++i)
      for (std::size_t k = 0; k < count; ++k)
        slice_[k * block_rows_ + i] = pending_[i * n_columns_ + first + k];
    file_.write_at(sizeof(double) * (start + first * block_rows_),
                   bytes_of(std::span<const double>(slice_).first(count * block_rows_)));
  }
}

void DrawStore::read_columns(std::size_t first, std::size_t count, std::vector<double>& out) const {
  assert(first + count <= n_columns_);
  const std::size_t n = rows();
  out.resize(count * n);
  // One column goes straight to its place; several arrive as one piece per block and are then dealt out.
  std::vector<double> piece(count > 1 ? count * block_rows_ : 0);
  for (std::size_t i = 0; i < stored_rows_; i += block_rows_) {
    const std::uint64_t offset = sizeof(double) * (i * n_columns_ + first * block_rows_);
    if (count == 1) {
      file_.read_at(offset, bytes_of(std::span<double>(out).subspan(i, block_rows_)));
    } else if (count > 1) {
      file_.read_at(offset, bytes_of(std::span<double>(piece)));
      for (std::size_t k = 0; k < count; ++k)
        std::copy_n(piece.data() + k * block_rows_, block_rows_, out.data() + k * n + i);
    }
  }
  for (std::size_t i = 0; i < pending_rows_; ++i)
    for (std::size_t k = 0; k < count; ++k)
      out[k * n + stored_rows_ + i] = pending_[i * n_columns_ + first + k];
}

}  // namespace cggibbs
