// Another program, run to its end with a limit of time.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace cggibbs {

enum class Ended { well, badly, not_started, over_time, interrupted };

/// One thread each where the program asks its environment; output and errors go to the log. It and its children are ended when time
/// is up or `interrupt` becomes true.
Ended run_logged(const std::vector<std::string>& command, const std::filesystem::path& log, double seconds,
                 const std::atomic<bool>& interrupt);

/// A folder for scratch files that goes with this object.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace cggibbs
