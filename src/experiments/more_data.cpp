// The scaling figure on the other data sets: seconds and sweeps per effective sample against d.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

/// Genes, a matrix taller than wide, and words.
bool in_quick(const std::string& name) {
  return name == "Prostate_GE" || name == "madelon" || name == "PCMAC";
}

std::vector<Cell> cells(bool full) {
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 10 : 2); ++replicate)
    for (const auto& set : panel()) {
      const std::string name = set.name;
      if (name == "colon" || (!full && !in_quick(name))) continue;
      for (std::size_t d = full ? 2 : 4; d <= std::min<std::size_t>(set.d, full ? 4096 : 256);
           d *= full ? 2 : 4)
        for (const char* sampler : {"paper", "auto", "nuts"})
          all.push_back({name, set.n, d, "normal", sampler, replicate});
    }
  return all;
}

std::vector<std::string> sets_in(const Rows& rows) {
  std::vector<std::string> all;
  for (const auto& r : rows)
    if (std::find(all.begin(), all.end(), r.cell.data) == all.end()) all.push_back(r.cell.data);
  return all;
}

Rows of_set(const Rows& rows, const std::string& name) {
  return chosen(rows, [&](const Row& r) { return r.cell.data == name; });
}

Figure figure(const Rows& rows) {
  Figure f{"Other data sets, prior N(0, 10²), median coordinate", {}, usual_notes(rows), 2, 420, 270};
  for (const auto& name : sets_in(rows)) {
    const Rows own = of_set(rows, name);
    const auto n = static_cast<double>(own.front().cell.n);
    const std::string title = fmt::format("{}{}, n = {}", name, own.front().stand_in ? " (stand-in)" : "", n);
    f.panels.push_back({title,
                        {"coefficients d", Axis::Kind::log2},
                        {"seconds per ESS", Axis::Kind::log10},
                        series_of(own, d_of, seconds_per_median_ess),
                        {{n, "d = n"}}});
    f.panels.push_back({title,
                        {"coefficients d", Axis::Kind::log2},
                        {"sweeps per ESS", Axis::Kind::log10},
                        series_of(own, d_of, sweeps_per_median_ess),
                        {{n, "d = n"}}});
  }
  return f;
}

Verdict verdict(const Rows& rows) {
  std::size_t settled = 0, rising = 0, wide = 0, tall = 0;
  double largest = 0;
  for (const auto& name : sets_in(rows)) {
    const Rows own = by_sampler(of_set(rows, name), "paper");
    const auto ds = dimensions(own);
    if (ds.size() < 3) continue;
    const std::size_t n = own.front().cell.n;
    const auto y = [&](std::size_t d) { return at_dimension(own, d, sweeps_per_median_ess); };
    if (ds.back() < n) {
      ++tall;
      rising += y(ds.back()) > y(ds.front()) ? 1 : 0;
      continue;
    }
    ++wide;
    double peak = 0;
    for (std::size_t d : ds) peak = std::fmax(peak, y(d));
    largest = std::fmax(largest, peak);
    settled += y(ds.back()) <= 4.0 / 3 * y(*std::lower_bound(ds.begin(), ds.end(), n)) ? 1 : 0;
  }
  if (wide + tall == 0) return {Verdict::Holds::unknown, "Too few runs have effective samples."};
  const bool all = settled == wide && rising == tall;
  return {all                    ? Verdict::Holds::yes
          : settled + rising > 0 ? Verdict::Holds::partly
                                 : Verdict::Holds::no,
          fmt::format("Sweeps per effective sample settle or fall beyond d = n on {} of {} sets that reach "
                      "it (at most {} sweeps), "
                      "and rise with d on {} of {} that stay below.",
                      settled, wide, told(largest), rising, tall)};
}

}  // namespace

const Experiment more_data{
    "more-data",
    "seconds and sweeps per effective sample against d on the other data sets",
    "As on colon: sweeps per effective sample rise until d is near n and then settle or fall.",
    cells,
    run_cell,
    figure,
    verdict};

}  // namespace cggibbs
