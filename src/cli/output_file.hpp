// Files that options name for output.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

struct OutputFile {
  std::string option;      ///< "--json"
  std::string path;        ///< empty: not asked for
  std::string_view begin;  ///< of every such file
};

/// Throws, before there is anything to write, where a file cannot be written, is one of the inputs, has a name that another option
/// gives, or is there already and neither empty nor begins as such files do: then this program has not written it.
void check_output_files(const std::vector<OutputFile>& files,
                        const std::vector<std::filesystem::path>& inputs);

}  // namespace cggibbs
