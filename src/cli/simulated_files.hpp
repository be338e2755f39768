// The files of a synthetic data set, and the command that fits it.
#pragma once

#include <filesystem>
#include <string>

#include "models/simulate.hpp"

namespace cggibbs {

struct SimulatedFiles {
  enum class Format { csv, svm, mtx, npz } format;
  std::filesystem::path data;
  std::filesystem::path response;  ///< mtx only
  std::filesystem::path truth;
};

/// Throws for unknown extensions, and for data that the format cannot hold.
SimulatedFiles plan_files(const std::string& output, const SimulateSettings& settings);
/// Throws where a file of such a name is there that simulate has not written: its own have the truth beside them.
void check_files(const SimulatedFiles& files);
void write_files(const SimulatedFiles& files, const Simulated& data);

/// What was written, and a fit command to paste into a shell.
std::string describe_files(const SimulatedFiles& files, const SimulateSettings& settings);

}  // namespace cggibbs
