// Rounding by Monte Carlo error, and the cells of summaries.
#include "run/summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text_table.hpp"
#include "io/table/summary_csv.hpp"

namespace cggibbs {
namespace {

/// In ascending order: {low, q5, median, q95, high}, or {q5, low, median, high, q95} where the interval is inside.
template <class T>
std::vector<T> quantiles(double interval, T q5, T median, T q95, T low, T high) {
  if (interval <= 0) return {q5, median, q95};
  if (interval > 90) return {low, q5, median, q95, high};
  return {q5, low, median, high, q95};
}

}  // namespace

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

std::string summary_table(std::span<const SummaryRow> rows) {
  std::vector<std::vector<std::string>> cells;
  for (const SummaryRow& r : rows)
    cells.push_back(summary_cells(r.name, {.mean = r.mean,
                                           .median = r.median,
                                           .sd = r.sd,
                                           .q5 = r.q5,
                                           .q95 = r.q95,
                                           .rhat = r.rhat,
                                           .ess_bulk = r.ess_bulk,
                                           .ess_tail = r.ess_tail,
                                           .mcse_mean = r.mcse_mean,
                                           .mcse_sd = r.mcse_sd}));
  return text_table(summary_header(), std::move(cells));
}

}  // namespace cggibbs
