// flock on a file that names its holder.
#include "io/file/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "base/utc_now.hpp"
#include "cggibbs/error.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {
namespace {

std::string holder() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  return fmt::format("process {} on {} since {}", ::getpid(), host, utc_now());
}

/// Whatever is in the file, on one line.
std::string read_holder(int descriptor) {
  std::string text(128, ' ');
  const ssize_t n = ::pread(descriptor, text.data(), text.size(), 0);
  if (n <= 0) return "another process";
  text.resize(static_cast<std::size_t>(n));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return text;
}

/// Not a link to somebody's file: what is in it will be overwritten.
void check_plain(const std::filesystem::path& path, const struct stat& status) {
  if (!S_ISREG(status.st_mode) || status.st_nlink > 1)
    throw Error(
        fmt::format("{}: this is not a lock file. Remove it, or use another directory.", path.string()));
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : path_(folder / name) {
  while (true) {
    const int descriptor = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0) throw_file_error(path_, "lock the directory", errno);
    PosixFile file(path_, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno == EWOULDBLOCK)
        throw Error(fmt::format(
            "{}: {} is writing into this directory. Wait until it has ended, or use another directory.",
            folder.string(), read_holder(descriptor)));
    }
    struct stat mine {
    }, there{};
    if (::fstat(descriptor, &mine) != 0) throw_file_error(path_, "lock the directory", errno);
    if (::lstat(path_.c_str(), &there) != 0 || mine.st_ino != there.st_ino || mine.st_dev != there.st_dev)
      continue;  // the holder before has removed it meanwhile: this lock keeps nobody out
    check_plain(path_, mine);
    file.truncate(0);
    file.write_at(0, holder());
    descriptor_ = std::move(file).release();
    return;
  }
}

FolderLock::~FolderLock() {
  ::unlink(path_.c_str());  // before the lock is freed: whoever opens the old file notices
  ::close(descriptor_);
}

}  // namespace cggibbs
