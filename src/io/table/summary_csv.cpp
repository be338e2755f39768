// Writing of summary.csv.
#include "io/table/summary_csv.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "io/file/atomic_file.hpp"
#include "io/file/posix_file.hpp"

namespace cggibbs {
namespace {

constexpr std::string_view header = "variable,mean,median,sd,mad,q5,q95,rhat,ess_bulk,ess_tail";
constexpr std::array numbers{&SummaryCsvRow::mean, &SummaryCsvRow::median,   &SummaryCsvRow::sd,
                             &SummaryCsvRow::mad,  &SummaryCsvRow::q5,       &SummaryCsvRow::q95,
                             &SummaryCsvRow::rhat, &SummaryCsvRow::ess_bulk, &SummaryCsvRow::ess_tail};

std::string quoted(const std::string& name) {
  const bool edge_blank = !name.empty() && (name.front() == ' ' || name.back() == ' ');
  if (!edge_blank && !name.empty() && name.find_first_of(",\"\r\n#") == std::string::npos) return name;
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

void add_line(std::string& out, const SummaryCsvRow& row) {
  out += quoted(row.variable);
  for (const auto number : numbers) {
    const double x = row.*number;
    out += std::isnan(x) ? ",NA" : fmt::format(",{}", x);
  }
  out += '\n';
}

}  // namespace

std::string summary_csv(std::span<const SummaryCsvRow> rows) {
  std::string out(header);
  out += '\n';
  for (const SummaryCsvRow& row : rows) add_line(out, row);
  return out;
}

void write_summary_csv(const std::filesystem::path& path, std::span<const SummaryCsvRow> rows) {
  write_summary_csv(path, rows.size(), [&](std::size_t i) { return rows[i]; });
}

void write_summary_csv(const std::filesystem::path& path, std::size_t rows,
                       const std::function<SummaryCsvRow(std::size_t)>& row) {
  constexpr std::size_t enough = 65536;
  write_atomically(path, [&](PosixFile& file) {
    std::string text = summary_csv({});
    std::uint64_t written = 0;
    const auto flush = [&] {
      file.write_at(written, text);
      written += text.size();
      text.clear();
    };
    for (std::size_t i = 0; i < rows; ++i) {
      add_line(text, row(i));
      if (text.size() >= enough) flush();
    }
    flush();
  });
}

}  // namespace cggibbs
