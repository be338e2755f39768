// Two passes over the lines: comments, names and the number of rows, then the values.
#include "io/stan/stan_csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <unordered_set>
#include <utility>

#include "base/counted.hpp"
#include "base/special.hpp"
#include "base/utf8.hpp"
#include "cggibbs/error.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/percent.hpp"
#include "io/stan/stan_names.hpp"

namespace cggibbs {
namespace {

std::string_view trim(std::string_view s) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  const std::size_t first = s.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(blanks) - first + 1);
}

std::string_view unquote(std::string_view s) {
  s = trim(s);
  if (s.size() >= 2 && s.front() == '"' && s.back() == '"') s = s.substr(1, s.size() - 2);
  return s;
}

/// Takes the next line off text.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return trim(line);
}

/// Takes the next cell off a line.
std::string_view next_cell(std::string_view& line) {
  const std::size_t end = line.find(',');
  const std::string_view cell = line.substr(0, end);
  line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  return cell;
}

std::size_t count_cells(std::string_view line) {
  return 1 + static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
}

/// For messages: a cell of any length and content on one line.
std::string shown(std::string_view cell) {
  std::string out(cell.substr(0, 40));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < ' ' || c == 127) c = '?';
  return cell.size() > 40 ? out + "..." : out;
}

std::optional<double> to_number(std::string_view cell) {
  cell = trim(cell);
  if (cell == "NA") return nan;
  if (cell.starts_with('+')) {
    cell.remove_prefix(1);
    if (cell.starts_with('-')) return std::nullopt;
  }
  double x = 0;
  const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), x);
  if (cell.empty() || end != cell.data() + cell.size()) return std::nullopt;
  if (failure == std::errc::result_out_of_range) return std::strtod(std::string(cell).c_str(), nullptr);
  if (failure != std::errc{}) return std::nullopt;
  return x;
}

std::optional<std::size_t> to_count(const std::map<std::string, std::string>& config, const char* key) {
  const auto found = config.find(key);
  if (found == config.end()) return std::nullopt;
  const std::string& s = found->second;
  std::size_t n = 0;
  const auto [end, failure] = std::from_chars(s.data(), s.data() + s.size(), n);
  if (failure != std::errc{} || end != s.data() + s.size()) return std::nullopt;
  return n;
}

struct Line {
  std::size_t number;
  std::string_view text;
};

/// What the first pass finds.
struct Outline {
  std::size_t header_line = 0;
  std::vector<std::string> columns;                ///< as in the header row
  std::map<std::size_t, std::string> given_names;  ///< 1-based column: the name before translation
  std::size_t rows = 0;                            ///< warm-up included
  std::optional<std::size_t> rows_before_adaptation;
};

void read_timing(std::string_view comment, StanCsv& out) {
  const std::size_t seconds = comment.find(" seconds (");
  if (seconds == std::string_view::npos) return;
  std::string_view number = comment.substr(0, seconds);
  if (number.starts_with("Elapsed Time:")) number.remove_prefix(13);
  const auto value = to_number(number);
  if (!value) return;
  const std::string_view phase = comment.substr(seconds + 10);
  if (phase.starts_with("Warm-up)")) out.warmup_seconds = value;
  if (phase.starts_with("Sampling)")) out.sampling_seconds = value;
}

/// "column 9 is C%28g%29": written by us where the header row cannot spell the name.
void read_column_name(std::string_view comment, Outline& outline) {
  constexpr std::string_view start = "column ";
  if (!comment.starts_with(start)) return;
  std::size_t column = 0;
  const char* const end = comment.data() + comment.size();
  const char* const p = std::from_chars(comment.data() + start.size(), end, column).ptr;
  const std::string_view rest(p, static_cast<std::size_t>(end - p));
  if (!rest.starts_with(" is ")) return;
  if (auto name = percent_decode(rest.substr(4))) outline.given_names.try_emplace(column, *std::move(name));
}

void read_comment(std::string_view line, Outline& outline, StanCsv& out) {
  line.remove_prefix(std::min(line.find_first_not_of('#'), line.size()));
  const std::string_view comment = trim(line);
  if (comment.starts_with("Adaptation terminated")) {
    if (!outline.rows_before_adaptation) outline.rows_before_adaptation = outline.rows;
    return;
  }
  read_column_name(comment, outline);
  read_timing(comment, out);
  const std::size_t equals = comment.find('=');
  if (equals == std::string_view::npos) return;
  std::string_view value = trim(comment.substr(equals + 1));
  constexpr std::string_view mark = "(Default)";
  if (value.ends_with(mark)) value = trim(value.substr(0, value.size() - mark.size()));
  out.config.try_emplace(std::string(trim(comment.substr(0, equals))), value);
}

[[noreturn]] void wrong_cell_count(const std::string& source, const Line& line, std::size_t found,
                                   const Outline& outline) {
  throw Error(
      fmt::format("{}:{}: {}, but the header in line {} names {} columns. If the run that wrote this "
                  "file was interrupted, delete the incomplete line.",
                  source, line.number, counted(found, "value"), outline.header_line, outline.columns.size()));
}

