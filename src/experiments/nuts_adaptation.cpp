// How long NUTS takes to learn its metric: the condition number that is left after so many warmup iterations.
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <map>

#include "base/symmetric_eigen.hpp"
#include "diagnostics/order.hpp"
#include "experiments/condition_draws.hpp"
#include "experiments/protocol.hpp"
#include "experiments/rows.hpp"
#include "run/memory_draws.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t size = 16;  ///< rows and columns
constexpr std::size_t reference_draws = 20'000;
constexpr std::size_t lengths[] = {10, 20, 50, 100, 200, 500, 1000, 2000};

std::vector<Cell> cells(bool full) {
  std::vector<Cell> all;
  for (std::size_t replicate = 1; replicate <= (full ? 10 : 3); ++replicate)
    all.push_back({"Prostate_GE", size, size, "normal", "nuts", replicate});
  return all;
}

class Learned : public MemoryDraws {
 public:
  using MemoryDraws::MemoryDraws;
  void begin_sampling(std::size_t, const TrajectoryAdaptation& learned) override {
    metric = learned.inverse_metric;
  }
  std::vector<double> metric;
};

Eigen::MatrixXd covariance(const ConditionDraws& draws) {
  const auto d = static_cast<Eigen::Index>(draws.width), n = static_cast<Eigen::Index>(draws.count);
  const Eigen::MatrixXd x = Eigen::Map<const Eigen::MatrixXd>(draws.values.data(), n, d);
  const Eigen::MatrixXd centred = x.rowwise() - x.colwise().mean();
  return centred.transpose() * centred / static_cast<double>(n - 1);
}

/// Of the covariance as seen through a diagonal metric.
double condition_under(const Eigen::MatrixXd& s, const std::vector<double>& inverse_metric) {
  const auto m = Eigen::Map<const Eigen::VectorXd>(inverse_metric.data(),
                                                   static_cast<Eigen::Index>(inverse_metric.size()));
  const Eigen::VectorXd scale = m.array().sqrt().inverse();
  const Eigen::MatrixXd seen = scale.asDiagonal() * s * scale.asDiagonal();
  const Eigen::VectorXd values = symmetric_eigenvalues(seen);
  return values(values.size() - 1) / values(0);
}

/// A chain with so much warmup, and the metric that it has learned.
Row row_after(std::size_t warmup, const Cell& cell, const Lab& lab, const Eigen::MatrixXd& s,
              const DrawnCondition& c) {
  Row row;
  row.cell = cell;
  row.cell.sweeps = warmup;
  const Prepared p = prepare_cell(row.cell, lab);
  FitSettings settings = p.settings;
  settings.chain.warmup = warmup;
  settings.draws = 1;
  Learned end({""}, {0}, 1, 0);
  const RunResult r = run(*p.model, Plan(*p.model), settings, end, lab.interrupt);
  row.stand_in = lab.data.is_stand_in(cell.data);
  row.all_sweeps = r.sweeps;
  row.coordinates = static_cast<std::size_t>(s.rows());
  row.warmup_seconds = r.warmup_seconds;
  row.more = {{"kappa", c.kappa},
              {"kappa_cor", c.kappa_cor},
              {"kappa_r", c.kappa_r},
              {"kappa_metric", end.metric.size() == row.coordinates ? condition_under(s, end.metric) : nan}};
  return row;
}

Rows compute(const Cell& cell, const Lab& lab) {
  const ConditionDraws draws = draw_for_condition(
      {cell.data, cell.n, cell.d, cell.prior, "auto", cell.replicate}, lab, reference_draws);
  const DrawnCondition c = draws.condition();
  const Eigen::MatrixXd s = covariance(draws);
  Rows rows;
  for (const std::size_t warmup : lengths) rows.push_back(row_after(warmup, cell, lab, s, c));
  return rows;
}

/// Replicates differ in their columns, so each is told in units of its own kappa_cor.
Number over_cor(const char* name) {
  return [name](const Row& r) { return r.extra(name) / r.extra("kappa_cor"); };
}

Figure figure(const Rows& rows) {
  Panel p{"Prostate_GE, d = n = 16",
          {"warmup iterations", Axis::Kind::log10},
          {"condition number over κ_cor", Axis::Kind::log10}};
  const std::pair<const char*, const char*> kinds[] = {
      {"kappa_metric", "under the metric that NUTS has learned"},
      {"kappa", "κ: no metric"},
      {"kappa_r", "κ_r: best diagonal scaling found (Gibbs)"}};
  for (std::size_t k = 0; k < 3; ++k) {
    auto series = series_of(
        rows, [](const Row& r) { return static_cast<double>(r.cell.sweeps); }, over_cor(kinds[k].first));
    if (series.empty()) continue;
    series[0].name = kinds[k].second;
    series[0].colour = palette(k);
    series[0].dashed = k > 0;
    series[0].dots = k == 0;
    p.series.push_back(std::move(series[0]));
  }
  p.at_y.push_back({1, "exact scales"});
  return {"What adaptation leaves of the condition number", {p}, usual_notes(rows), 1, 600, 380};
}

/// From which length on every median stays within a fifth of what exact marginal scales give.
Verdict verdict(const Rows& rows) {
  std::map<std::size_t, std::vector<double>> by_warmup;
  for (const auto& r : rows) by_warmup[r.cell.sweeps].push_back(over_cor("kappa_metric")(r));
  double peak = 0, last = nan;
  std::size_t peak_at = 0, settled = 0;
  for (const auto& [warmup, ratios] : by_warmup) {
    last = median_of(ratios);
    if (last > peak) {
      peak = last;
      peak_at = warmup;
    }
    if (!(last < 1.2))
      settled = 0;
    else if (settled == 0)
      settled = warmup;
  }
  if (std::isnan(last)) return {};
  std::vector<double> raw, best;
  for (const auto& r : rows) {
    raw.push_back(over_cor("kappa")(r));
    best.push_back(over_cor("kappa_r")(r));
  }
  return {peak > 1.2 && settled > 0 ? Verdict::Holds::yes
          : peak > 1.2              ? Verdict::Holds::partly
                                    : Verdict::Holds::no,
          fmt::format("After {} iterations the metric leaves {} times kappa_cor, after {} iterations {} "
                      "times; {}. Without any metric it is {} "
                      "times, under the best diagonal scaling {} times.",
                      peak_at, told(peak), by_warmup.rbegin()->first, told(last),
                      settled > 0 ? fmt::format("from {} on it stays within a fifth", settled)
                                  : std::string("it does not settle within a fifth"),
                      told(median_of(raw)), told(median_of(best)))};
}

}  // namespace

const Experiment nuts_adaptation{
    "nuts-adaptation",
    "condition number under the metric that NUTS has learned, against warmup (Prostate_GE, d = n = 16)",
    "NUTS learns its metric from draws, so that early in warmup the condition number it sees is above what "
    "the right scales give; Gibbs needs none.",
    cells,
    compute,
    figure,
    verdict};

}  // namespace cggibbs
