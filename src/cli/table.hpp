// Text tables for people.
#pragma once

#include <string>
#include <vector>

#include "diagnostics/summary.hpp"

namespace cggibbs {

/// Where a table will be seen.
struct TableStyle {
  std::size_t columns = 0;  ///< of the terminal; 0: there is none
  bool colour = false;
  std::vector<std::size_t> doubtful = {};  ///< rows to be seen at once
  std::vector<std::string> spare = {};  ///< columns that go, the first one first, where a line would not fit
};
/// Of standard output.
TableStyle terminal_style();
/// The same for summary tables: what says most stays longest.
TableStyle summary_style(std::vector<std::size_t> doubtful = {});

/// The first column flush left, the others flush right, two spaces between. Long cells of the first column lose their middle:
/// they have 60 characters at most, and on narrower terminals what the others leave, but at least 16. A last line names the columns
/// that had to go.
std::string text_table(std::vector<std::string> header, std::vector<std::vector<std::string>> rows,
                       const TableStyle& style = {});

/// Numbers down to the first digit that Monte Carlo error touches: two to six significant digits.
std::string rounded(double x, double mcse);

/// How far a quantity is from zero, by median and mad: heavy tails do not hide it. -1 when unknown.
double effect_size(const Summary& s);

/// Rows for a summary table: variable mean sd q5 median q95 rhat ess_bulk ess_tail; with an interval (95, say) its ends stand
/// outside of q5 and q95, or inside where it is shorter.
std::vector<std::string> summary_header(double interval = 0);
std::vector<std::string> summary_cells(const std::string& name, const Summary& s, double interval = 0);

}  // namespace cggibbs
