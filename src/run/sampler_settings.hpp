// The sampler that a program or a user asks for, checked.
#pragma once

#include <cggibbs/sample.hpp>

#include "samplers/gibbs_settings.hpp"

namespace cggibbs {

/// Names looked up, numbers in their ranges; "auto" stands for slice until pilots have run. Throws an Error that names the
/// setting.
GibbsSettings gibbs_settings(const SampleSettings& settings);

}  // namespace cggibbs
