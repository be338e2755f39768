// The sampler that a program or a user asks for, checked.
#pragma once

#include <cggibbs/sample.hpp>

#include "samplers/gibbs_settings.hpp"

namespace cggibbs {

/// Names looked up, numbers in their ranges; "auto" stands for slice until pilots have run. Throws an Error that names the
/// setting.
GibbsSettings gibbs_settings(const SampleSettings& settings);

/// There is something to choose: `sampler=auto`, and no parameter that is given to a sampler by name.
bool wants_choice(const SampleSettings& settings);

}  // namespace cggibbs
