// Staging, the list of changes, and doing what it says.
#include "run/output_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <sstream>

#include "io/file/atomic_file.hpp"
#include "io/file/posix_file.hpp"
#include "run/run_files.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

constexpr const char* changes = ".cggibbs.change";

/// Or nobody's.
void require_ours(const fs::path& path) {
  if (fs::exists(fs::symlink_status(path)) && !written_by_a_run(path))
    throw Error(
        fmt::format("{}: a run would overwrite this file, and no run has written it. Use another directory, "
                    "or rename the file.",
                    path.string()));
}

/// Lines of `put NAME` and `remove NAME`. Doing them twice is doing them once.
void do_changes(const fs::path& folder) {
  std::istringstream lines(read_text(folder / changes));
  std::string what, name;
  while (lines >> what >> name) {
    if (!is_run_file(name)) continue;  // nothing that a run has put down
    const fs::path path = folder / name;
    if (what == "put" && fs::exists(fs::symlink_status(partial_path(path)))) {
      require_ours(path);
      rename_file(partial_path(path), path);
    }
    if (what == "remove" && written_by_a_run(path)) fs::remove(path);
  }
  sync_directory(folder);
  fs::remove(folder / changes);
}

/// Of a run that was cut off. What else may have that name (a link, a pipe) is not read.
bool has_changes(const fs::path& folder) {
  const auto status = fs::symlink_status(folder / changes);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw Error(fmt::format("{}: this is not a list of changes. Remove it, or use another directory.",
                            (folder / changes).string()));
  return fs::exists(status);
}

/// Under a lock.
void complete_locked(const fs::path& folder) {
  if (has_changes(folder)) do_changes(folder);
}

fs::path existing(fs::path folder) {
  ensure_directory(folder);
  return folder;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

OutputFolder::OutputFolder(fs::path path, std::vector<fs::path> inputs)
    : path_(existing(std::move(path))), inputs_(std::move(inputs)), lock_(path_) {
  complete_locked(path_);
  check_names();
  std::error_code ignored;  // what cannot be removed will be told when its name is needed
  for (const auto& name : names_in(path_))
    if (is_leftover(name) || name == partial_path(changes)) fs::remove(path_ / name, ignored);
}

void OutputFolder::check_names() const {
  for (const auto& name : names_in(path_)) {
    if (!is_run_file(name) && !is_leftover(name)) continue;
    const fs::path path = path_ / name;
    std::error_code ignored;
    for (const auto& input : inputs_)
      if (fs::equivalent(input, path, ignored))
        throw Error(fmt::format(
            "{}: the run would overwrite its own data. Use another directory, or rename the data.",
            path.string()));
    if (is_run_file(name)) require_ours(path);
  }
}

fs::path OutputFolder::staged(const std::string& name) {
  staged_.push_back(name);
  return partial_path(path_ / name);
}

void OutputFolder::commit() {
  check_names();  // sampling may have taken days
  std::string list;
  for (const auto& name : names_in(path_))
    if (is_run_file(name) && std::find(staged_.begin(), staged_.end(), name) == staged_.end())
      list += fmt::format("remove {}\n", name);
  for (const auto& name : staged_) list += fmt::format("put {}\n", name);
  write_text_atomically(path_ / changes, list);
  sync_directory(path_);
  do_changes(path_);
  staged_.clear();
}

void complete_change(const fs::path& folder) {
  if (!has_changes(folder)) return;
  try {
    const FolderLock lock(folder);
    complete_locked(folder);
  } catch (const std::exception& e) {
    throw Error(
        fmt::format("{}: these files are of two runs, and the change from one to the other cannot be "
                    "completed: {}",
                    folder.string(), e.what()));
  }
}

}  // namespace cggibbs
