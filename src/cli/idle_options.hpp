// Options that were given and do nothing.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"

namespace cggibbs {

/// A sentence each, by the kind of data, the output and the sampler that runs (none while pilots have not chosen it).
std::vector<std::string> idle_options(const FitOptions& options, const Prepared& p);

}  // namespace cggibbs
