// Summaries as a table of text.
#pragma once

#include <span>
#include <string>

#include <cggibbs/sample.hpp>

namespace cggibbs {

/// One line per row; numbers end where Monte Carlo error makes further digits noise.
std::string summary_table(std::span<const SummaryRow> rows);

}  // namespace cggibbs
