// Which files of a directory belong to runs.
#pragma once

#include <filesystem>
#include <string_view>

namespace cggibbs {

/// chain-N.csv.
bool is_chain_file(std::string_view name);

/// chain-N.csv, summary.csv, summary-original.csv, run.json: names that finished runs use.
bool is_run_file(std::string_view name);

/// Such a name, or that of scratch space, with ".partial" behind it: what a killed run leaves.
bool is_leftover(std::string_view name);

/// A plain file, not a link, that begins as a run's file of this name does.
bool written_by_a_run(const std::filesystem::path& path);

}  // namespace cggibbs
