// Laying out and rounding tables.
#include "cli/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/visible.hpp"
#include "cli/terminal.hpp"
#include "io/table/summary_csv.hpp"

namespace cggibbs {
namespace {

/// Characters, not bytes: names may hold UTF-8.
std::size_t width_of(const std::string& s) {
  return static_cast<std::size_t>(
      std::count_if(s.begin(), s.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

std::string padding(std::size_t n) {
  return std::string(n, ' ');
}

/// Without its middle, where it is longer.
std::string shortened(const std::string& s, std::size_t most) {
  const std::size_t n = width_of(s);
  if (n <= most) return s;
  const std::size_t head = (most - 2) / 2, tail = most - 3 - head;
  std::string out;
  std::size_t at = 0;  // characters seen
  for (const char c : s) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      if (at == head) out += "...";
      ++at;
    }
    if (at <= head || at > n - tail) out += c;
  }
  return out;
}

}  // namespace

TableStyle terminal_style() {
  return {.columns = terminal_width(STDOUT_FILENO), .colour = has_colour(STDOUT_FILENO)};
}

TableStyle summary_style(std::vector<std::size_t> doubtful) {
  TableStyle style = terminal_style();
  style.doubtful = std::move(doubtful);
  style.spare = {"ess_tail", "median", "ess_bulk", "q5", "q95"};
  return style;
}

std::string text_table(std::vector<std::string> header, std::vector<std::vector<std::string>> rows,
                       const TableStyle& style) {
  for (auto& row : rows)
    for (auto& cell : row) cell = visible(cell);
  std::vector<std::size_t> width;
  for (const auto& h : header) width.push_back(width_of(h));
  std::size_t longest = width[0], others = 0;
  for (const auto& row : rows) {
    longest = std::max(longest, width_of(row[0]));
    for (std::size_t k = 1; k < row.size(); ++k) width[k] = std::max(width[k], width_of(row[k]));
  }
  for (std::size_t k = 1; k < width.size(); ++k) others += 2 + width[k];
  constexpr std::size_t least = 16, most = 60;
  std::vector<std::string> gone;
  for (const auto& name : style.spare) {
    if (style.columns == 0 || std::min(longest, least) + others <= style.columns) break;
    const auto k = std::find(header.begin(), header.end(), name) - header.begin();
    if (k == static_cast<std::ptrdiff_t>(header.size())) continue;
    others -= 2 + width[static_cast<std::size_t>(k)];
    width.erase(width.begin() + k);
    header.erase(header.begin() + k);
    for (auto& row : rows) row.erase(row.begin() + k);
    gone.push_back(name);
  }
  const std::size_t room =
      style.columns == 0 ? most : std::clamp(style.columns - std::min(style.columns, others), least, most);
  for (auto& row : rows) {
    row[0] = shortened(row[0], room);
    width[0] = std::max(width[0], width_of(row[0]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const std::string space = padding(width[k] - width_of(cells[k]));
      text += k == 0 ? cells[k] + space : "  " + space + cells[k];
    }
    return text.erase(text.find_last_not_of(' ') + 1);
  };
  std::string out = (style.colour ? coloured(Paint::bold, line(header)) : line(header)) + "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool doubtful = std::find(style.doubtful.begin(), style.doubtful.end(), i) != style.doubtful.end();
    out += (style.colour && doubtful ? coloured(Paint::yellow, line(rows[i])) : line(rows[i])) + "\n";
  }
  if (!gone.empty()) out += fmt::format("(too narrow for {})\n", fmt::join(gone, ", "));
  return out;
}

std::string rounded(double x, double mcse) {
  if (std::isnan(x)) return "NA";
  if (std::isinf(x)) return x > 0 ? "Inf" : "-Inf";
  if (x == 0) return "0";
  if (!(mcse > 0)) return fmt::format("{:.3g}", x);
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(x))));
  const int noise = static_cast<int>(std::floor(std::log10(mcse)));
  const int digits = std::clamp(magnitude - noise + 1, 2, 6);
  if (magnitude < -4 || magnitude > 6) return fmt::format("{:.{}g}", x, digits);
  return fmt::format("{:.{}f}", x, std::clamp(digits - 1 - magnitude, 0, 8));
}

double effect_size(const Summary& s) {
  const double by_median = std::abs(s.median) / s.mad;
  const double z = std::isfinite(by_median) ? by_median : std::abs(s.mean) / s.sd;
  return std::isfinite(z) ? z : -1;
}

namespace {

/// In ascending order: {low, q5, median, q95, high}, or {q5, low, median, high, q95} where the interval is inside.
template <class T>
std::vector<T> quantiles(double interval, T q5, T median, T q95, T low, T high) {
  if (interval <= 0) return {q5, median, q95};
  if (interval > 90) return {low, q5, median, q95, high};
  return {q5, low, median, high, q95};
}

}  // namespace

std::vector<std::string> summary_header(double interval) {
  const auto [low, high] = interval_names(interval);
  std::vector<std::string> out{"variable", "mean", "sd"};
  for (const auto& name : quantiles<std::string>(interval, "q5", "median", "q95", low, high))
    out.push_back(name);
  out.insert(out.end(), {"rhat", "ess_bulk", "ess_tail"});
  return out;
}

std::vector<std::string> summary_cells(const std::string& name, const Summary& s, double interval) {
  const auto count = [](double x) {
    return std::isnan(x) ? std::string("NA") : fmt::format("{:.0f}", std::floor(x));
  };
  const double m = s.mcse_mean;
  std::vector<std::string> out{name, rounded(s.mean, m),
                               rounded(s.sd, std::isnan(s.mcse_sd) ? m : s.mcse_sd)};
  for (const double q : quantiles(interval, s.q5, s.median, s.q95, s.low, s.high))
    out.push_back(rounded(q, m));
  out.push_back(std::isnan(s.rhat) ? "NA" : fmt::format("{:.3f}", s.rhat));
  out.push_back(count(s.ess_bulk));
  out.push_back(count(s.ess_tail));
  return out;
}

}  // namespace cggibbs
