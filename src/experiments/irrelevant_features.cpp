// What columns that say nothing cost: independent ones, copies of the first, and zeros.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 20;
constexpr const char* kinds[] = {"normal", "copies", "zero"};
constexpr const char* titles[] = {"independent columns", "copies of the first", "columns of zeros"};

std::vector<Cell> cells(bool full) {
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 10 : 3); ++replicate)
    for (const char* kind : kinds)
      for (std::size_t d = 32; d <= (full ? 32768 : 2048); d *= full ? 2 : 4)
        for (const char* sampler : {"paper", "auto"})
          all.push_back({std::string("irrelevant-") + kind, n, d, "normal", sampler, replicate});
  return all;
}

Rows of_kind(const Rows& rows, const std::string& kind) {
  return chosen(rows, [&](const Row& r) { return r.cell.data == "irrelevant-" + kind; });
}

Figure figure(const Rows& rows) {
  Figure f{"30 columns that matter and others that do not, n = 20", {}, usual_notes(rows), 3, 330, 270};
  for (std::size_t k = 0; k < 3; ++k)
    f.panels.push_back({titles[k],
                        {"coefficients d", Axis::Kind::log2},
                        {"sweeps per median ESS", Axis::Kind::log10},
                        series_of(of_kind(rows, kinds[k]), d_of, sweeps_per_median_ess)});
  for (std::size_t k = 0; k < 3; ++k)
    f.panels.push_back({titles[k],
                        {"coefficients d", Axis::Kind::log2},
                        {"seconds per median ESS", Axis::Kind::log10},
                        series_of(of_kind(rows, kinds[k]), d_of, seconds_per_median_ess)});
  return f;
}

Verdict verdict(const Rows& rows) {
  std::vector<std::string> words;
  std::size_t holds = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Rows own = by_sampler(of_kind(rows, kinds[k]), "paper");
    const auto ds = dimensions(own);
    if (ds.empty()) continue;
    const double first = at_dimension(own, ds.front(), sweeps_per_median_ess);
    const double last = at_dimension(own, ds.back(), sweeps_per_median_ess);
    holds += last <= first ? 1 : 0;
    words.push_back(fmt::format("{}: {} at d = {}, {} at d = {}", titles[k], told(first), ds.front(),
                                told(last), ds.back()));
  }
  if (words.empty()) return {Verdict::Holds::unknown, "No runs have effective samples."};
  return {holds == words.size() ? Verdict::Holds::yes
          : holds > 0           ? Verdict::Holds::partly
                                : Verdict::Holds::no,
          fmt::format("Sweeps per effective sample do not grow for {} of {} kinds of columns ({}).", holds,
                      words.size(), fmt::join(words, "; "))};
}

}  // namespace

const Experiment irrelevant_features{
    "irrelevant-features",
    "sweeps per effective sample with columns that say nothing: independent, copies, zeros",
    "Columns that say nothing do not make Gibbs need more sweeps per effective sample.",
    cells,
    run_cell,
    figure,
    verdict};

}  // namespace cggibbs
