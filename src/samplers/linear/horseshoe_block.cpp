// One update: local scales, then the global one.
#include "samplers/linear/horseshoe_block.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.hpp"

namespace cggibbs {
namespace {

/// Moves of the global scale with its small coefficients, per update; each costs a product with the design.
constexpr int partial_ridges = 2;

}  // namespace

HorseshoeBlock::HorseshoeBlock(const Model& model, const PredictorPath& path, const GaussianPart& part)
    : model_(model),
      predictor_(model, path),
      part_{part},
      a_(part_),
      scales_(*part.horseshoe),
      rows_(model, path),
      weights_(a_.rows()),
      mean_square_(mean_square(a_)),
      parameters_{scales_.lambda, scales_.tau},
      mean_(a_.cols()),
      eta_(a_.rows()) {}

void HorseshoeBlock::update(State& state, Rng& rng, bool learn) {
  rows_.load(state, work_);
  if (learn || weights_.seen() == 0) weights_.add(rows_.weights());
  const std::size_t d = a_.cols();
  double& tau = state.values[model_.offset(scales_.tau)];
  double* lambda = state.values.data() + model_.offset(scales_.lambda);
  double* theta = state.values.data() + model_.offset(part_[0].parameter);
  ArgView arguments[max_arguments];
  factor_views(model_, state.values.data(), model_.factors()[part_[0].factor], arguments);
  for (std::size_t j = 0; j < d; ++j) mean_[j] = arguments[1][j];

  stretch(lambda, theta, rng);
  draw_local_scales(theta, mean_.data(), tau, scales_.lambda_scale, d, rng, lambda);
  std::copy(rows_.eta().begin(), rows_.eta().end(), eta_.begin());
  double likelihood = predictor_.sum(state.values.data(), eta_.data(), eta_.data(), 0.0, work_);
  const HorseshoePlace place{scales_, a_,           predictor_, state.values.data(), tau, lambda,
                             theta,   mean_.data(), eta_,       likelihood};
  const double unit = coefficient_unit(mean_square_, weights_.mean());
  for (int k = 0; k < partial_ridges; ++k) ridge_.move(place, ridge_size(unit, rng), rng, work_);
  double squares = 0;
  for (std::size_t j = 0; j < d; ++j) squares += square((theta[j] - mean_[j]) / lambda[j]);
  if (squares < inf) tau = draw_collapsed_tau(tau, squares, static_cast<double>(d), scales_.tau_scale, rng);
  move_along_ridge(tau, scales_.tau_scale, lambda, scales_.lambda_scale, d, rng);
  recompute(model_, state);
  if (!learn)
    check_predictor(eta_.data(), state.values.data() + model_.offset(predictor_.linear()), eta_.size());
  work_.rows += a_.rows() + a_.cols();
  work_.products += a_.products() + 50 * d;  // some random numbers for each coefficient
}

void HorseshoeBlock::stretch(double* lambda, double* theta, Rng& rng) {
  double change = 0;
  const auto now = [&](std::size_t j) {
    rows_.focus(part_[0].columns->col(j), work_);
    return 0.0;
  };
  const auto look = [&](std::size_t, double t) {
    rows_.changes(1, &t, &change, work_);
    return change;
  };
  stretch_local_scales(a_.cols(), scales_.lambda_scale, mean_.data(), lambda, theta, rng, now, look,
                       [&](std::size_t, double t) { rows_.take(t, change, work_); });
}

std::vector<std::unique_ptr<Block>> make_horseshoe_blocks(const Model& model,
                                                          const std::vector<NodeId>& members) {
  std::vector<std::unique_ptr<Block>> blocks;
  const auto member = [&](NodeId p) { return std::find(members.begin(), members.end(), p) != members.end(); };
  for (const auto& predictor : model.structure().predictors())
    for (const auto& part : predictor.parts)
      if (part.horseshoe && predictor.path.direct() && member(part.parameter) &&
          member(part.horseshoe->lambda) && member(part.horseshoe->tau))
        blocks.push_back(std::make_unique<HorseshoeBlock>(model, predictor.path, part));
  return blocks;
}

}  // namespace cggibbs
