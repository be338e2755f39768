// summary.csv: one line per variable, with the columns of posterior::summarise_draws.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cggibbs {

struct SummaryCsvRow {
  std::string variable;
  double mean, median, sd, mad, q5, q95, rhat, ess_bulk, ess_tail;
  double low = std::numeric_limits<double>::quiet_NaN(), high = low;  ///< written where there is an interval
};

/// How the ends of a central interval of so many percent are called: 95 gives q2.5 and q97.5.
std::pair<std::string, std::string> interval_names(double interval);

/// Numbers read back exactly; NaN is NA; names with commas, quotes or line breaks are quoted. Behind q95 stand the ends of an
/// interval, if there is one (of so many percent).
std::string summary_csv(std::span<const SummaryCsvRow> rows, double interval = 0);
/// Complete or absent: written beside and renamed.
void write_summary_csv(const std::filesystem::path& path, std::span<const SummaryCsvRow> rows);
/// The same from rows made one at a time, so that neither they nor the text are held together.
void write_summary_csv(const std::filesystem::path& path, std::size_t rows,
                       const std::function<SummaryCsvRow(std::size_t)>& row, double interval = 0);

/// Whether text begins as these begin.
bool is_summary_csv(std::string_view text);

struct SummaryCsv {
  double interval = 0;  ///< percent; 0: none beside q5 and q95
  std::vector<SummaryCsvRow> rows;
};
/// What these have written; an Error for anything else.
SummaryCsv read_summary_csv(const std::filesystem::path& path);

}  // namespace cggibbs
