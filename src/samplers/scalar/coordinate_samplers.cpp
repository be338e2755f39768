// Samplers that move one coordinate after the other: slice, random walk, exact draws of whole numbers; and gibbs, which moves some
// together.
#include "samplers/choose/registry.hpp"
#include "samplers/exact/normal_block.hpp"
#include "samplers/exact/wishart_block.hpp"
#include "samplers/scalar/axis_block.hpp"

namespace cggibbs {
namespace {

Prediction predict_slice(const Model& model, const Plan& plan, const GibbsSettings&) {
  Prediction p;
  p.price = 1.3;  // 0.95 on colon, 2.3 on PCMAC
  for (NodeId v : model.parameters()) p.sweep_cost += coordinate_cost(model, plan, v);
  return p;
}

/// Arrays that are drawn as a whole take some passes over all that they reach.
Prediction predict_gibbs(const Model& model, const Plan& plan, const GibbsSettings&) {
  constexpr double pass = 500;  // beside its rows
  Prediction p;
  p.price = 1.3;
  std::vector<char> taken(model.nodes().size(), false);
  for (const auto& groups : find_normal_groups(model, model.parameters())) {
    double rows = pass;
    for (NodeId v : groups.parameters) {
      taken[v] = true;
      for (std::uint32_t k = 0; k < model.node(v).size; ++k)
        rows += static_cast<double>(plan.rows_per_evaluation({v, k}));
    }
    p.sweep_cost += static_cast<double>(groups.largest + 2) * rows;
  }
  for (const auto& m : find_wishart_matrices(model)) {
    taken[m.diagonal] = true;
    if (m.below) taken[*m.below] = true;
    p.sweep_cost += 2 * pass;
    for (const std::size_t f : m.normals)
      p.sweep_cost += static_cast<double>(m.size * model.factors()[f].size);
  }
  Members left;
  bool exact = true;
  for (NodeId v : model.parameters()) {
    if (taken[v]) continue;
    left.push_back(v);
    p.sweep_cost += coordinate_cost(model, plan, v);
    const DensityForm form = model.structure().conjugate(v);
    exact =
        exact && form != DensityForm::other && (form != DensityForm::quadratic || model.node(v).size == 1);
  }
  // As seen on the models of examples/bugs: where nothing but exact draws is needed, as good as blocks that know a predictor.
  // Axes that are learned may be all there is: they promise too little to do without pilots of others.
  const bool joint = left.size() < model.parameters().size();
  p.worth = exact ? 30 : joint ? 10 : 3;
  if (!joint && !make_axis_block(model, left))
    p.refused = "finds nothing to draw jointly: slice does the same";
  return p;
}

}  // namespace

std::vector<const GaussianPart*> parts_by_node(const Model& model,
                                               const std::vector<LinearPredictor>& predictors) {
  std::vector<const GaussianPart*> parts(model.nodes().size(), nullptr);
  for (const auto& p : predictors)
    for (const auto& part : p.parts) parts[part.parameter] = &part;
  return parts;
}

double coordinate_cost(const Model& model, const Plan& plan, NodeId parameter) {
  const std::uint32_t size = model.node(parameter).size;
  double rows = 0;
  for (std::uint32_t k = 0; k < size; ++k)
    rows += static_cast<double>(plan.rows_per_evaluation({parameter, k}));
  const bool exact = model.structure().conjugate(parameter) != DensityForm::other;
  return (exact ? exact_evaluations : slice_evaluations) * (rows + evaluation_overhead * size);
}

constexpr Sampler slice_sampler{.name = "slice", .automatic = true, .predict = predict_slice};
constexpr Sampler gibbs_sampler{.name = "gibbs", .automatic = true, .joins = true, .predict = predict_gibbs};
constexpr Sampler random_walk_sampler{.name = "random_walk", .rest = ScalarKernel::random_walk};
constexpr Sampler exact_sampler{
    .name = "exact", .takes_model = false, .whole_numbers = true, .only = "whole numbers"};

}  // namespace cggibbs
