// Rounding by Monte Carlo error, and aligning columns.
#include "run/summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/visible.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t columns = 9;
using Line = std::array<std::string, columns>;

/// Two digits of mcse, at least two significant.
std::string rounded(double x, double mcse) {
  if (std::isnan(x)) return "NA";
  if (x == 0 || std::isinf(x) || !(mcse > 0)) return fmt::format("{:.3g}", x);
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(x))));
  const int noise = static_cast<int>(std::floor(std::log10(mcse)));
  const int digits = std::clamp(magnitude - noise + 1, 2, 6);
  if (magnitude < -4 || magnitude > 6) return fmt::format("{:.{}g}", x, digits);
  return fmt::format("{:.{}f}", x, std::clamp(digits - 1 - magnitude, 0, 8));
}

std::string whole(double x) {
  return std::isnan(x) ? "NA" : fmt::format("{:.0f}", std::floor(x));
}

Line cells(const SummaryRow& r) {
  const double m = r.mcse_mean;
  return {visible(r.name),
          rounded(r.mean, m),
          rounded(r.sd, std::isnan(r.mcse_sd) ? m : r.mcse_sd),
          rounded(r.q5, m),
          rounded(r.median, m),
          rounded(r.q95, m),
          std::isnan(r.rhat) ? "NA" : fmt::format("{:.3f}", r.rhat),
          whole(r.ess_bulk),
          whole(r.ess_tail)};
}

/// Characters, not bytes: names may hold UTF-8.
std::size_t width_of(const std::string& s) {
  return static_cast<std::size_t>(
      std::count_if(s.begin(), s.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::string summary_table(std::span<const SummaryRow> rows) {
  std::vector<Line> lines{{"variable", "mean", "sd", "q5", "median", "q95", "rhat", "ess_bulk", "ess_tail"}};
  for (const auto& r : rows) lines.push_back(cells(r));
  std::array<std::size_t, columns> width{};
  for (const auto& line : lines)
    for (std::size_t k = 0; k < columns; ++k) width[k] = std::max(width[k], width_of(line[k]));
  std::string out;
  for (const auto& line : lines) {
    out += line[0] + std::string(width[0] - width_of(line[0]), ' ');
    for (std::size_t k = 1; k < columns; ++k)
      out += std::string(2 + width[k] - line[k].size(), ' ') + line[k];
    out += '\n';
  }
  return out;
}

}  // namespace cggibbs
