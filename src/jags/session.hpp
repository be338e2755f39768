// A JAGS script at work: from model and data to chains, monitors and files.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/named_arrays.hpp"
#include "jags/script.hpp"

namespace cggibbs::jags {

struct SessionSettings {
  std::string sampler = "auto";
  std::uint64_t seed = 1;
  int threads = 0;  ///< 0: one per core, at most one per chain
  std::function<void(const std::string&)> say = [](const std::string&) {};  ///< what JAGS would print
};

/// A command and where it was written.
struct Step {
  Command command;
  std::string source;
};

/// The commands of a script, those of the scripts that it runs in their place. `directory` is where it is run.
std::vector<Step> read_script(const std::string& text, const std::string& source,
                              const std::filesystem::path& directory);

/// Carries out all commands up to `exit`. Errors name the line of the script. False when `interrupt` has ended it.
bool run_script(const std::vector<Step>& steps, const std::filesystem::path& directory,
                const SessionSettings& settings, const std::atomic<bool>& interrupt);

}  // namespace cggibbs::jags
