// The child, the pipe to it, and what its end means.
#include "io/file/guarded.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cggibbs/error.hpp>
#include <cmath>
#include <csignal>
#include <cstring>
#include <new>
#include <utility>

#include "base/address_space.hpp"
#include "io/file/message.hpp"

namespace cggibbs {
namespace {

constexpr char has_data = 'D', has_error = 'E';
constexpr const char* again = "The file is damaged: fetch or save it again.";

void limit(int resource, double most) {
  rlimit now{};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) return;
  const double cap = now.rlim_cur == RLIM_INFINITY ? most : std::min(most, static_cast<double>(now.rlim_cur));
  now.rlim_cur = static_cast<rlim_t>(std::min(cap, 1e18));
  setrlimit(static_cast<__rlimit_resource>(resource), &now);
}

/// What a library prints when it dies is not for our users.
void silence() {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
}

[[noreturn]] void be_child(int descriptor, GuardLimits limits,
                           const std::function<void(GuardedWriter&)>& give) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(signal, SIG_DFL);
  silence();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, std::ceil(limits.seconds));
  limit(RLIMIT_AS, used_address_space() + limits.memory_bytes);
  GuardedWriter writer(descriptor);
  try {
    give(writer);
    _exit(0);
  } catch (const Error& e) {
    writer.fail(e.marked());
  } catch (const std::bad_alloc&) {
    writer.fail("");
  } catch (...) {
  }
  _exit(1);
}

class Child {
 public:
  Child(GuardLimits limits, const std::function<void(GuardedWriter&)>& give, const std::string& source) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      fail_in(source, fmt::format("cannot be read: no pipe ({}).", std::strerror(errno)));
    id_ = fork();
    if (id_ == 0) {
      close(ends[0]);
      be_child(ends[1], limits, give);
    }
    const int reason = errno;
    close(ends[1]);
    descriptor_ = ends[0];
    if (id_ > 0) return;
    close(ends[0]);
    fail_in(source,
            fmt::format("cannot be read: no process for it can be started ({}).", std::strerror(reason)));
  }
  ~Child() {
    close(descriptor_);
    if (id_ > 0) end();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int descriptor() const { return descriptor_; }

  /// Waits for it, and returns its status; kills it first when it still runs.
  int end() {
    kill(id_, SIGKILL);
    return wait();
  }
  int wait() {
    int status = 0;
    while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
    }
    id_ = -1;
    return status;
  }

 private:
  pid_t id_ = -1;
  int descriptor_ = -1;
};

[[noreturn]] void rethrow(GuardedReader& reader, const std::string& source) {
  std::size_t size = 0;
  constexpr std::size_t most = 100'000;
  std::string message;
  if (reader.read(&size, sizeof size) && size <= most) {
    message.resize(size);
    if (!reader.read(message.data(), size)) message.clear();
  }
  if (!message.empty()) throw Error(message);
  fail_in(source, fmt::format("takes more memory than it should. {}", again));
}

[[noreturn]] void explain(int status, bool late, double seconds, const std::string& source,
                          const std::string& library) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (late || signal == SIGXCPU)
    fail_in(source, fmt::format("{} was still reading it after {:.0f} s. {}", library, seconds, again));
  fail_in(source, signal != 0 ? fmt::format("made {} crash (signal {}). {}", library, signal, again)
                              : fmt::format("{} gave up. {}", library, again));
}

}  // namespace

void GuardedWriter::write_raw(const void* from, std::size_t bytes) {
  const char* at = static_cast<const char*>(from);
  while (bytes > 0) {
    const ssize_t done = ::write(descriptor_, at, bytes);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) _exit(1);  // nobody listens
    at += done;
    bytes -= static_cast<std::size_t>(done);
  }
}

void GuardedWriter::write(const void* from, std::size_t bytes) {
  if (!std::exchange(begun_, true)) write_raw(&has_data, 1);
  write_raw(from, bytes);
}

void GuardedWriter::fail(const std::string& message) {
  if (std::exchange(begun_, true)) return;
  const std::size_t size = message.size();
  write_raw(&has_error, 1);
  write_raw(&size, sizeof size);
  write_raw(message.data(), size);
}

bool GuardedReader::read(void* to, std::size_t bytes) {
  char* at = static_cast<char*>(to);
  while (bytes > 0) {
    pollfd wait{descriptor_, POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(1000 * std::min(seconds_, 1e6)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) late_ = true;
    if (ready <= 0) return false;
    const ssize_t got = ::read(descriptor_, at, bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
  return true;
}

void run_guarded(const std::string& source, const std::string& library, GuardLimits limits,
                 const std::function<void(GuardedWriter&)>& give,
                 const std::function<bool(GuardedReader&)>& take) {
  Child child(limits, give, source);
  // The child may wait for its turn on a busy machine: by the clock it gets more.
  GuardedReader reader(child.descriptor(), 4 * limits.seconds);
  char kind = 0;
  if (reader.read(&kind, 1)) {
    if (kind == has_error) rethrow(reader, source);
    if (take(reader)) return;
  }
  explain(reader.is_late() ? child.end() : child.wait(), reader.is_late(), limits.seconds, source, library);
}

}  // namespace cggibbs
