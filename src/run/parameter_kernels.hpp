// Which kernel moves each parameter, in a few words.
#pragma once

#include <string>
#include <vector>

#include "graph/model.hpp"
#include "samplers/gibbs_settings.hpp"

namespace cggibbs {

/// In the order of Model::parameters: "latent", "exact gamma draw", "slice, scale_stretch", ... Makes the blocks of one chain to ask
/// them.
std::vector<std::string> parameter_kernels(const Model& model, const GibbsSettings& settings,
                                           std::size_t warmup);

}  // namespace cggibbs
