// Write beside, then rename.
#include "io/file/atomic_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "cggibbs/error.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {

std::filesystem::path partial_path(const std::filesystem::path& path) {
  std::filesystem::path partial = path;
  partial += ".partial";
  return partial;
}

namespace {

PosixFile open_partial(const std::filesystem::path& path) {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored))
    throw_file_error(path, "write", EISDIR);
  return {partial_path(path), PosixFile::Mode::create};
}

}  // namespace

void write_atomically(const std::filesystem::path& path, const std::function<void(PosixFile&)>& write) {
  const std::filesystem::path partial = partial_path(path);
  PosixFile file = open_partial(path);
  try {
    write(file);
    file.sync();
    file.close();
    rename_file(partial, path);
  } catch (...) {
    ::unlink(partial.c_str());
    throw;
  }
}

void write_text_atomically(const std::filesystem::path& path, std::string_view text) {
  write_atomically(path, [&](PosixFile& file) { file.write_at(0, text); });
}

void ensure_writable(const std::filesystem::path& path) {
  open_partial(path);
  ::unlink(partial_path(path).c_str());
}

void ensure_directory(const std::filesystem::path& path) {
  if (path.empty())
    throw Error("the name of the output directory is empty. Use '.' for the current directory.");
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status))
    throw Error(fmt::format(
        "{}: cannot create the directory: a file of this name exists. Remove it or use another directory.",
        path.string()));
  std::filesystem::create_directories(path, code);
  if (code) throw_file_error(path, "create the directory", code.value());
  if (::access(path.c_str(), W_OK | X_OK) != 0) throw_file_error(path, "write into the directory", errno);
}

std::string read_text(const std::filesystem::path& path) {
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored))
    throw_file_error(path, "read", EISDIR);
  const PosixFile file(path, PosixFile::Mode::read);
  std::string text(file.size(), '\0');
  file.read_at(0, text);
  return text;
}

}  // namespace cggibbs
