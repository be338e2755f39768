// What run.json of a finished run says to those who look at its results again.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cggibbs {

struct FinishedRun {
  std::size_t chains = 0;
  std::size_t draws = 0;  ///< of each chain
  std::vector<std::string> warnings;
};

/// Nothing where the folder has no run.json of ours.
std::optional<FinishedRun> read_finished_run(const std::filesystem::path& folder);

}  // namespace cggibbs
