// posix_spawn, and a look every few milliseconds.
#include "experiments/subprocess.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "io/file/posix_file.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to programs

namespace cggibbs {
namespace {

std::vector<std::string> one_thread_environment() {
  std::vector<std::string> all;
  for (char** e = environ; *e; ++e) all.emplace_back(*e);
  for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "STAN_NUM_THREADS"})
    all.push_back(fmt::format("{}=1", name));
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (auto& w : words) out.push_back(w.data());
  out.push_back(nullptr);
  return out;
}

/// 0 when it cannot be started. Its own process group, so that children end with it.
pid_t start(std::vector<std::string> command, const std::filesystem::path& log) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0666);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  sigset_t pipes;  // what this program ignores others expect to end them
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &pipes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  auto environment = one_thread_environment();
  pid_t pid = 0;
  if (posix_spawnp(&pid, command[0].c_str(), &files, &attributes, pointers(command).data(),
                   pointers(environment).data()) != 0)
    pid = 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return pid;
}

}  // namespace

Ended run_logged(const std::vector<std::string>& command, const std::filesystem::path& log, double seconds,
                 const std::atomic<bool>& interrupt) {
  const pid_t pid = start(command, log);
  if (pid == 0) return Ended::not_started;
  const auto begin = std::chrono::steady_clock::now();
  while (true) {
    int status = 0;
    if (const pid_t done = waitpid(pid, &status, WNOHANG); done == pid)
      return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Ended::well : Ended::badly;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (interrupt || passed.count() > seconds) {
      ::kill(-pid, SIGKILL);
      waitpid(pid, &status, 0);
      return interrupt ? Ended::interrupted : Ended::over_time;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

ScratchFolder::ScratchFolder() {
  std::string name = (scratch_directory() / "cggibbs-XXXXXX").string();
  if (!mkdtemp(name.data())) throw_file_error(name, "create a scratch folder", errno);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace cggibbs
