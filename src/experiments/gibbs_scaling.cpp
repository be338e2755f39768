// Seconds of 1000 sweeps against d: Gibbs on the compute graph is linear, software that recomputes is quadratic.
#include <fmt/format.h>

#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t rows_of_data = 10, thousand = 1000;

std::vector<Cell> cells(bool full) {
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 5 : 3); ++replicate)
    for (std::size_t d = full ? 2 : 4; d <= 4096; d *= full ? 2 : 4)
      for (const char* sampler : {"paper", "auto", "naive", "jags"}) {
        if (!full && replicate > 1 && std::string(sampler) != "paper" && d > 64)
          continue;  // naive, JAGS: dear
        all.push_back({"synthetic", rows_of_data, d, "normal", sampler, replicate, thousand});
      }
  return all;
}

/// Where a run was cut, as much as its sweeps say about a thousand.
double seconds_of_thousand(const Row& r) {
  if (r.status == Row::Status::failed || r.all_sweeps == 0) return nan;
  const double all = (std::isnan(r.warmup_seconds) ? 0 : r.warmup_seconds) + r.seconds;
  return all * static_cast<double>(thousand) / static_cast<double>(r.all_sweeps);
}

double work_of_thousand(const Row& r) {
  return r.all_sweeps == 0 ? nan : r.cost * static_cast<double>(thousand) / static_cast<double>(r.all_sweeps);
}

/// What the paper reports for programs that cannot be run here.
std::vector<Series> reported() {
  const auto line = [](const char* name, Colour colour, double at_512, double at_4096) {
    return Series{name, colour, {{512, {at_512}}, {4096, {at_4096}}}, true, true};
  };
  return {line("CGGibbs, the paper's own figure", 0x0072B2, 0.135, 1.08),
          line("JAGS, the paper's figure", 0x56B4E9, 90.6, 5028),
          line("MultiBUGS, the paper's figure", 0x000000, 13.7, 757)};
}

Figure figure(const Rows& rows) {
  Panel p{"1000 sweeps, logistic regression, n = 10",
          {"coefficients d", Axis::Kind::log2},
          {"processor seconds", Axis::Kind::log10},
          series_of(rows, d_of, seconds_of_thousand)};
  for (auto& s : reported()) p.series.push_back(std::move(s));
  p.at_x.push_back({static_cast<double>(rows_of_data), "d = n"});
  Figure f{"Time of 1000 sweeps against dimension", {p}, usual_notes(rows), 1, 640, 400};
  if (!f.notes.empty()) f.notes[0] += " Their 1000 sweeps are extrapolated.";
  return f;
}

/// Beyond d = 64, where fixed costs no longer show.
double slope(const Rows& rows, const std::string& sampler, const Number& y) {
  const Rows own = by_sampler(rows, sampler);
  std::vector<std::pair<double, double>> points;
  for (std::size_t d : dimensions(own))
    if (d >= 64) points.emplace_back(static_cast<double>(d), at_dimension(own, d, y));
  return log_slope(points);
}

Verdict verdict(const Rows& rows) {
  const double cached = slope(rows, "paper", work_of_thousand),
               naive = slope(rows, "naive", work_of_thousand);
  Verdict v;
  if (std::isnan(cached) || std::isnan(naive)) {
    v.sentence = "Too few cells beyond d = 64 to tell.";
    return v;
  }
  v.holds = cached < 1.15 && naive > 1.75 ? Verdict::Holds::yes : Verdict::Holds::no;
  v.sentence = fmt::format(
      "Counted work of a sweep grows as d^{:.2f} with cached sums and as d^{:.2f} without; in processor "
      "seconds d^{:.2f} and d^{:.2f}.",
      cached, naive, slope(rows, "paper", seconds_of_thousand), slope(rows, "naive", seconds_of_thousand));
  const double ours = at_dimension(by_sampler(rows, "paper"), 4096, seconds_of_thousand);
  if (!std::isnan(ours))
    v.sentence += fmt::format(
        " At d = 4096, 1000 sweeps took {} s (the paper: 1.08 s, JAGS 5028 s, MultiBUGS 757 s), without "
        "cached sums {} s.",
        told(ours), told(at_dimension(by_sampler(rows, "naive"), 4096, seconds_of_thousand)));
  if (const double jags = slope(rows, "jags", seconds_of_thousand); !std::isnan(jags))
    v.sentence += fmt::format(" JAGS here grows as d^{:.2f}.", jags);
  return v;
}

}  // namespace

const Experiment gibbs_scaling{
    "gibbs-scaling",
    "seconds of 1000 sweeps against d, cached, naive, JAGS (n = 10, synthetic)",
    "A sweep of Gibbs on the compute graph is linear in d; of earlier software, quadratic.",
    cells,
    run_cell,
    figure,
    verdict};

}  // namespace cggibbs
