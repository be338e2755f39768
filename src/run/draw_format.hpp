// The ways to keep draws, a row each: where they go and what that takes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "run/draw_end.hpp"

namespace cggibbs {

struct Bill;
struct FitSettings;
class OutputFolder;

struct DrawFormat {
  bool keeps_draws;  ///< all of them: what is told of them is exact
  const char* less;  ///< what to use fewer of where memory does not suffice
  /// Keeps the selected outputs, which have these names. There is a folder where the settings have an output.
  std::unique_ptr<DrawEnd> (*make)(const FitSettings& settings, OutputFolder* folder,
                                   std::vector<std::string> names, std::vector<std::size_t> selected);
  /// Adds what so many quantities take, in all chains.
  void (*charge)(const FitSettings& settings, double quantities, Bill& bill);
};

/// Each stands in the file of its DrawEnd.
extern const DrawFormat draws_in_files, draws_in_memory, draws_online;

}  // namespace cggibbs
