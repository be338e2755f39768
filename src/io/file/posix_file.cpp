// System calls on files, with the advice that belongs to each errno.
#include "io/file/posix_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "cggibbs/error.hpp"

namespace cggibbs {
namespace {

const char* advice(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "Free some space there, write to another directory, or keep fewer draws.";
    case EFBIG:
      return "The file would exceed the size limit of this file system or shell (see 'ulimit -f'): raise it, "
             "write "
             "to another directory, or keep fewer draws.";
    case EACCES:
    case EPERM:
    case EROFS:
      return "Check the permissions, or use another directory.";
    case ENOENT:
      return "Check the spelling of the path, or create its directory first.";
    case ENOTDIR:
      return "A part of this path is a file, not a directory: use another path.";
    case EISDIR:
      return "This is a directory: give the name of a file.";
    case ENAMETOOLONG:
      return "Use a shorter name.";
    case EMFILE:
    case ENFILE:
      return "Raise the limit on open files (see 'ulimit -n'), or run fewer chains.";
    case EIO:
      return "The disk or the network to it may be failing: try another directory.";
    default:
      return "Try another directory.";
  }
}

}  // namespace

void throw_file_error(const std::filesystem::path& path, const char* action, int error) {
  throw Error(fmt::format("{}: cannot {}: {}. {}", path.string(), action,
                          std::generic_category().message(error), advice(error)));
}

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0)
    throw_file_error(to, "put the finished file in place", errno);
}

PosixFile::PosixFile(std::filesystem::path path, Mode mode) : path_(std::move(path)) {
  // A link that somebody put there is removed, never followed.
  if (mode == Mode::create) ::unlink(path_.c_str());
  const int flags = mode == Mode::read ? O_RDONLY : O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
  descriptor_ = ::open(path_.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    throw_file_error(path_, mode == Mode::read ? "open the file" : "create the file", errno);
}

PosixFile::PosixFile(std::filesystem::path path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {}

PosixFile scratch_file(const std::filesystem::path& directory) {
#ifdef O_TMPFILE
  const int nameless = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
  if (nameless >= 0) return {directory / "(scratch)", nameless};
#endif
  std::string name = (directory / ".cggibbs-XXXXXX").string();  // not every file system can do without a name
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) throw_file_error(directory, "create a scratch file", errno);
  ::unlink(name.c_str());
  return {std::move(name), descriptor};
}

std::filesystem::path scratch_directory() {
  const char* const given = std::getenv("TMPDIR");
  if (given && *given == '\0') return "/tmp";  // as if it were not set
  std::error_code code;
  auto path = std::filesystem::temp_directory_path(code);
  if (!code) return path;
  throw Error(fmt::format("{}: cannot put scratch files there: {}. Set TMPDIR to a directory with room.",
                          given ? given : "/tmp", code.message()));
}

void sync_directory(const std::filesystem::path& directory) {
  PosixFile(directory, PosixFile::Mode::read).sync();
}

PosixFile::PosixFile(PosixFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

PosixFile::~PosixFile() {
  if (is_open()) ::close(descriptor_);
}

void PosixFile::write_at(std::uint64_t offset, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw_file_error(path_, "write", errno);
    if (n == 0) throw_file_error(path_, "write", ENOSPC);  // no progress and no error: do not loop for ever
    offset += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void PosixFile::read_at(std::uint64_t offset, std::span<char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw_file_error(path_, "read", errno);
    if (n == 0)
      throw Error(
          fmt::format("{}: the file ends at byte {}, {} bytes early. Was it changed by another program?",
                      path_.string(), offset, bytes.size()));
    offset += static_cast<std::uint64_t>(n);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void PosixFile::truncate(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
    throw_file_error(path_, "shorten the file", errno);
}

std::uint64_t PosixFile::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) throw_file_error(path_, "read the size of the file", errno);
  return static_cast<std::uint64_t>(status.st_size);
}

void PosixFile::sync() {
  // EINVAL, EROFS and ENOTSUP mean that this kind of file has nothing to wait for (a pipe, a device).
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    throw_file_error(path_, "write", errno);
}

void PosixFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor >= 0 && ::close(descriptor) != 0 && errno != EINTR) throw_file_error(path_, "write", errno);
}

}  // namespace cggibbs
