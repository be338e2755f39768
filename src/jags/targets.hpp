// What a script is going to write: found out before it runs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "jags/session.hpp"

namespace cggibbs::jags {

/// Throws an Error that names the line where a command would overwrite a file that the script has read before, or one that is there
/// already and no script has written: sampling may take days.
void check_targets(const std::vector<Step>& steps, std::filesystem::path directory);

/// What the names of the files of a `coda` command begin with.
std::string coda_stem(const Command& coda, const std::filesystem::path& directory);

}  // namespace cggibbs::jags
