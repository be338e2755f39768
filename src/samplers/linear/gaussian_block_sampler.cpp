// The row of gaussian_block: coefficients with Gaussian priors together, along almost uncorrelated axes.
#include <fmt/format.h>

#include <algorithm>

#include "graph/product.hpp"
#include "graph/structure.hpp"
#include "samplers/choose/registry.hpp"
#include "samplers/linear/coefficient_bytes.hpp"
#include "samplers/linear/gaussian_factory.hpp"

namespace cggibbs {
namespace {

std::string unsuited(const Model& model, const Members&) {
  return has_gaussian_blocks(model) ? "" : no_gaussian_blocks;
}

Prediction predict(const Model& model, const Plan& plan, const GibbsSettings&) {
  Prediction p;
  const auto predictors = gaussian_predictors(model);
  if (std::none_of(predictors.begin(), predictors.end(), [](const auto& q) { return q.size() >= 2; })) {
    p.refused = no_gaussian_blocks;
    return p;
  }
  for (const auto& predictor : predictors) {
    const auto n = static_cast<double>(predictor.path.rows);
    const auto d = static_cast<double>(predictor.size());
    const double axes = std::min(n, d);
    if (std::max(n, d) * axes > 5e7 || axes > 3000) {
      p.refused = fmt::format("{:.0f} axes on {:.0f} rows would be too large to factorize", axes, n);
      return p;
    }
  }
  const auto parts = parts_by_node(model, predictors);
  for (NodeId v : model.parameters())
    if (!parts[v]) p.sweep_cost += coordinate_cost(model, plan, v);
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
    const double pass = slice_evaluations * axes * (n + evaluation_overhead);
    const double once = 0.2 * n * d * (predictor.fixed() ? 1 : 3 + 0.5 * axes);
    p.sweep_cost +=
        pass * std::clamp(once / pass, 1.0, 8.0) + product_cost * (products + 3 * n * axes + 50 * d);
    const bool wide = d > n;
    const double eigen = product_cost * 2 * axes * axes * axes;
    const double setup = product_cost * n * d * axes / 8 + (wide && !predictor.fixed() ? eigen / 24 : eigen);
    p.setup_cost += setup;
    if (!predictor.fixed()) p.sweep_cost += wide ? setup : eigen + product_cost * n * d * d / 4;
    for (const auto& part : predictor.parts)
      if (part.horseshoe &&
          part.horseshoe->slab)  // exchanges and stretches; looks at the density of the predictor
        p.sweep_cost += 25 * product_cost * n * d + (wide ? 4 * setup : 0);
  }
  // Axes have been seen to give 5 to 40 times the effective samples of a coordinate sweep; with group effects 3 to over 200 times,
  // the least where groups are small.
  p.worth = groups ? 10 : 8;
  return p;
}

double bytes(const Model& model, const Members&, const GibbsSettings&) {
  return gaussian_block_bytes(model);
}

Blocks make(const Model& model, const Members&, const GibbsSettings&) {
  return make_gaussian_blocks(model);
}

}  // namespace

constexpr Sampler gaussian_block_sampler{.name = "gaussian_block",
                                         .automatic = true,
                                         .takes_parameters = false,
                                         .finds_axes = true,
                                         .horseshoe = Horseshoe::crosses,
                                         .unsuited = unsuited,
                                         .predict = predict,
                                         .bytes = bytes,
                                         .make = make};

}  // namespace cggibbs
