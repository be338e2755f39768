// Counting the work of a sweep before there is one. A new sampler is a function here and its line in `makers`.
#include "samplers/choose/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graph/gradient.hpp"
#include "graph/product.hpp"
#include "graph/structure.hpp"
#include "samplers/linear/gaussian_factory.hpp"
#include "samplers/linear/newton_block.hpp"

namespace cggibbs {
namespace {

/// Evaluations of a slice update, and the rows that one takes beside those it reads; see cost(Work).
constexpr double evaluations = 5;
constexpr double overhead = 80;
constexpr double product = 0.2;

/// One coordinate after the other.
double coordinate_cost(const Model& model, const Plan& plan, NodeId parameter) {
  const std::uint32_t size = model.node(parameter).size;
  double rows = 0;
  for (std::uint32_t k = 0; k < size; ++k)
    rows += static_cast<double>(plan.rows_per_evaluation({parameter, k}));
  return evaluations * (rows + overhead * size);
}

/// Null when the parameter is no coefficient of these.
const GaussianPart* part_of(const std::vector<LinearPredictor>& predictors, NodeId parameter) {
  for (const auto& p : predictors)
    for (const auto& part : p.parts)
      if (part.parameter == parameter) return &part;
  return nullptr;
}

SamplerCandidate slice(const Model& model, const Plan& plan, const GibbsSettings& base) {
  SamplerCandidate c{"slice", base};
  c.price = 1.3;  // 0.95 on colon, 2.3 on PCMAC
  for (NodeId p : model.parameters()) c.sweep_cost += coordinate_cost(model, plan, p);
  return c;
}

/// Coefficients by Newton steps, one look and half a slice each, and along slow directions.
SamplerCandidate newton(const Model& model, const Plan& plan, const GibbsSettings& base) {
  SamplerCandidate c{"newton", base};
  c.gibbs.kernel = Kernel::newton;
  c.finds_axes = true;
  c.price = 1.5;  // 1.2 on PCMAC, 1.9 on small groups
  const auto found = find_newton_parts(model, model.parameters());
  if (found.empty()) {
    c.refused = no_newton_parts;
    return c;
  }
  for (NodeId p : model.parameters()) {
    if (const GaussianPart* part = part_of(found, p))
      c.sweep_cost +=
          3 * (static_cast<double>(part->columns->entries()) + overhead * static_cast<double>(part->size()));
    else
      c.sweep_cost += coordinate_cost(model, plan, p);
  }
  // Seen on the panel: a little better by the median, tenfold by the slowest on sparse data.
  c.worth = 1.5;
  return c;
}

SamplerCandidate gaussian_block(const Model& model, const Plan& plan, const GibbsSettings& base) {
  SamplerCandidate c{"gaussian_block", base};
  c.gibbs.gaussian_block = true;
  c.finds_axes = true;
  const auto& predictors = model.structure().predictors();
  if (std::none_of(predictors.begin(), predictors.end(), [](const auto& p) { return p.size() >= 2; })) {
    c.refused = no_gaussian_blocks;
    return c;
  }
  for (const auto& predictor : predictors) {
    const auto n = static_cast<double>(predictor.path.rows);
    const auto d = static_cast<double>(predictor.size());
    const double axes = std::min(n, d);
    if (std::max(n, d) * axes > 5e7 || axes > 3000) {
      c.refused = fmt::format("{:.0f} axes on {:.0f} rows would be too large to factorize", axes, n);
      return c;
    }
  }
  for (NodeId p : model.parameters())
    if (!part_of(predictors, p)) c.sweep_cost += coordinate_cost(model, plan, p);
  bool groups = false;
  for (const auto& predictor : predictors) {
    const auto n = static_cast<double>(predictor.path.rows);
    const auto d = static_cast<double>(predictor.size());
    const double axes = std::min(n, d);
    double products = 0;
    for (const auto& part : predictor.parts) {
      products += 4 * static_cast<double>(products_of(*part.columns));
      // Effects of groups share their level with the intercept: one at a time they crawl.
      groups = groups || (part.size() > 1 && predictor.parts.size() > 1 && part.columns->one_entry_per_row());
    }
    // As many passes as GaussianBlock::passes would do.
    const double pass = evaluations * axes * (n + overhead);
    const double once = 0.2 * n * d * (predictor.fixed() ? 1 : 3 + 0.5 * axes);
    c.sweep_cost += pass * std::clamp(once / pass, 1.0, 8.0) + product * (products + 3 * n * axes + 50 * d);
    const bool wide = d > n;
    const double eigen = product * 2 * axes * axes * axes;
    const double setup = product * n * d * axes / 8 + (wide && !predictor.fixed() ? eigen / 24 : eigen);
    c.setup_cost += setup;
    if (!predictor.fixed()) c.sweep_cost += wide ? setup : eigen + product * n * d * d / 4;
  }
  // Axes have been seen to give 5 to 40 times the effective samples of a coordinate sweep, and over 200 times with
  // group effects.
  c.worth = groups ? 80 : 8;
  return c;
}

SamplerCandidate nuts(const Model& model, const Plan& plan, const GibbsSettings& base) {
  SamplerCandidate c{"nuts", base};
  c.gibbs.kernel = Kernel::nuts;
  c.price = 1.4;  // 1.0 on madelon, 1.5 on small groups, 2.7 with a horseshoe
  const Gradient gradient(model);
  if (gradient.moving().empty()) {
    c.refused = "no continuous parameters";
    return c;
  }
  double one = overhead, dimension = 0;
  for (NodeId v : gradient.nodes()) {
    if (const auto* linear = model.node(v).as<LinearNode>())
      for (const auto& term : linear->terms)
        one += 2 * product * static_cast<double>(products_of(*term.columns));
    else
      one += static_cast<double>(model.node(v).size);
  }
  for (std::size_t f : gradient.factors()) one += static_cast<double>(model.factors()[f].size);
  for (NodeId p : model.parameters()) {
    const bool moves =
        std::find(gradient.moving().begin(), gradient.moving().end(), p) != gradient.moving().end();
    if (moves)
      dimension += model.node(p).size;
    else
      c.sweep_cost += coordinate_cost(model, plan, p);
  }
  c.sweep_cost += 7 * (one + product * 10 * dimension);  // three doublings: few trees are shallower
  // Before it knows its step size and metric it builds trees as deep as they may be. In few dimensions that passes.
  if (dimension <= 1000) c.setup_cost = 5 * 1023 * one;
  return c;
}

/// A metric that learns the strongest correlations: worth its warmup where dimensions are few.
SamplerCandidate nuts_low_rank(const Model& model, const Plan& plan, const GibbsSettings& base) {
  SamplerCandidate c = nuts(model, plan, base);
  c.name = "nuts:low_rank";
  if (base.hamiltonian.metric != MetricKind::diag) c.refused = "another metric was asked for";
  if (model.n_coordinates() > 1000) c.refused = "its metric takes a long warmup in so many dimensions";
  c.gibbs.hamiltonian.metric = MetricKind::low_rank;
  return c;
}

/// A block with horseshoes that costs this many coordinate sweeps has left the data to which it is suited: many more rows.
constexpr double dear_block = 10;

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
  const auto named = [&](const char* name) -> const SamplerCandidate& {
    return *std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.name == name; });
  };
  const SamplerCandidate& block = named("gaussian_block");
  const SamplerCandidate& newton = named("newton");
  const bool newton_runs = newton.refused.empty();
  const bool block_runs =
      block.refused.empty() && !(newton_runs && block.sweep_cost > dear_block * newton.sweep_cost);
  if (!block_runs && !newton_runs) return;
  for (auto& c : all) {
    if (c.name == "newton" && block_runs && newton_runs && wide)
      c.refused = "moves the scales of a horseshoe less far than a block when coefficients outnumber rows";
    else if (c.name == "slice")
      c.refused = "would move the scales of a horseshoe one at a time";
    else if (c.gibbs.kernel == Kernel::nuts)
      c.refused = "would diverge in the funnels of a horseshoe";
  }
}

using Maker = SamplerCandidate (*)(const Model&, const Plan&, const GibbsSettings&);
constexpr Maker makers[] = {slice, newton, gaussian_block, nuts, nuts_low_rank};

}  // namespace

std::vector<SamplerCandidate> sampler_candidates(const Model& model, const Plan& plan,
                                                 const GibbsSettings& base) {
  std::vector<SamplerCandidate> all;
  for (const Maker make : makers) all.push_back(make(model, plan, base));
  keep_horseshoes_together(model, all);
  return all;
}

}  // namespace cggibbs
