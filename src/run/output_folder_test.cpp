// Directories of runs: whose files, which run, and what a kill leaves.
#include "run/output_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <set>
#include <vector>

#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"
#include "io/stan/stan_csv_writer.hpp"
#include "io/table/summary_csv.hpp"
#include "run/run_files.hpp"

namespace cggibbs {
namespace {

namespace fs = std::filesystem;
using test::error_of;
using test::TempDir;
using testing::HasSubstr;

/// What the program does, with few draws: the value of all of them tells the run.
void write_run(const fs::path& path, int chains, double value) {
  OutputFolder folder(path, {});
  const std::vector<std::string> names{"x"};
  const std::vector<double> draw{value};
  for (int c = 1; c <= chains; ++c) {
    const std::string name = fmt::format("chain-{}.csv", c);
    StanCsvWriter writer(folder.path() / name, {}, names);
    writer.append(draw);
    writer.complete();
    folder.staged(name);
  }
  const std::vector<SummaryCsvRow> rows{{"x", value, 0, 0, 0, 0, 0, 0, 0, 0}};
  write_summary_csv(folder.staged("summary.csv"), rows);
  write_text_atomically(
      folder.staged("run.json"),
      fmt::format("{{\n  \"accept\": {},\n  \"versions\": {{\"cggibbs\": \"0\"}}\n}}", value));
  folder.commit();
}

using Files = std::map<std::string, std::string>;

Files files_of(const fs::path& path) {
  Files files;
  for (const auto& entry : fs::directory_iterator(path))
    files[entry.path().filename().string()] = read_text(entry.path());
  return files;
}

Files run_files_of(const fs::path& path) {
  Files files = files_of(path);
  std::erase_if(files, [](const auto& file) { return !is_run_file(file.first); });
  return files;
}

TEST(OutputFolder, ANewRunReplacesTheOldOneAndNothingElse) {
  TempDir dir;
  write_run(dir.path(), 3, 1);
  EXPECT_EQ(files_of(dir.path()).size(), 5u);
  dir.write("notes.txt", "mine");
  dir.write("chain-2.draws.partial", "left by a killed run");
  dir.write("chain-9.csv.partial", "left by a killed run");
  write_run(dir.path(), 1, 2);
  const Files files = files_of(dir.path());
  EXPECT_THAT(files,
              testing::UnorderedElementsAre(testing::Key("chain-1.csv"), testing::Key("summary.csv"),
                                            testing::Key("run.json"), testing::Pair("notes.txt", "mine")));
  EXPECT_THAT(files.at("summary.csv"), HasSubstr("x,2,"));
}

TEST(OutputFolder, WhatIsNotCommittedLeavesTheOldRun) {
  TempDir dir;
  write_run(dir.path(), 2, 1);
  const Files before = files_of(dir.path());
  {
    OutputFolder folder(dir.path(), {});
    write_text_atomically(folder.staged("summary.csv"), "new");
  }
  EXPECT_EQ(run_files_of(dir.path()), before);
}

TEST(OutputFolder, NeverTakesTheNameOfAFileThatNoRunWrote) {
  for (const std::string name :
       {"summary.csv", "summary-original.csv", "chain-1.csv", "chain-12.csv", "run.json"}) {
    TempDir dir;
    dir.write(name, "variable,mean\na,1\n");
    EXPECT_THAT(error_of([&] { OutputFolder(dir.path(), {}); }),
                HasSubstr(name + ": a run would overwrite this file, and no run has written it."));
    EXPECT_EQ(files_of(dir.path()), (Files{{name, "variable,mean\na,1\n"}}));
  }
}

TEST(OutputFolder, NeverTakesTheNameOfItsInput) {
  TempDir dir;
  write_run(dir.path(), 1, 1);  // a summary may be data
  EXPECT_THAT(error_of([&] { OutputFolder(dir.path(), {dir / "summary.csv"}); }),
              HasSubstr("summary.csv: the run would overwrite its own data"));
}

TEST(OutputFolder, FollowsNoLink) {
  TempDir dir, other;
  const std::string victim = other.write("victim", "precious");
  for (const std::string name : {"chain-1.csv.partial", "summary.csv.partial", "run.json.partial.partial",
                                 ".cggibbs.change.partial"}) {
    fs::create_symlink(victim, dir / name);
    write_run(dir.path(), 1, 1);
    EXPECT_EQ(read_text(victim), "precious") << name;
  }
  fs::remove(dir / "summary.csv");
  fs::create_symlink(victim, dir / "summary.csv");
  EXPECT_THAT(error_of([&] { write_run(dir.path(), 1, 1); }), HasSubstr("no run has written it"));
}

TEST(OutputFolder, AListOfChangesReachesNoOtherFiles) {
  TempDir dir;
  write_run(dir.path(), 1, 1);
  const std::string mine = dir.write("mine.csv", "precious");
  dir.write("chain-7.csv", "precious");
  dir.write(".cggibbs.change", "remove mine.csv\nremove ../x\nput mine.csv\nremove chain-7.csv\nnonsense");
  complete_change(dir.path());
  EXPECT_EQ(read_text(mine), "precious");
  EXPECT_EQ(read_text(dir / "chain-7.csv"), "precious");
  EXPECT_FALSE(fs::exists(dir / ".cggibbs.change"));
}

enum class End { killed, done, cannot_trace };

/// Whether the child is about to do something that others could see: not reading, and not looking after its memory, which
/// it does at other moments in every child (the address sanitizer gives pages back when some time has passed).
bool at_a_deed(pid_t child) {
  __ptrace_syscall_info info{};
  ::ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info);
  if (info.op != PTRACE_SYSCALL_INFO_ENTRY) return false;
  const std::set<long> harmless{SYS_read,       SYS_pread64, SYS_close,      SYS_fstat, SYS_newfstatat,
                                SYS_getdents64, SYS_lseek,   SYS_fcntl,      SYS_mmap,  SYS_brk,
                                SYS_munmap,     SYS_futex,   SYS_getpid,     SYS_uname, SYS_madvise,
                                SYS_mprotect,   SYS_mremap,  SYS_sched_yield};
  return !harmless.contains(static_cast<long>(info.entry.nr));
}

/// Runs act in a child that is killed before its nth deed.
template <class Act>
End killed_at(int nth, const Act& act) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(77);
    ::raise(SIGSTOP);
    act();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD);
  for (int deeds = 0; WIFSTOPPED(status);) {
    if (at_a_deed(child) && ++deeds == nth) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return End::killed;
    }
    ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    ::waitpid(child, &status, 0);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) return End::cannot_trace;
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return End::done;
}

