// summary.csv: one line per variable, with the columns of posterior::summarise_draws.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cggibbs {

struct SummaryCsvRow {
  std::string variable;
  double mean, median, sd, mad, q5, q95, rhat, ess_bulk, ess_tail;
};

/// Numbers read back exactly; NaN is NA; names with commas, quotes or line breaks are quoted.
std::string summary_csv(std::span<const SummaryCsvRow> rows);
/// Complete or absent: written beside and renamed.
void write_summary_csv(const std::filesystem::path& path, std::span<const SummaryCsvRow> rows);
/// The same from rows made one at a time, so that neither they nor the text are held together.
void write_summary_csv(const std::filesystem::path& path, std::size_t rows,
                       const std::function<SummaryCsvRow(std::size_t)>& row);

/// What these have written; an Error for anything else.
std::vector<SummaryCsvRow> read_summary_csv(const std::filesystem::path& path);

}  // namespace cggibbs
