// Choosing a sampler by short pilot runs: effective samples per counted work.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "run/choice.hpp"
#include "samplers/choose/candidates.hpp"

namespace cggibbs {

/// A sampler and the form of the model that it would run on.
struct Contender {
  SamplerCandidate sampler;
  const Model* model;
};

struct ChooseSettings {
  std::uint64_t seed = 1;
  std::size_t chains = 4, warmup = 1000, sweeps = 1000;  ///< of the run that is to come
  int threads = 1;
  bool brief = false;  ///< pilots have their share of the run, however short that is
};

/// Pilots have random streams of their own: the run that follows has the draws that it would have had if its sampler
/// had been named. The choice depends on the seed, not on threads. `go_on` is called about ten times a second from
/// the calling thread; when it says false the choice is made from what is known by then.
/// Wrong kernels mix well: contenders whose draws disagree with the others' are not chosen (see disbelieved()), nor those
/// that fail or whose chains run away.
SamplerChoice choose_sampler(const std::vector<Contender>& contenders, const ChooseSettings& settings,
                             const std::function<bool()>& go_on);

/// The contender that sizes alone would choose.
std::size_t favourite(const std::vector<Contender>& contenders);

}  // namespace cggibbs
