// The order of coordinates in a sweep: fixed, random, or a fresh permutation.
#include <fmt/format.h>

#include "diagnostics/order.hpp"
#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 62;
constexpr const char* priors[] = {"normal", "horseshoe"};

std::vector<Cell> cells(bool full) {
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 10 : 3); ++replicate)
    for (const char* prior : priors)
      for (std::size_t d = full ? 2 : 4; d <= (full ? 1024 : 64); d *= full ? 2 : 4)
        for (const char* sampler : {"paper", "rsgs", "rpgs"})
          all.push_back({"colon", n, d, prior, sampler, replicate});
  return all;
}

Rows of_prior(const Rows& rows, const std::string& prior) {
  return chosen(rows, [&](const Row& r) { return r.cell.prior == prior; });
}

Figure figure(const Rows& rows) {
  Figure f{"colon, n = 62: the order of coordinates in a sweep", {}, usual_notes(rows)};
  for (const char* prior : priors) {
    Panel p{fmt::format("{} prior, median coordinate", prior),
            {"coefficients d", Axis::Kind::log2},
            {"processor seconds per ESS", Axis::Kind::log10},
            series_of(of_prior(rows, prior), d_of, seconds_per_median_ess),
            {{static_cast<double>(n), "d = n"}}};
    for (auto& s : p.series)
      if (s.colour == 0x0072B2) s.name = "fixed order (DUGS)";
    f.panels.push_back(std::move(p));
  }
  return f;
}

Verdict verdict(const Rows& rows) {
  std::size_t best = 0, compared = 0;
  std::vector<double> random, permuted;
  for (const char* prior : priors) {
    const Rows own = of_prior(rows, prior);
    for (std::size_t d : dimensions(own)) {
      // By sweeps, which do not depend on the clock; all scans do the same work in a sweep.
      const auto y = [&](const char* sampler) {
        return at_dimension(by_sampler(own, sampler), d, sweeps_per_median_ess);
      };
      const double dugs = y("paper"), rsgs = y("rsgs"), rpgs = y("rpgs");
      if (std::isnan(dugs + rsgs + rpgs)) continue;
      ++compared;
      best += dugs <= std::fmin(rsgs, rpgs) ? 1 : 0;
      random.push_back(rsgs / dugs);
      permuted.push_back(rpgs / dugs);
    }
  }
  if (compared == 0) return {Verdict::Holds::unknown, "No runs have effective samples."};
  const double r = median_of(random), p = median_of(permuted);
  return {r > 1 && p >= 1  ? Verdict::Holds::yes
          : r > 1 || p > 1 ? Verdict::Holds::partly
                           : Verdict::Holds::no,
          fmt::format("The fixed order needs fewest sweeps per effective sample in {} of {} places; a random "
                      "scan needs {} times as "
                      "many, permutations {} times (medians over places).",
                      best, compared, told(r), told(p))};
}

}  // namespace

const Experiment scans{"scans",
                       "fixed order, random scan and random permutations, colon data, two priors",
                       "The fixed order (DUGS) is the best of the three scans.",
                       cells,
                       run_cell,
                       figure,
                       verdict};

}  // namespace cggibbs
