// Asking each kind of block what it finds.
#include "samplers/joint/joint_blocks.hpp"

#include <algorithm>

#include "samplers/joint/array_block.hpp"
#include "samplers/joint/axis_block.hpp"
#include "samplers/joint/normal_block.hpp"
#include "samplers/joint/wishart_block.hpp"

namespace cggibbs {

Blocks make_joint_blocks(const Model& model, const Members& members, const GibbsSettings& settings) {
  Blocks blocks;
  const auto is_member = [&](NodeId p) {
    return std::find(members.begin(), members.end(), p) != members.end();
  };
  for (auto& m : find_wishart_matrices(model))
    if (is_member(m.diagonal) && (!m.below || is_member(*m.below)))
      blocks.push_back(std::make_unique<WishartBlock>(model, std::move(m)));
  for (auto& groups : find_normal_groups(model, members))
    blocks.push_back(std::make_unique<NormalBlock>(model, std::move(groups)));
  Members left = members;
  std::erase_if(left, [&](NodeId p) {
    return std::any_of(blocks.begin(), blocks.end(), [&](const auto& b) {
      const auto& taken = b->parameters();
      return std::find(taken.begin(), taken.end(), p) != taken.end();
    });
  });
  for (auto& array : make_array_blocks(model, left, settings.slice, settings.width))
    blocks.push_back(std::move(array));
  if (auto axes = make_axis_block(model, left)) blocks.push_back(std::move(axes));
  return blocks;
}

}  // namespace cggibbs
