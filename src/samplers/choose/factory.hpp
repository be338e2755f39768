// From settings to kernels: which parameters a block moves, and which are left to coordinate kernels.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "samplers/gibbs.hpp"

namespace cggibbs {

/// The kernel of each parameter, in the order of Model::parameters: what settings.assigned says, else
/// settings.kernel; integers are exact. Throws an Error that lists the names when one is unknown, and when a
/// kernel does not suit its parameter.
std::vector<Kernel> assign_kernels(const Model& model, const GibbsSettings& settings);

/// Gaussian blocks when the settings ask for them; one block for all parameters given to nuts, one for hmc.
std::vector<std::unique_ptr<Block>> make_blocks(const Model& model, const GibbsSettings& settings,
                                                std::size_t warmup);

/// Why newton or gaussian_block, though asked for, has nothing to move here, so that slice moves all continuous
/// parameters that no kernel was given to. Empty when it has, or when neither was asked for.
std::string why_slice_instead(const Model& model, const GibbsSettings& settings);

/// "beta=nuts,z=exact,tau=slice"
std::vector<KernelChoice> parse_kernel_choices(const std::string& text, const std::string& option);

}  // namespace cggibbs
