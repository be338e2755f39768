// Samplers that move one coordinate after the other: slice, random walk, exact draws of whole numbers.
#include "samplers/choose/registry.hpp"

namespace cggibbs {
namespace {

Prediction predict_slice(const Model& model, const Plan& plan, const GibbsSettings&) {
  Prediction p;
  p.price = 1.3;  // 0.95 on colon, 2.3 on PCMAC
  for (NodeId v : model.parameters()) p.sweep_cost += coordinate_cost(model, plan, v);
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
constexpr Sampler random_walk_sampler{.name = "random_walk", .rest = ScalarKernel::random_walk};
constexpr Sampler exact_sampler{
    .name = "exact", .takes_model = false, .whole_numbers = true, .only = "whole numbers"};

}  // namespace cggibbs
