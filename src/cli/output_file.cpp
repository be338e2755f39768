// Whose file has the name now.
#include "cli/output_file.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <system_error>

#include "io/file/atomic_file.hpp"
#include "io/file/text_file.hpp"
#include "run/run_files.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

void check(const OutputFile& file, const std::vector<fs::path>& inputs) {
  for (const auto& input : inputs)
    if (std::error_code ignored; fs::equivalent(file.path, input, ignored))
      throw Error(
          fmt::format("{} {}: this would overwrite the input. Use another name.", file.option, file.path));
  const fs::path path = file.path;
  std::error_code ignored;
  if (fs::is_regular_file(fs::status(path, ignored))) {
    if (is_run_file(path.filename().string()) && written_by_a_run(path))
      throw Error(
          fmt::format("{} {}: this file belongs to a run. Use another name.", file.option, file.path));
    if (fs::file_size(path) > 0 && !read_file_start(file.path, 64).starts_with(file.begin))
      throw Error(fmt::format(
          "{} {}: there is a file of this name, and this program has not written it. Use another name, or "
          "remove the file.",
          file.option, file.path));
  }
  ensure_writable(path);
}

}  // namespace

void check_output_files(const std::vector<OutputFile>& files, const std::vector<fs::path>& inputs) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].path.empty()) continue;
    check(files[i], inputs);
    for (std::size_t j = 0; j < i; ++j)
      if (files[j].path == files[i].path)
        throw Error(fmt::format("{} and {} both name {}. Use two names.", files[j].option, files[i].option,
                                files[i].path));
  }
}

}  // namespace cggibbs
