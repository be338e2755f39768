// The directory of a run's files: one run at a time writes there, and all files of a run appear in one step.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/file/folder_lock.hpp"

namespace cggibbs {

/// Files are written beside those of the run before, as NAME.partial. commit() puts down a list of all that is to change,
/// changes it, and removes the list. A process that dies before the list is complete leaves the old run; one that dies later
/// leaves the list, by which anybody can do the rest.
class OutputFolder {
 public:
  /// Creates the directory where missing, locks it, and clears what a killed run has left. Throws when another run is writing
  /// there, and when a name that runs use belongs to one of the inputs or to what no run of this program has written.
  OutputFolder(std::filesystem::path path, std::vector<std::filesystem::path> inputs);

  const std::filesystem::path& path() const { return path_; }

  /// The file will be part of the run: write it to the returned path before commit().
  std::filesystem::path staged(const std::string& name);
  void commit();

 private:
  void check_names() const;

  std::filesystem::path path_;
  std::vector<std::filesystem::path> inputs_;
  FolderLock lock_;
  std::vector<std::string> staged_;
};

/// For readers: does the rest of a commit that was cut off. Throws when that is impossible: the directory then has files of
/// two runs.
void complete_change(const std::filesystem::path& folder);

}  // namespace cggibbs
