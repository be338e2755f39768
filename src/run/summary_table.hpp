// Summaries as a table of text.
#pragma once

#include <cggibbs/sample.hpp>
#include <span>
#include <string>
#include <vector>

#include "diagnostics/summary.hpp"

namespace cggibbs {

/// Numbers down to the first digit that Monte Carlo error touches: two to six significant digits.
std::string rounded(double x, double mcse);

/// Rows for a summary table: variable mean sd q5 median q95 rhat ess_bulk ess_tail; with an interval (95, say) its ends stand
/// outside of q5 and q95, or inside where it is shorter.
std::vector<std::string> summary_header(double interval = 0);
std::vector<std::string> summary_cells(const std::string& name, const Summary& s, double interval = 0);

/// All of it, whatever the terminal.
std::string summary_table(std::span<const SummaryRow> rows);

}  // namespace cggibbs
