// flock on a file that names its holder, or that file alone.
#include "io/file/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "cggibbs/error.hpp"
#include "io/file/lock_file.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {
namespace {

/// Whether the file system of the directory knows flock; looked for on the directory, since files are not there yet.
bool has_locks(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return true;  // it may be written to and not read
  const bool yes = ::flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno == EWOULDBLOCK || errno == EINTR;
  ::close(descriptor);
  return yes;
}

std::string in_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
  return text.substr(0, 128);
}

/// Whatever is in the file.
std::string read_holder(int descriptor) {
  std::string text(128, ' ');
  const ssize_t n = ::pread(descriptor, text.data(), text.size(), 0);
  if (n <= 0) return "another process";
  return in_one_line(text.substr(0, static_cast<std::size_t>(n)));
}

/// Not a link to somebody's file: what is in it will be overwritten.
void check_plain(const std::filesystem::path& path, const struct stat& status) {
  if (!S_ISREG(status.st_mode) || status.st_nlink > 1)
    throw Error(
        fmt::format("{}: this is not a lock file. Remove it, or use another directory.", path.string()));
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : path_(folder / name) {
  if (has_locks(folder)) {
    take_lock();
    return;
  }
  if (const std::string holder = take_lock_file(path_); !holder.empty())
    throw Error(fmt::format(
        "{}: {} is writing into this directory. Wait until it has ended, or use another directory. (This "
        "file system has no locks: if that process is gone, remove {}.)",
        folder.string(), in_one_line(holder), path_.string()));
}

void FolderLock::take_lock() {
  while (true) {
    const int descriptor = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor < 0) throw_file_error(path_, "lock the directory", errno);
    PosixFile file(path_, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno == EWOULDBLOCK)
        throw Error(fmt::format(
            "{}: {} is writing into this directory. Wait until it has ended, or use another directory.",
            path_.parent_path().string(), read_holder(descriptor)));
      throw_file_error(path_, "lock the directory", errno);
    }
    struct stat mine {
    }, there{};
    if (::fstat(descriptor, &mine) != 0) throw_file_error(path_, "lock the directory", errno);
    if (::lstat(path_.c_str(), &there) != 0 || mine.st_ino != there.st_ino || mine.st_dev != there.st_dev)
      continue;  // the holder before has removed it meanwhile: this lock keeps nobody out
    check_plain(path_, mine);
    try {
      file.truncate(0);
      file.write_at(0, lock_holder());
    } catch (...) {
      ::unlink(path_.c_str());  // on a full disk it would stay empty
      throw;
    }
    descriptor_ = std::move(file).release();
    return;
  }
}

FolderLock::~FolderLock() {
  ::unlink(path_.c_str());  // before the lock is freed: whoever opens the old file notices
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace cggibbs
