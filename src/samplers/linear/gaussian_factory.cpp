// Dividing the Gaussian parts of a model into blocks.
#include "samplers/linear/gaussian_factory.hpp"

#include "samplers/linear/gaussian_block.hpp"
#include "samplers/linear/rotated_block.hpp"

namespace cggibbs {
namespace {

std::unique_ptr<Block> make_block(const Model& model, GaussianParts parts) {
  if (parts.fixed() && PredictorRows::fits(parts.predictor))
    return std::make_unique<RotatedBlock>(model, std::move(parts));
  return std::make_unique<GaussianBlock>(model, std::move(parts));
}

}  // namespace

bool has_gaussian_blocks(const Model& model) {
  const auto found = find_gaussian_parts(model);
  return found && (found->size() >= 2 || find_horseshoe(model, found->parts[0]));
}

std::vector<std::unique_ptr<Block>> make_gaussian_blocks(const Model& model) {
  std::vector<std::unique_ptr<Block>> blocks;
  auto found = find_gaussian_parts(model);
  if (!found) return blocks;
  std::vector<GaussianPart> horseshoes;
  GaussianParts rest{found->predictor, {}};
  for (auto& part : found->parts) (find_horseshoe(model, part) ? horseshoes : rest.parts).push_back(part);
  // A horseshoe moves its global scale with its block, so it has the block to itself; a few others keep it company.
  const bool few = rest.size() <= 3 && horseshoes.size() == 1;
  for (auto& part : horseshoes)
    blocks.push_back(std::make_unique<GaussianBlock>(model, GaussianParts{found->predictor, {part}},
                                                     few ? rest.parts : std::vector<GaussianPart>{}));
  if (!(few && !horseshoes.empty()) && rest.size() >= 2) blocks.push_back(make_block(model, std::move(rest)));
  return blocks;
}

}  // namespace cggibbs