Outline read_outline(std::string_view text, StanCsv& out) {
  Outline outline;
  for (Line line{1, {}}; !text.empty(); ++line.number) {
    line.text = next_line(text);
    if (line.text.empty()) continue;
    if (line.text.front() == '#') {
      read_comment(line.text, outline, out);
    } else if (outline.columns.empty()) {
      outline.header_line = line.number;
      const std::size_t n = count_cells(line.text);
      for (std::string_view rest = line.text; outline.columns.size() < n;) {
        const std::string_view name = unquote(next_cell(rest));
        if (name.empty())
          throw Error(fmt::format("{}:{}: column {} has no name. Is this a Stan CSV file?", out.source,
                                  line.number, outline.columns.size() + 1));
        outline.columns.emplace_back(name);
      }
    } else {
      // A row of n cells has n - 1 commas: checking here bounds memory by the size of the text.
      if (line.text.size() + 1 < outline.columns.size())
        wrong_cell_count(out.source, line, count_cells(line.text), outline);
      ++outline.rows;
    }
  }
  if (outline.columns.empty())
    throw Error(fmt::format("{}: no header row with column names. Is this a Stan CSV file?", out.source));
  return outline;
}

std::size_t warmup_rows(const Outline& outline, const std::map<std::string, std::string>& config) {
  if (outline.rows_before_adaptation) return *outline.rows_before_adaptation;
  const auto setting = [&](const char* key) {
    const auto found = config.find(key);
    return found == config.end() ? std::string() : found->second;
  };
  const std::string saved = setting("save_warmup");
  if ((saved != "1" && saved != "true") || setting("algorithm") == "fixed_param") return 0;
  const std::size_t warmup = to_count(config, "num_warmup").value_or(0);
  const std::size_t thin = std::max<std::size_t>(1, to_count(config, "thin").value_or(1));
  return std::min(outline.rows, warmup / thin + (warmup % thin != 0));
}

/// Where each column goes: sampler columns apart from parameters.
struct Place {
  bool sampler;
  std::size_t index;
};

std::vector<Place> name_columns(const Outline& outline, StanCsv& out) {
  std::vector<Place> places;
  std::unordered_set<std::string> seen, seen_of_sampler;  // a parameter may be called lp__
  for (std::size_t j = 0; j < outline.columns.size(); ++j) {
    const std::string& column = outline.columns[j];
    const bool sampler = column.ends_with("__");
    const auto given = outline.given_names.find(j + 1);
    std::string name = sampler                              ? column
                       : given != outline.given_names.end() ? given->second
                                                            : name_from_stan(column);
    if (!(sampler ? seen_of_sampler : seen).insert(name).second)
      throw Error(fmt::format("{}:{}: two columns are called '{}'. Rename or remove one.", out.source,
                              outline.header_line, shown(name)));
    auto& names = sampler ? out.sampler_names : out.names;
    places.push_back({sampler, names.size()});
    names.push_back(std::move(name));
  }
  return places;
}

void read_values(std::string_view text, const Outline& outline, std::span<const Place> places, StanCsv& out) {
  bool header_seen = false;
  std::size_t row = 0;
  for (Line line{1, {}}; !text.empty(); ++line.number) {
    line.text = next_line(text);
    if (line.text.empty() || line.text.front() == '#') continue;
    if (!std::exchange(header_seen, true)) continue;
    if (row++ < out.warmup_rows) continue;
    const std::size_t i = row - 1 - out.warmup_rows;
    if (const std::size_t found = count_cells(line.text); found != places.size())
      wrong_cell_count(out.source, line, found, outline);
    std::string_view rest = line.text;
    for (std::size_t j = 0; j < places.size(); ++j) {
      const std::string_view cell = next_cell(rest);
      const auto x = to_number(cell);
      if (!x)
        throw Error(fmt::format("{}:{}: '{}' in column {} ({}) is not a number. Correct or remove this line.",
                                out.source, line.number, shown(cell), j + 1, shown(outline.columns[j])));
      (places[j].sampler ? out.sampler_values : out.values)[places[j].index * out.rows + i] = *x;
    }
  }
}

}  // namespace

bool looks_like_stan_csv(std::string_view start) {
  if (start.starts_with(byte_order_mark)) start.remove_prefix(byte_order_mark.size());
  StanCsv comments;
  Outline outline;
  while (!start.empty()) {
    std::string_view line = next_line(start);
    if (line.empty()) continue;
    if (line.front() == '#') {
      read_comment(line, outline, comments);
      continue;
    }
    while (!line.empty())
      if (unquote(next_cell(line)).ends_with("__")) return true;
    break;
  }
  return comments.config.contains("stan_version_major") || comments.config.contains("method") ||
         comments.config.contains("model");
}

StanCsv parse_stan_csv(std::string_view text, const std::string& source) {
  StanCsv out;
  out.source = source;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const Outline outline = read_outline(text, out);
  const std::vector<Place> places = name_columns(outline, out);
  out.warmup_rows = warmup_rows(outline, out.config);
  out.rows = outline.rows - out.warmup_rows;
  out.values.resize(out.rows * out.names.size());
  out.sampler_values.resize(out.rows * out.sampler_names.size());
  read_values(text, outline, places, out);
  return out;
}

StanCsv read_stan_csv(const std::filesystem::path& path) {
  return parse_stan_csv(read_text(path), path.string());
}

}  // namespace cggibbs
