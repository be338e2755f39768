// summary.csv: one line per variable, with the columns of posterior::summarise_draws.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cggibbs {

struct SummaryRow {
  std::string variable;
  double mean, median, sd, mad, q5, q95, rhat, ess_bulk, ess_tail;
};

/// Numbers read back exactly; NaN is NA; names with commas, quotes or line breaks are quoted.
std::string summary_csv(std::span<const SummaryRow> rows);
/// Complete or absent: written beside and renamed.
void write_summary_csv(const std::filesystem::path& path, std::span<const SummaryRow> rows);

std::vector<SummaryRow> parse_summary_csv(std::string_view text, const std::string& source);
std::vector<SummaryRow> read_summary_csv(const std::filesystem::path& path);

}  // namespace cggibbs
