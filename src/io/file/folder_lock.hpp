// A directory that one process at a time may write to.
#pragma once

#include <filesystem>
#include <string_view>

namespace cggibbs {

/// Holds a lock on FOLDER/.cggibbs.lock, a file that says who has it and goes with the lock. The system frees the lock of a
/// process that dies. Where the file system knows no locks, the file itself is the lock: then that of a process that died on
/// another machine stays until somebody removes it.
class FolderLock {
 public:
  static constexpr std::string_view name = ".cggibbs.lock";

  /// Throws an Error that names the holder when there is one.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  void take_lock();

  std::filesystem::path path_;
  int descriptor_ = -1;  ///< -1 where the file is the lock
};

}  // namespace cggibbs
