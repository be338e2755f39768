// Files are complete or absent.
#include "io/file/atomic_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cggibbs/error.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::FileSizeLimit;
using test::TempDir;
using testing::HasSubstr;

TEST(AtomicFile, ReplacesTheOldTextAndLeavesNothingBeside) {
  TempDir dir;
  write_text_atomically(dir / "run.json", "old");
  write_text_atomically(dir / "run.json", "new text");
  EXPECT_EQ(read_text(dir / "run.json"), "new text");
  EXPECT_FALSE(std::filesystem::exists(dir / "run.json.partial"));
}

TEST(AtomicFile, KeepsTheOldTextWhenTheDiskIsFull) {
  TempDir dir;
  write_text_atomically(dir / "run.json", "old");
  {
    FileSizeLimit limit(10);
    const std::string text(1000, 'x');
    EXPECT_THAT(error_of([&] { write_text_atomically(dir / "run.json", text); }),
                HasSubstr("run.json.partial: cannot write: File too large"));
  }
  EXPECT_EQ(read_text(dir / "run.json"), "old");
  EXPECT_FALSE(std::filesystem::exists(dir / "run.json.partial"));
}

TEST(AtomicFile, SaysWhenThePathIsADirectoryOrAbsent) {
  TempDir dir;
  EXPECT_THAT(error_of([&] { write_text_atomically(dir.path(), "x"); }), HasSubstr("Is a directory"));
  EXPECT_THAT(error_of([&] { read_text(dir.path()); }), HasSubstr("Is a directory"));
  EXPECT_THAT(error_of([&] { read_text(dir / "nothing"); }), HasSubstr("Check the spelling"));
}

TEST(EnsureWritable, LeavesWhatIsThereAndNothingBeside) {
  TempDir dir;
  write_text_atomically(dir / "old.json", "old");
  ensure_writable(dir / "old.json");
  ensure_writable(dir / "new.json");
  EXPECT_EQ(read_text(dir / "old.json"), "old");
  EXPECT_FALSE(std::filesystem::exists(dir / "new.json"));
  EXPECT_FALSE(std::filesystem::exists(dir / "new.json.partial"));
  EXPECT_THAT(error_of([&] { ensure_writable(dir.path()); }), HasSubstr("Is a directory"));
  EXPECT_THAT(error_of([&] { ensure_writable(dir / "none/new.json"); }), HasSubstr("No such file"));
}

TEST(EnsureDirectory, CreatesParentsAndAcceptsWhatExists) {
  TempDir dir;
  ensure_directory(dir / "a/b/c");
  ensure_directory(dir / "a/b/c");
  ensure_directory(dir / "a/b/");
  EXPECT_TRUE(std::filesystem::is_directory(dir / "a/b/c"));
}

TEST(EnsureDirectory, SaysWhatStandsInTheWay) {
  TempDir dir;
  write_text_atomically(dir / "file", "x");
  EXPECT_THAT(error_of([&] { ensure_directory(dir / "file"); }), HasSubstr("a file of this name exists"));
  EXPECT_THAT(error_of([&] { ensure_directory(dir / "file/below"); }), HasSubstr("Not a directory"));
  EXPECT_THAT(error_of([&] { ensure_directory(""); }), HasSubstr("empty"));
  if (::geteuid() != 0) {  // root may write anywhere
    ensure_directory(dir / "locked");
    std::filesystem::permissions(dir / "locked", std::filesystem::perms::owner_read);
    EXPECT_THAT(error_of([&] { ensure_directory(dir / "locked"); }), HasSubstr("Permission denied"));
    std::filesystem::permissions(dir / "locked", std::filesystem::perms::owner_all);
  }
}

}  // namespace
}  // namespace cggibbs
