// Files opened with one clear error for each way that opening can fail.
#include "io/file/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/suggest.hpp"
#include "io/file/memory_limit.hpp"
#include "io/file/message.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

std::vector<std::string> neighbours(const std::filesystem::path& directory) {
  constexpr std::size_t enough = 10000;
  std::vector<std::string> names;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(directory, failed), end; !failed && it != end;
       it.increment(failed)) {
    names.push_back(it->path().filename().string());
    if (names.size() == enough) break;
  }
  return names;
}

[[noreturn]] void fail_missing(const std::string& path) {
  if (path == "-") fail_in(path, "no such file. To read standard input, name /dev/stdin.");
  const std::filesystem::path p(path);
  const std::filesystem::path directory = p.has_parent_path() ? p.parent_path() : ".";
  std::error_code failed;
  if (!std::filesystem::is_directory(directory, failed))
    fail_in(path,
            fmt::format("no such file; there is no directory '{}'. Check the path.", directory.string()));
  const std::string hint = did_you_mean(p.filename().string(), neighbours(directory));
  fail_in(path, "no such file." + (hint.empty() ? std::string(" Check the path.") : hint));
}

enum class Pipes { allowed, refused };

class File {
 public:
  File(const std::string& path, Pipes pipes) : path_(path) {
    if (path.empty()) fail_in("data file", "the file name is empty. Give the path of a file.");
    struct stat info {};
    if (stat(path.c_str(), &info) != 0) fail_to_open();
    // Before open(), which can have effects on devices and wait for pipes.
    if (S_ISDIR(info.st_mode)) fail_in(path, "is a directory. Give the path of a file in it.");
    if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode))
      fail_in(path, "is neither a file nor a pipe. Give the path of a file.");
    if (S_ISFIFO(info.st_mode) && pipes == Pipes::refused)
      fail_in(path, "is a pipe, and only a regular file will do here. Save it to disk first.");
    size_ = S_ISREG(info.st_mode) ? static_cast<std::uint64_t>(info.st_size) : 0;
    fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) fail_to_open();
  }
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::uint64_t size() const { return size_; }

  /// 0 only at the end of the file.
  std::size_t read_some(char* to, std::size_t most) {
    for (;;) {
      const ssize_t got = ::read(fd_, to, most);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) fail_in(path_, fmt::format("cannot be read: {}.", std::strerror(errno)));
    }
  }

 private:
  [[noreturn]] void fail_to_open() const {
    if (errno == ENOENT || errno == ENOTDIR) fail_missing(path_);
    if (errno == EACCES)
      fail_in(path_, "permission to read it is denied. Check the permissions of the file and its directory.");
    fail_in(path_, fmt::format("cannot be opened: {}.", std::strerror(errno)));
  }

  std::string path_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace

std::string read_text_file(const std::string& path) {
  File file(path, Pipes::allowed);
  require_memory(static_cast<double>(file.size()), path, "its text");
  std::string text(file.size(), '\0');
  std::size_t filled = 0;
  for (;;) {
    // Some files (pipes, /proc) hold more than they announce; grow until a read finds the end.
    if (filled == text.size()) {
      char extra[4096];
      const std::size_t got = file.read_some(extra, sizeof extra);
      if (got == 0) break;
      text.append(extra, got);
      filled += got;
      text.resize(std::max(text.size() + chunk_bytes, text.size() + text.size() / 2));
      require_memory(static_cast<double>(text.size()), path, "its text");
    }
    const std::size_t got = file.read_some(text.data() + filled, text.size() - filled);
    if (got == 0) break;
    filled += got;
  }
  text.resize(filled);
  return text;
}

class TextStream::File : public cggibbs::File {
  using cggibbs::File::File;
};

TextStream::TextStream(const std::string& path) : file_(std::make_unique<File>(path, Pipes::allowed)) {}
TextStream::~TextStream() = default;
std::uint64_t TextStream::size() const {
  return file_->size();
}
std::size_t TextStream::read_some(char* to, std::size_t most) {
  return file_->read_some(to, most);
}

std::string read_file_start(const std::string& path, std::size_t most) {
  File file(path, Pipes::allowed);
  std::string start(most, '\0');
  std::size_t filled = 0;
  while (const std::size_t got = file.read_some(start.data() + filled, most - filled)) filled += got;
  start.resize(filled);
  return start;
}

void for_each_chunk(const std::string& path, const std::function<void(std::string_view)>& use) {
  File file(path, Pipes::allowed);
  std::vector<char> buffer(chunk_bytes);
  while (const std::size_t got = file.read_some(buffer.data(), buffer.size())) use({buffer.data(), got});
}

std::uint64_t regular_file_size(const std::string& path) {
  return File(path, Pipes::refused).size();
}

}  // namespace cggibbs
