// An open file whose every failure names the path, the cause and what to try.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

namespace cggibbs {

/// Owns a file descriptor. Reads and writes are at explicit offsets, so a write that failed (disk full) can
/// be repeated after the user made room: nothing is counted as written until all of it is.
class PosixFile {
 public:
  enum class Mode { read, create };  ///< create: a new file to read and write; what had the name loses it

  PosixFile(std::filesystem::path path, Mode mode);
  /// Takes over a descriptor; the path is for messages.
  PosixFile(std::filesystem::path path, int descriptor);
  PosixFile(PosixFile&& other) noexcept;
  PosixFile(const PosixFile&) = delete;
  PosixFile& operator=(const PosixFile&) = delete;
  PosixFile& operator=(PosixFile&&) = delete;
  ~PosixFile();

  const std::filesystem::path& path() const { return path_; }
  bool is_open() const { return descriptor_ >= 0; }

  void write_at(std::uint64_t offset, std::span<const char> bytes);
  void read_at(std::uint64_t offset, std::span<char> bytes) const;
  void truncate(std::uint64_t size);
  std::uint64_t size() const;
  /// Waits until the data are on the disk: errors that the system reports late (quotas, network disks) show
  /// here.
  void sync();
  void close();
  /// The descriptor, for another owner.
  int release() && { return std::exchange(descriptor_, -1); }

 private:
  std::filesystem::path path_;
  int descriptor_;
};

/// A file without a name, gone with the process that has it open, on the disk of this directory.
PosixFile scratch_file(const std::filesystem::path& directory);

/// Where scratch files go that belong to no output: TMPDIR, or the system's.
std::filesystem::path scratch_directory();

/// Waits until the names in a directory are on the disk.
void sync_directory(const std::filesystem::path& directory);

/// Throws "PATH: cannot ACTION: CAUSE. ADVICE" for an errno value.
[[noreturn]] void throw_file_error(const std::filesystem::path& path, const char* action, int error);

/// Renames from over to.
void rename_file(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace cggibbs