TEST(OutputFolder, AKillAtAnySystemCallLeavesOneRun) {
  TempDir dir;
  write_run(dir / "old", 3, 1);
  write_run(dir / "new", 2, 2);
  const auto without_paths = [&](const std::string& folder) {  // chains say where they are
    Files files = run_files_of(dir / folder);
    for (auto& [name, text] : files)
      if (const auto at = text.find("#   file = " + dir.path().string()); at != text.npos)
        text.erase(at, text.find('\n', at) - at);
    return files;
  };
  const Files before = without_paths("old"), after = without_paths("new");
  int old_runs = 0, new_runs = 0;
  for (int nth = 1;; ++nth) {
    fs::remove_all(dir / "killed");
    fs::copy(dir / "old", dir / "killed");
    const End end = killed_at(nth, [&] { write_run(dir / "killed", 2, 2); });
    if (end == End::cannot_trace) GTEST_SKIP() << "no ptrace here";
    if (end == End::done) break;
    complete_change(dir / "killed");
    const Files now = without_paths("killed");
    ASSERT_TRUE(now == before || now == after) << "before deed " << nth;
    ++(now == before ? old_runs : new_runs);
    ASSERT_EQ(new_runs > 0, now == after) << "deed " << nth << " brought the old run back";
    OutputFolder next(dir / "killed", {});
    ASSERT_EQ(files_of(dir / "killed").size(), now.size() + 1) << "only the lock, no leftovers";
  }
  EXPECT_GT(old_runs, 20);
  EXPECT_GT(new_runs, 5);
}

}  // namespace
}  // namespace cggibbs
