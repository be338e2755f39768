// O_EXCL creates a name once.
#include "io/file/lock_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "base/utc_now.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

std::string host_name() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  return host;
}

/// Of this machine, and no longer there.
bool has_ended(const std::string& holder) {
  int process = 0;
  char host[256] = "";
  return std::sscanf(holder.c_str(), "process %d on %255s since", &process, host) == 2 &&
         host == host_name() && process > 0 && ::kill(process, 0) != 0 && errno == ESRCH;
}

/// Two may find the same dead holder: the later one has moved away the lock of the earlier, and puts it back.
void clear(const fs::path& path, const std::string& holder) {
  fs::path aside = path;
  aside += fmt::format(".{}", ::getpid());
  if (::rename(path.c_str(), aside.c_str()) != 0) return;
  if (read_text(aside) == holder)
    ::unlink(aside.c_str());
  else
    rename_file(aside, path);
}

}  // namespace

std::string lock_holder() {
  return fmt::format("process {} on {} since {}", ::getpid(), host_name(), utc_now());
}

std::string take_lock_file(const fs::path& path) {
  for (int attempt = 0;; ++attempt) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      try {
        PosixFile(path, descriptor).write_at(0, lock_holder());
      } catch (...) {
        ::unlink(path.c_str());  // an empty one would be held by nobody, for good
        throw;
      }
      return "";
    }
    if (errno != EEXIST) throw_file_error(path, "lock the directory", errno);
    if (!fs::is_regular_file(fs::symlink_status(path))) return "something that is no lock file";
    const std::string holder = read_text(path);
    if (attempt == 3 || !has_ended(holder)) return holder.empty() ? "another process" : holder;
    clear(path, holder);
  }
}

}  // namespace cggibbs
