// Sweeps per effective sample against d for several n: they rise until d is near n, then settle or fall.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

constexpr std::array<std::size_t, 4> ns{8, 16, 32, 62};

std::vector<Cell> cells(bool full) {
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 10 : 3); ++replicate)
    for (std::size_t n : ns)
      for (std::size_t d = 2; d <= (full ? 1024 : 256); d *= 2)
        all.push_back({"colon", n, d, "normal", "paper", replicate});
  return all;
}

Rows of_size(const Rows& rows, std::size_t n) {
  return chosen(rows, [&](const Row& r) { return r.cell.n == n; });
}

Figure figure(const Rows& rows) {
  Panel p{"CGGibbs as in the paper, prior N(0, 10²)",
          {"coefficients d", Axis::Kind::log2},
          {"sweeps per effective sample (median coordinate)", Axis::Kind::log10}};
  for (std::size_t k = 0; k < ns.size(); ++k) {
    auto series = series_of(of_size(rows, ns[k]), d_of, sweeps_per_median_ess);
    if (series.empty()) continue;
    series[0].name = ns[k] == 62 ? "n = 62 (all)" : fmt::format("n = {}", ns[k]);
    series[0].colour = palette(k);
    p.series.push_back(std::move(series[0]));
    p.at_x.push_back({static_cast<double>(ns[k]), ""});
  }
  return {"colon: sweeps per effective sample against dimension (dashed: d = n)",
          {p},
          usual_notes(rows),
          1,
          640,
          400};
}

Verdict verdict(const Rows& rows) {
  std::size_t holds = 0, told_of = 0;
  std::vector<std::string> words;
  for (std::size_t n : ns) {
    const Rows own = of_size(rows, n);
    const auto ds = dimensions(own);
    if (ds.empty()) continue;
    const auto y = [&](std::size_t d) { return at_dimension(own, d, sweeps_per_median_ess); };
    double peak = 0;
    std::size_t at = 0;
    for (std::size_t d : ds)
      if (y(d) > peak) {
        peak = y(d);
        at = d;
      }
    const double last = y(ds.back());
    if (std::isnan(last) || at == 0) continue;
    ++told_of;
    // Rises first; beyond four times n no longer by more than a third.
    double beyond = nan;
    for (std::size_t d : ds)
      if (d >= 4 * n && std::isnan(beyond)) beyond = y(d);
    if (y(ds.front()) < peak && !(last > 4.0 / 3 * beyond)) ++holds;
    words.push_back(fmt::format("n = {}: {} at d = {}, peak {} at d = {}, {} at d = {}", n,
                                told(y(ds.front())), ds.front(), told(peak), at, told(last), ds.back()));
  }
  if (told_of == 0) return {Verdict::Holds::unknown, "Too few runs have effective samples."};
  return {holds == told_of ? Verdict::Holds::yes
          : holds > 0      ? Verdict::Holds::partly
                           : Verdict::Holds::no,
          fmt::format("Sweeps per effective sample rise and then settle or fall for {} of {} sizes ({}).",
                      holds, told_of, fmt::join(words, "; "))};
}

}  // namespace

const Experiment size_dimension{"size-dimension",
                                "sweeps per effective sample against d for n = 8, 16, 32, 62, colon data",
                                "Sweeps per effective sample rise until d is near n and then settle or fall.",
                                cells,
                                run_cell,
                                figure,
                                verdict};

}  // namespace cggibbs
