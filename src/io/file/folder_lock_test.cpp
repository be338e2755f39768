#include "io/file/folder_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::TempDir;
using testing::HasSubstr;

TEST(FolderLock, KeepsOthersOutByName) {
  TempDir dir;
  {
    const FolderLock lock(dir.path());
    const std::string message = error_of([&] { FolderLock second(dir.path()); });
    EXPECT_THAT(message, HasSubstr(dir.path().string() + ": process " + std::to_string(::getpid()) + " on "));
    EXPECT_THAT(message, HasSubstr(" since 2"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
  FolderLock third(dir.path());
}

TEST(FolderLock, OfADeadProcessIsFree) {
  TempDir dir;
  dir.write(".cggibbs.lock", "process 1 on nowhere since 1970-01-01T00:00:00Z, and some more");
  const FolderLock lock(dir.path());
  EXPECT_THAT(read_text(dir / ".cggibbs.lock"), testing::StartsWith("process " + std::to_string(::getpid())));
}

TEST(FolderLock, FollowsNoLink) {
  TempDir dir;
  dir.write("victim", "precious");
  std::filesystem::create_symlink("victim", dir / ".cggibbs.lock");
  EXPECT_THAT(error_of([&] { FolderLock lock(dir.path()); }), HasSubstr(".cggibbs.lock: cannot lock"));
  std::filesystem::remove(dir / ".cggibbs.lock");
  std::filesystem::create_hard_link(dir / "victim", dir / ".cggibbs.lock");
  EXPECT_THAT(error_of([&] { FolderLock lock(dir.path()); }), HasSubstr("not a lock file"));
  EXPECT_EQ(read_text(dir / "victim"), "precious");
}

}  // namespace
}  // namespace cggibbs
