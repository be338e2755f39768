// Tables as the command line shows them.
#pragma once

#include <cstddef>
#include <vector>

#include "base/text_table.hpp"
#include "diagnostics/summary.hpp"

namespace cggibbs {

/// Of standard output.
TableStyle terminal_style();
/// The same for summary tables: what says most stays longest.
TableStyle summary_style(std::vector<std::size_t> doubtful = {});

/// How far a quantity is from zero, by median and mad: heavy tails do not hide it. -1 when unknown.
double effect_size(const Summary& s);

}  // namespace cggibbs
