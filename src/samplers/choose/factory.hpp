// From settings to kernels: which parameters a block moves, and which are left to coordinate kernels.
#pragma once

#include <string>
#include <vector>

#include "samplers/choose/registry.hpp"

namespace cggibbs {

/// The sampler of each parameter, in the order of Model::parameters: what settings.assigned says, else settings.sampler;
/// whole numbers are exact. Throws an Error that lists the names when one is unknown, and when a sampler does not suit its
/// parameter.
std::vector<const Sampler*> assign_samplers(const Model& model, const GibbsSettings& settings);

/// Those of every sampler that was given a parameter; blocks that follow trajectories come last.
Blocks make_blocks(const Model& model, const GibbsSettings& settings, std::size_t warmup);

/// Memory of those, for one chain.
double block_bytes(const Model& model, const GibbsSettings& settings);

/// Why the sampler that was asked for has nothing to move here, so that slice moves all continuous parameters that were not
/// given to others. Empty when it has.
std::string why_slice_instead(const Model& model, const GibbsSettings& settings);

/// The first sampler with trajectories that the settings name, or null.
const Sampler* trajectory_sampler(const GibbsSettings& settings);

/// "beta=nuts,z=exact,tau=slice"
std::vector<Assigned> parse_assigned(const std::string& text);

}  // namespace cggibbs
