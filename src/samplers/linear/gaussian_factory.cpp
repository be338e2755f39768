// Dividing the Gaussian parts of a model into blocks.
#include "samplers/linear/gaussian_factory.hpp"

#include <algorithm>

#include "samplers/linear/gaussian_block.hpp"

namespace cggibbs {
namespace {

void add_blocks(const Model& model, const LinearPredictor& predictor,
                std::vector<std::unique_ptr<Block>>& blocks) {
  std::vector<GaussianPart> horseshoes;
  LinearPredictor rest{predictor.path, {}};
  for (const auto& part : predictor.parts) (part.horseshoe ? horseshoes : rest.parts).push_back(part);
  // A horseshoe moves its global scale with its block, so it has the block to itself; a few others keep it company.
  const bool few = rest.size() <= 3 && horseshoes.size() == 1;
  for (auto& part : horseshoes)
    blocks.push_back(std::make_unique<GaussianBlock>(model, LinearPredictor{predictor.path, {part}},
                                                     few ? rest.parts : std::vector<GaussianPart>{}));
  if (!(few && !horseshoes.empty()) && rest.size() >= 2)
    blocks.push_back(std::make_unique<GaussianBlock>(model, rest));
}

}  // namespace

std::vector<LinearPredictor> gaussian_predictors(const Model& model) {
  std::vector<LinearPredictor> out;
  for (const auto& predictor : model.structure().predictors())
    if (LinearPredictor p = predictor.independent(); !p.parts.empty()) out.push_back(std::move(p));
  return out;
}

bool has_gaussian_blocks(const Model& model) {
  const auto all = gaussian_predictors(model);
  return std::any_of(all.begin(), all.end(),
                     [](const auto& p) { return p.size() >= 2 || p.parts[0].horseshoe; });
}

std::vector<std::unique_ptr<Block>> make_gaussian_blocks(const Model& model) {
  std::vector<std::unique_ptr<Block>> blocks;
  for (const auto& predictor : gaussian_predictors(model)) add_blocks(model, predictor, blocks);
  return blocks;
}

}  // namespace cggibbs
