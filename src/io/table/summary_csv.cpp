// Writing and reading of summary.csv.
#include "io/table/summary_csv.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "base/special.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/message.hpp"
#include "io/file/number.hpp"
#include "io/file/posix_file.hpp"
#include "io/table/csv_scanner.hpp"

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

double number(const CsvCell& cell, const std::string& source) {
  if (cell.text == "NA") return nan;
  const ParsedNumber x = parse_number(cell.text);
  if (x.kind == NumberKind::not_a_number)
    fail_at(source, cell.line, cell.column,
            fmt::format("{} is not a number. The file is damaged: run the fit again.", excerpt(cell.text)));
  return x.value;
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

std::vector<SummaryCsvRow> read_summary_csv(const std::filesystem::path& path) {
  const std::string text = read_text(path), source = path.string();
  if (!text.starts_with(summary_csv({}))) fail_in(source, "is no summary that a run has written.");
  std::vector<SummaryCsvRow> rows;
  CsvScanner scanner(csv_content(std::string_view(text).substr(header.size()), ','), ',', source);
  CsvCell cell;
  for (scanner.skip_blank_lines(); !scanner.at_end(); scanner.skip_blank_lines()) {
    SummaryCsvRow row{};
    scanner.next(cell);
    row.variable = cell.text;
    for (const auto member : numbers) {
      if (cell.last) fail_at(source, cell.line, cell.column, "the row is too short. The file is damaged.");
      scanner.next(cell);
      row.*member = number(cell, source);
    }
    if (!cell.last) fail_at(source, cell.line, cell.column, "the row is too long. The file is damaged.");
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace cggibbs
