// One run at a time in a folder.
#include "io/file/folder_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <string>

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

/// From now on the system knows no flock, as on some network mounts.
void forget_flock() {
  sock_filter code[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_flock, 0, 1),
                        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOLCK),
                        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog program{sizeof code / sizeof *code, code};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    ::_exit(77);
}

/// The end of a child in which act returns whether all was well.
template <class Act>
int in_child(const Act& act) {
  const pid_t child = ::fork();
  if (child == 0) {
    forget_flock();
    ::_exit(act() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST(FolderLock, WithoutFlockTheFileIsTheLock) {
  TempDir dir;
  const std::string name = dir / ".cggibbs.lock";
  const int first = in_child([&] {
    {
      const FolderLock lock(dir.path());
      const std::string message = error_of([&] { FolderLock second(dir.path()); });
      if (message.find("process " + std::to_string(::getpid()) + " on ") == message.npos ||
          message.find("remove " + name) == message.npos)
        return false;
    }
    if (!std::filesystem::is_empty(dir.path())) return false;
    new FolderLock(dir.path());  // and dies with it
    return true;
  });
  if (first == 77) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(first, 0);
  EXPECT_THAT(read_text(name), HasSubstr("process "));
  EXPECT_EQ(in_child([&] { return error_of([&] { FolderLock lock(dir.path()); }) == "(no error)"; }), 0);
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
  for (const std::string other : {"process 1 on elsewhere since then", "", "nonsense\x1b\n"}) {
    dir.write(".cggibbs.lock", other);
    EXPECT_EQ(in_child([&] {
                const std::string message = error_of([&] { FolderLock lock(dir.path()); });
                return message.find("is writing into this directory") != message.npos &&
                       message.find('\x1b') == message.npos;
              }),
              0);
    EXPECT_EQ(read_text(name), other);
  }
}

TEST(FolderLock, WithoutFlockAFullDiskLeavesNoLockOfNobody) {
  TempDir dir;
  const int end = in_child([&] {
    const rlimit none{0, 0};
    std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &none);
    return error_of([&] { FolderLock lock(dir.path()); }) != "(no error)";
  });
  if (end == 77) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(end, 0);
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

}  // namespace
}  // namespace cggibbs
