// Asking every row of the table, then comparing what they say of horseshoes.
#include "samplers/choose/candidates.hpp"

#include <algorithm>

#include "distributions/price.hpp"
#include "graph/structure.hpp"

namespace cggibbs {
namespace {

/// A block with horseshoes that costs this many coordinate sweeps has left the data to which it is suited: many more rows.
constexpr double dear_block = 10;

/// The cheapest of those that claim so much and can run; none: infinite.
double cheapest(const std::vector<SamplerCandidate>& all, Horseshoe claim) {
  double least = inf;
  for (const auto& c : all)
    if (c.row->horseshoe == claim && c.refused.empty()) least = std::min(least, c.sweep_cost);
  return least;
}

/// One at a time, the scales of a horseshoe sit still for thousands of sweeps in places that no short pilot tells from the
/// whole (on colon log tau in [-2.1, -0.8] while the posterior covers [-6.2, 1.3]), and trajectories diverge in its
/// funnels. With more coefficients than rows the block crosses it; where that is too dear, newton with moves of its
/// scales does better. With fewer coefficients both do, and pilots tell which is quicker.
void keep_horseshoes_together(const Model& model, std::vector<SamplerCandidate>& all) {
  bool any = false, wide = false;
  for (const auto& predictor : model.structure().predictors())
    for (const auto& part : predictor.parts)
      if (part.horseshoe) {
        any = true;
        wide = wide || predictor.size() > predictor.path.rows;
      }
  if (!any) return;
  const double crosses = cheapest(all, Horseshoe::crosses), moves = cheapest(all, Horseshoe::moves_scales);
  if (crosses == inf && moves == inf) return;
  const bool prefers_block = moves < inf && crosses <= dear_block * moves && wide;
  for (auto& c : all) switch (c.row->horseshoe) {
      case Horseshoe::crosses:
        break;
      case Horseshoe::moves_scales:
        if (prefers_block)
          c.refused =
              "moves the scales of a horseshoe less far than a block when coefficients outnumber rows";
        break;
      case Horseshoe::one_at_a_time:
        c.refused = "would move the scales of a horseshoe one at a time";
        break;
      case Horseshoe::diverges:
        c.refused = "would diverge in the funnels of a horseshoe";
        break;
    }
}

}  // namespace

double model_row_price(const Model& model) {
  double total = 0, rows = 0;
  for (const auto& f : model.factors()) {
    const Distribution& d = *f.distribution;
    const RowPrice price = row_price(d);
    const auto n = static_cast<double>(f.size);
    const bool loops = d.sum_shifted != nullptr && f.weights.empty();
    const double row = loops ? price.by_loops : price.by_rows;
    // One evaluation in a few moves a dispersion; some know its sums from those of the location.
    const bool fixed = std::all_of(f.args.begin() + 1, f.args.end(), [&](NodeId a) {
      return model.is_data(a) || a == f.args[static_cast<std::size_t>(d.location)];
    });
    total += n * (f.beside.known || fixed ? row : row + 0.2 * (loops ? price.of_sum : row));
    rows += n;
  }
  // What an evaluation takes beside its rows is counted in nanoseconds.
  return (total + evaluation_overhead) / (rows + evaluation_overhead);
}

std::vector<SamplerCandidate> sampler_candidates(const Model& model, const Plan& plan,
                                                 const GibbsSettings& base) {
  std::vector<SamplerCandidate> all;
  for (const Sampler* row : samplers()) {
    if (!row->automatic) continue;
    SamplerCandidate c{row->predict(model, plan, base), row, std::string(row->name), base};
    set_sampler(c.name, c.gibbs);
    all.push_back(std::move(c));
  }
  keep_horseshoes_together(model, all);
  return all;
}

}  // namespace cggibbs
