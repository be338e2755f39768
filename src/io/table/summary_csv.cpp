// Writing and reading of summary.csv.
#include "io/table/summary_csv.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "base/special.hpp"
#include "cggibbs/error.hpp"
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

/// Takes one cell, quoted or not, off text, which then starts with the separator that ended it.
std::string next_cell(std::string_view& text) {
  std::string cell;
  if (!text.starts_with('"')) {
    cell = text.substr(0, text.find_first_of(",\r\n"));
    text.remove_prefix(cell.size());
    return cell;
  }
  text.remove_prefix(1);
  while (!text.empty()) {
    if (text.front() == '"') {
      text.remove_prefix(1);
      if (!text.starts_with('"')) break;
    }
    cell += text.front();
    text.remove_prefix(1);
  }
  return cell;
}

double to_number(const std::string& cell, const std::string& source, std::size_t line) {
  if (cell == "NA") return nan;
  double x = 0;
  const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
  if (failure != std::errc{} || end != cell.data() + cell.size())
    throw Error(
        fmt::format("{}:{}: '{}' is not a number. Was the file changed by hand?", source, line, cell));
  return x;
}

bool skip_line_end(std::string_view& text) {
  if (text.starts_with('\r')) text.remove_prefix(1);
  if (!text.starts_with('\n')) return text.empty();
  text.remove_prefix(1);
  return true;
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

std::vector<SummaryCsvRow> parse_summary_csv(std::string_view text, const std::string& source) {
  const std::string_view first = text.substr(0, text.find_first_of("\r\n"));
  if (first != header)
    throw Error(fmt::format("{}:1: the header is '{}' instead of '{}'. Is this a summary of draws?", source,
                            first, header));
  text.remove_prefix(first.size());
  skip_line_end(text);
  std::vector<SummaryCsvRow> rows;
  for (std::size_t line = 2; !text.empty(); ++line) {
    SummaryCsvRow row{};
    row.variable = next_cell(text);
    for (const auto number : numbers) {
      if (!text.starts_with(','))
        throw Error(
            fmt::format("{}:{}: fewer than {} values for '{}'.", source, line, numbers.size(), row.variable));
      text.remove_prefix(1);
      row.*number = to_number(next_cell(text), source, line);
    }
    if (!skip_line_end(text))
      throw Error(
          fmt::format("{}:{}: more than {} values for '{}'.", source, line, numbers.size(), row.variable));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<SummaryCsvRow> read_summary_csv(const std::filesystem::path& path) {
  return parse_summary_csv(read_text(path), path.string());
}

}  // namespace cggibbs
