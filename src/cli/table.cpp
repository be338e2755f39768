// What terminals and summaries ask of tables.
#include "cli/table.hpp"

#include <unistd.h>

#include <cmath>
#include <utility>

#include "cli/terminal.hpp"

namespace cggibbs {

TableStyle terminal_style() {
  return {.columns = terminal_width(STDOUT_FILENO), .colour = has_colour(STDOUT_FILENO)};
}

TableStyle summary_style(std::vector<std::size_t> doubtful) {
  TableStyle style = terminal_style();
  style.doubtful = std::move(doubtful);
  style.spare = {"ess_tail", "median", "ess_bulk", "q5", "q95"};
  return style;
}

double effect_size(const Summary& s) {
  const double by_median = std::abs(s.median) / s.mad;
  const double z = std::isfinite(by_median) ? by_median : std::abs(s.mean) / s.sd;
  return std::isfinite(z) ? z : -1;
}

}  // namespace cggibbs
