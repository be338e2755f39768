// Condition numbers of the posterior against d: raw, by marginal scales, by the best diagonal scaling.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/condition_draws.hpp"
#include "experiments/rows.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 62;

std::vector<Cell> cells(bool full) {
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 10 : 3); ++replicate)
    for (std::size_t d = 2; d <= (full ? 1024 : 512); d *= 2)
      all.push_back({"colon", n, d, "normal", "auto", replicate, std::max<std::size_t>(2000, 20 * (d + 1))});
  return all;
}

Rows compute(const Cell& cell, const Lab& lab) {
  const ConditionDraws draws = draw_for_condition(cell, lab, cell.sweeps);
  const DrawnCondition c = draws.condition();
  Row row;
  row.cell = cell;
  row.stand_in = lab.data.is_stand_in(cell.data);
  row.draws = draws.count;
  row.coordinates = draws.width;
  row.more = {
      {"kappa", c.kappa}, {"kappa_cor", c.kappa_cor}, {"kappa_r", c.kappa_r}, {"rough", c.rough ? 1 : 0}};
  return {row};
}

Number extra(const char* name) {
  return [name](const Row& r) { return r.extra(name); };
}

Figure figure(const Rows& rows) {
  Panel p{"colon, n = 62, prior N(0, 10²)",
          {"coefficients d", Axis::Kind::log2},
          {"condition number", Axis::Kind::log10}};
  const std::pair<const char*, const char*> kinds[] = {{"kappa", "κ, as it is"},
                                                       {"kappa_cor", "κ_cor, marginal scales"},
                                                       {"kappa_r", "κ_r, best diagonal scaling found"}};
  for (std::size_t k = 0; k < 3; ++k) {
    auto series = series_of(rows, d_of, extra(kinds[k].first));
    if (series.empty()) continue;
    series[0].name = kinds[k].second;
    series[0].colour = palette(k);
    p.series.push_back(std::move(series[0]));
  }
  p.at_x.push_back({static_cast<double>(n), "d = n"});
  return {"Condition numbers of the posterior covariance", {p}, usual_notes(rows), 1, 560, 360};
}

Verdict verdict(const Rows& rows) {
  if (rows.empty()) return {};
  double kappa_over_r = 0, cor_over_r = 0, largest = 0;
  std::size_t at = 0;
  for (std::size_t d : dimensions(rows)) {
    const double r = at_dimension(rows, d, extra("kappa_r"));
    kappa_over_r = std::fmax(kappa_over_r, at_dimension(rows, d, extra("kappa")) / r);
    cor_over_r = std::fmax(cor_over_r, at_dimension(rows, d, extra("kappa_cor")) / r);
    if (r > largest) {
      largest = r;
      at = d;
    }
  }
  const double last = at_dimension(rows, dimensions(rows).back(), extra("kappa_r"));
  return {last <= largest && kappa_over_r >= 1 ? Verdict::Holds::yes : Verdict::Holds::no,
          fmt::format("kappa_r is largest at d = {} ({}) and {} at d = {}; kappa is up to {} times kappa_r, "
                      "kappa_cor up to {} times.",
                      at, told(largest), told(last), dimensions(rows).back(), told(kappa_over_r),
                      told(cor_over_r))};
}

}  // namespace

const Experiment condition_scaling{
    "condition-scaling",
    "kappa, kappa_cor and kappa_r of the posterior against d, colon data",
    "What Gibbs sees, kappa_r, is never above kappa, and stops growing where d passes n.",
    cells,
    compute,
    figure,
    verdict};

}  // namespace cggibbs
