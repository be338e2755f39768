// Groups, and medians over them.
#include "experiments/rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <set>

#include "diagnostics/order.hpp"
#include "experiments/contestants.hpp"

namespace cggibbs {

Rows chosen(const Rows& rows, const Choice& choice) {
  Rows out;
  for (const auto& r : rows)
    if (choice(r)) out.push_back(r);
  return out;
}

Rows by_sampler(const Rows& rows, const std::string& sampler) {
  return chosen(rows, [&](const Row& r) { return r.cell.sampler == sampler; });
}

double at_dimension(const Rows& rows, std::size_t d, const Number& y) {
  std::vector<double> v;
  for (const auto& r : rows)
    if (r.cell.d == d) v.push_back(y(r));
  return median_of(std::move(v));
}

std::vector<std::size_t> dimensions(const Rows& rows) {
  std::set<std::size_t> all;
  for (const auto& r : rows) all.insert(r.cell.d);
  return {all.begin(), all.end()};
}

std::vector<std::string> samplers_in(const Rows& rows) {
  std::vector<std::string> all;
  for (const auto& c : contestants())
    if (std::any_of(rows.begin(), rows.end(), [&](const Row& r) { return r.cell.sampler == c.name; }))
      all.emplace_back(c.name);
  return all;
}

double log_slope(const std::vector<std::pair<double, double>>& points) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [x, y] : points) {
    if (!(x > 0 && y > 0) || !std::isfinite(x) || !std::isfinite(y)) continue;
    const double a = std::log(x), b = std::log(y);
    n += 1;
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  const double spread = n * sxx - sx * sx;
  return spread > 0 ? (n * sxy - sx * sy) / spread : nan;
}

std::vector<Series> series_of(const Rows& rows, const Number& x, const Number& y) {
  std::vector<Series> all;
  for (const auto& sampler : samplers_in(rows)) {
    const Contestant& by = contestant(sampler);
    std::map<double, Seen> places;
    for (const auto& r : by_sampler(rows, sampler)) {
      const double at = x(r), value = y(r);
      if (std::isnan(at) || !std::isfinite(value)) continue;
      auto& seen = places[at];
      seen.x = at;
      seen.y.push_back(value);
      seen.open = seen.open || r.status == Row::Status::censored;
    }
    Series s{by.label, by.colour};
    for (auto& [at, seen] : places) s.seen.push_back(std::move(seen));
    if (!s.seen.empty()) all.push_back(std::move(s));
  }
  return all;
}

double d_of(const Row& r) {
  return static_cast<double>(r.cell.d);
}
double seconds_per_median_ess(const Row& r) {
  return r.has_ess() ? r.seconds / r.ess_median : nan;
}
double seconds_per_min_ess(const Row& r) {
  return r.has_ess() ? r.seconds / r.ess_min : nan;
}
double sweeps_per_median_ess(const Row& r) {
  return r.has_ess() ? r.sampling_sweeps() / r.ess_median : nan;
}

std::string told(double v) {
  if (std::isnan(v)) return "unknown";
  return std::abs(v) >= 100 && std::abs(v) < 1e6 ? fmt::format("{:.0f}", v) : fmt::format("{:.3g}", v);
}

std::vector<std::string> usual_notes(const Rows& rows) {
  std::set<std::string> stand_ins;
  std::size_t censored = 0, failed = 0;
  for (const auto& r : rows) {
    if (r.stand_in) stand_ins.insert(r.cell.data);
    censored += r.status == Row::Status::censored ? 1 : 0;
    failed += r.status == Row::Status::failed ? 1 : 0;
  }
  std::vector<std::string> notes;
  if (censored + failed > 0)
    notes.push_back(fmt::format("{} of {} runs ended at their limit (hollow){}.", censored, rows.size(),
                                failed > 0 ? fmt::format(", {} failed", failed) : ""));
  if (!stand_ins.empty())
    notes.push_back(
        fmt::format("Simulated stand-ins, not the paper's data: {}.", fmt::join(stand_ins, ", ")));
  return notes;
}

}  // namespace cggibbs
