// Writing and reading of summary.csv.
#include "io/table/summary_csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "base/special.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/message.hpp"
#include "io/file/number.hpp"
#include "io/file/posix_file.hpp"
#include "io/table/csv_scanner.hpp"

namespace cggibbs {
namespace {

struct Field {
  std::string name;
  double SummaryCsvRow::*number;
};

std::vector<Field> fields(double interval) {
  std::vector<Field> all{{"mean", &SummaryCsvRow::mean}, {"median", &SummaryCsvRow::median},
                         {"sd", &SummaryCsvRow::sd},     {"mad", &SummaryCsvRow::mad},
                         {"q5", &SummaryCsvRow::q5},     {"q95", &SummaryCsvRow::q95}};
  if (interval > 0) {
    const auto [low, high] = interval_names(interval);
    all.push_back({low, &SummaryCsvRow::low});
    all.push_back({high, &SummaryCsvRow::high});
  }
  all.push_back({"rhat", &SummaryCsvRow::rhat});
  all.push_back({"ess_bulk", &SummaryCsvRow::ess_bulk});
  all.push_back({"ess_tail", &SummaryCsvRow::ess_tail});
  return all;
}

std::string header(const std::vector<Field>& all) {
  std::string out = "variable";
  for (const Field& field : all) out += "," + field.name;
  return out + '\n';
}

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

void add_line(std::string& out, const SummaryCsvRow& row, const std::vector<Field>& all) {
  out += quoted(row.variable);
  for (const Field& field : all) {
    const double x = row.*field.number;
    out += std::isnan(x) ? ",NA" : fmt::format(",{}", x);
  }
  out += '\n';
}

/// Of a file's header; 0 where it has none.
double interval_of(std::string_view text) {
  const std::string_view before = ",q95,q";
  const auto at = text.substr(0, text.find('\n')).find(before);
  if (at == text.npos) return 0;
  const std::string_view rest = text.substr(at + before.size());
  return 100 - 2 * parse_number(rest.substr(0, rest.find(','))).value;
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

std::pair<std::string, std::string> interval_names(double interval) {
  const double below = (100 - interval) / 2;
  return {fmt::format("q{:.4g}", below), fmt::format("q{:.6g}", 100 - below)};
}

std::string summary_csv(std::span<const SummaryCsvRow> rows, double interval) {
  const auto all = fields(interval);
  std::string out = header(all);
  for (const SummaryCsvRow& row : rows) add_line(out, row, all);
  return out;
}

void write_summary_csv(const std::filesystem::path& path, std::span<const SummaryCsvRow> rows) {
  write_summary_csv(path, rows.size(), [&](std::size_t i) { return rows[i]; });
}

void write_summary_csv(const std::filesystem::path& path, std::size_t rows,
                       const std::function<SummaryCsvRow(std::size_t)>& row, double interval) {
  const auto all = fields(interval);
  constexpr std::size_t enough = 65536;
  write_atomically(path, [&](PosixFile& file) {
    std::string text = header(all);
    std::uint64_t written = 0;
    const auto flush = [&] {
      file.write_at(written, text);
      written += text.size();
      text.clear();
    };
    for (std::size_t i = 0; i < rows; ++i) {
      add_line(text, row(i), all);
      if (text.size() >= enough) flush();
    }
    flush();
  });
}

bool is_summary_csv(std::string_view text) {
  return text.starts_with(header(fields(interval_of(text))));
}

SummaryCsv read_summary_csv(const std::filesystem::path& path) {
  const std::string text = read_text(path), source = path.string();
  if (!is_summary_csv(text)) fail_in(source, "is no summary that a run has written.");
  SummaryCsv out;
  out.interval = interval_of(text);
  const auto all = fields(out.interval);
  // From the end of the header's line, so that lines count as in the file.
  CsvScanner scanner(csv_content(std::string_view(text).substr(header(all).size() - 1), ','), ',', source);
  CsvCell cell;
  for (scanner.skip_blank_lines(); !scanner.at_end(); scanner.skip_blank_lines()) {
    SummaryCsvRow row{};
    scanner.next(cell);
    row.variable = cell.text;
    for (const Field& field : all) {
      if (cell.last) fail_at(source, cell.line, cell.column, "the row is too short. The file is damaged.");
      scanner.next(cell);
      row.*field.number = number(cell, source);
    }
    if (!cell.last) fail_at(source, cell.line, cell.column, "the row is too long. The file is damaged.");
    out.rows.push_back(std::move(row));
  }
  return out;
}

}  // namespace cggibbs
