// The samplers that pass through the net, as users run them: warmed up, then frozen.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "samplers/gibbs.hpp"

namespace cggibbs::test {

struct NetSampler {
  std::string name;
  GibbsSettings settings;
  std::size_t warmup;  ///< sweeps after which everything it can learn has been learned once
  bool automatic;      ///< --sampler auto may choose it
};

const std::vector<NetSampler>& net_samplers();
/// Those that --sampler auto may choose.
std::vector<NetSampler> automatic_samplers();
const NetSampler& net_sampler(const std::string& name);

/// Without the limits that short tests set: trajectories as long as they need to be.
GibbsSettings full_settings(const NetSampler& sampler);

/// Moves the parameters of a state, leaving its posterior invariant unless it is wrong.
using Step = std::function<void(const Model& model, State& state, Rng& rng)>;

/// Some sweeps after a warmup from elsewhere: what was learned depends on the data, not on the state.
Step warmed_sweeps(const NetSampler& sampler, int sweeps);

}  // namespace cggibbs::test
