// Another program as a filter: text in, its output back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

struct ProgramResult {
  std::string output;
  std::string
      failure;  ///< empty when it has ended well; else why not, and the last line that it said of itself
};

/// Runs command[0] of PATH with `input` as its standard input, for at most so many seconds of processor time (and four times as many
/// by the clock). Nothing when there is no such program. Crashes, hangs and exit codes are failures, not ours.
std::optional<ProgramResult> run_program(const std::vector<std::string>& command, std::string_view input,
                                         double seconds);

}  // namespace cggibbs
