// Summaries and effective sample sizes of all quantities of a run.
#include <cmath>

#include "diagnostics/ess_paper.hpp"
#include "diagnostics/order.hpp"
#include "run/fit.hpp"

namespace cggibbs {
namespace {

EssRange range_of(const std::vector<double>& v) {
  double least = inf;
  for (double x : v) least = std::fmin(least, x);
  return {std::isinf(least) ? nan : least, median_of(v)};
}

}  // namespace

FitResult summarize_run(RunResult run, const DrawEnd& end, const RunSettings& settings) {
  FitResult r;
  static_cast<RunResult&>(r) = std::move(run);
  r.names = end.names();
  r.rank_error = end.rank_error();
  const std::size_t n = r.names.size();
  r.summaries.resize(n);
  std::vector<double> ess(2 * n, nan), paper(2 * n, nan);
  end.for_each_quantity(threads_to_use(settings), 1, [&](std::size_t i, const Quantity& q) {
    r.summaries[i] = q.summary(settings.interval);
    ess[i] = r.summaries[i].ess_bulk;
    ess[n + i] = q.ess_of_squares();
    if (q.draws().empty()) return;
    paper[i] = ess_paper(q.draws());
    paper[n + i] = ess_paper(map_draws(q.draws(), [](double v) { return v * v; }));
  });
  r.ess = range_of(ess);
  r.ess_paper = range_of(paper);
  r.max_rhat = nan;
  r.mixing = Mixing(r.chains);
  for (const Summary& s : r.summaries) {
    r.mixing.add(s);
    r.max_rhat = std::fmax(r.max_rhat, s.rhat);
  }
  r.missed = settings.until.missed(quality(r.mixing.worst, r.mixing.max_error));
  return r;
}

}  // namespace cggibbs
