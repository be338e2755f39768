// Draws on disk by column, at any moment and on a full disk.
#include "io/file/draw_store.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cggibbs/error.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::FileSizeLimit;
using test::TempDir;
using testing::HasSubstr;

double element(std::size_t i, std::size_t j) {
  return static_cast<double>(i) + 1e-6 * static_cast<double>(j);
}

void append_rows(DrawStore& store, std::size_t count) {
  std::vector<double> row(store.columns());
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t i = store.rows();
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = element(i, j);
    store.append(row);
  }
}

void expect_all_columns(const DrawStore& store) {
  std::vector<double> column, all;
  store.read_columns(0, store.columns(), all);
  ASSERT_EQ(all.size(), store.columns() * store.rows());
  for (std::size_t j = 0; j < store.columns(); ++j) {
    store.read_columns(j, 1, column);
    ASSERT_EQ(column.size(), store.rows());
    for (std::size_t i = 0; i < store.rows(); ++i) {
      ASSERT_EQ(column[i], element(i, j)) << i << ' ' << j;
      ASSERT_EQ(all[j * store.rows() + i], element(i, j)) << i << ' ' << j;
    }
  }
}

TEST(DrawStore, ReadsBackEveryColumnAtAnyMoment) {
  TempDir dir;
  DrawStore store(scratch_file(dir.path()), 37, 5);
  expect_all_columns(store);
  for (int k = 0; k < 23; ++k) {
    append_rows(store, 1);
    expect_all_columns(store);
  }
}

TEST(DrawStore, ReadsAGroupOfAdjacentColumns) {
  TempDir dir;
  DrawStore store(scratch_file(dir.path()), 20, 4);
  append_rows(store, 10);
  std::vector<double> out;
  store.read_columns(7, 3, out);
  ASSERT_EQ(out.size(), 30u);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(out[k * 10 + i], element(i, 7 + k));
  store.read_columns(7, 0, out);
  EXPECT_TRUE(out.empty());
}

TEST(DrawStore, BlockMemoryIsBounded) {
  TempDir dir;
  EXPECT_EQ(DrawStore(scratch_file(dir.path()), 10).block_rows(), 1024u);
  EXPECT_EQ(DrawStore(scratch_file(dir.path()), 1024).block_rows(), 512u);
  EXPECT_EQ(DrawStore(scratch_file(dir.path()), 20000).block_rows(), 26u);
  EXPECT_EQ(DrawStore(scratch_file(dir.path()), 3000000).block_rows(), 1u);
  DrawStore none(scratch_file(dir.path()), 0);
  append_rows(none, 2000);
  EXPECT_EQ(none.rows(), 2000u);
}

TEST(DrawStore, LeavesNoNameBehindWhateverHappens) {
  TempDir dir;
  DrawStore store(scratch_file(dir.path()), 2, 1);
  append_rows(store, 3);
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
  DrawStore moved(std::move(store));
  expect_all_columns(moved);
}

TEST(DrawStore, AFullDiskIsNamedAndCostsNoEarlierRow) {
  TempDir dir;
  DrawStore store(scratch_file(dir.path()), 100, 10);  // blocks of 8000 bytes
  {
    FileSizeLimit limit(20000);
    const std::string message = error_of([&] { append_rows(store, 100); });
    EXPECT_THAT(message, HasSubstr(dir.path()));
    EXPECT_THAT(message, HasSubstr("File too large"));
    EXPECT_THAT(message, HasSubstr("ulimit -f"));
    EXPECT_EQ(store.rows(), 29u);
    expect_all_columns(store);
  }
  append_rows(store, 71);  // room again: the run could go on
  expect_all_columns(store);
}

TEST(DrawStore, NoSpaceAdvisesWhatToDo) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  DrawStore store(PosixFile("/dev/full", ::open("/dev/full", O_RDWR)), 3, 1);
  const std::string message = error_of([&] { append_rows(store, 1); });
  EXPECT_THAT(message, HasSubstr("/dev/full: cannot write: No space left on device"));
  EXPECT_THAT(message, HasSubstr("Free some space"));
  EXPECT_EQ(store.rows(), 0u);
}

TEST(ScratchFile, InAnImpossiblePlaceIsRefusedAtOnce) {
  TempDir dir;
  EXPECT_THAT(error_of([&] { scratch_file(dir / "absent"); }),
              HasSubstr("absent: cannot create a scratch file: No such file or directory"));
}

}  // namespace
}  // namespace cggibbs
