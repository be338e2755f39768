// A child with files for its streams, which cannot wait for each other as pipes can.
#include "io/file/run_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <thread>

#include "base/visible.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {
namespace {

[[noreturn]] void be_program(const std::vector<std::string>& command, int in, int out, int err, int told,
                             double seconds) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_DFL);
  const auto most = static_cast<rlim_t>(std::ceil(seconds));
  const rlimit time{most, most + 1}, none{0, 0};
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_CORE, &none);
  std::vector<char*> words;
  for (const auto& w : command) words.push_back(const_cast<char*>(w.c_str()));  // execvp leaves them alone
  words.push_back(nullptr);
  // Our streams may be closed, and then the files have their numbers: moved out of the way first.
  int files[] = {in, out, err};
  for (int& f : files) f = fcntl(f, F_DUPFD_CLOEXEC, 10);
  for (int k = 0; k < 3; ++k)
    if (dup2(files[k], k) < 0) _exit(127);
  execvp(words[0], words.data());
  const int reason = errno;
  [[maybe_unused]] const ssize_t ignored = write(told, &reason, sizeof reason);
  _exit(127);
}

std::string all_of(const PosixFile& file) {
  std::string text(file.size(), '\0');
  file.read_at(0, text);
  return text;
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return visible(text.substr(text.rfind('\n') + 1));
}

/// Its status, or nothing when it had to be ended.
std::optional<int> wait_for(pid_t child, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (auto pause = std::chrono::milliseconds(1);;
       pause = std::min(2 * pause, std::chrono::milliseconds(50))) {
    int status = 0;
    const pid_t done = waitpid(child, &status, WNOHANG);
    if (done == child) return status;
    if (done < 0 && errno != EINTR) return std::nullopt;
    if (Clock::now() > end) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

std::optional<ProgramResult> run_program(const std::vector<std::string>& command, std::string_view input,
                                         double seconds) {
  const auto folder = scratch_directory();
  const int from = scratch_file(folder).release(), to = scratch_file(folder).release(),
            says = scratch_file(folder).release();
  PosixFile in(folder, from), out(folder, to), messages(folder, says);
  in.write_at(0, input);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return ProgramResult{"", fmt::format("no pipe ({})", std::strerror(errno))};
  const pid_t child = fork();
  if (child == 0) be_program(command, from, to, says, ends[1], seconds);
  const int no_child = errno;
  close(ends[1]);
  int reason = 0;
  const bool absent = child > 0 && read(ends[0], &reason, sizeof reason) == sizeof reason;
  close(ends[0]);
  if (child < 0)
    return ProgramResult{"", fmt::format("no process can be started ({})", std::strerror(no_child))};
  const auto status = wait_for(child, 4 * seconds);
  if (absent && (reason == ENOENT || reason == ENOTDIR)) return std::nullopt;
  if (absent) return ProgramResult{"", fmt::format("it cannot be started ({})", std::strerror(reason))};
  if (!status || (WIFSIGNALED(*status) && (WTERMSIG(*status) == SIGXCPU || WTERMSIG(*status) == SIGKILL)))
    return ProgramResult{"", fmt::format("it had not ended after {:.0f} s", seconds)};
  ProgramResult result;
  if (WIFSIGNALED(*status))
    result.failure = fmt::format("it crashed (signal {})", WTERMSIG(*status));
  else if (WEXITSTATUS(*status) != 0)
    result.failure = fmt::format("exit code {}", WEXITSTATUS(*status));
  const std::string said = last_line(all_of(messages));
  if (!result.failure.empty() && !said.empty()) result.failure += ": " + said;
  if (result.failure.empty()) result.output = all_of(out);
  return result;
}

}  // namespace cggibbs
