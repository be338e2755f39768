// The paper's kernel and its variants, our defaults, NUTS, and the peers.
#include "experiments/contestants.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

namespace cggibbs {
namespace {

/// Slices of width 10, doubled at most 20 times, never adapted.
SampleSettings paper(SampleSettings::Scan scan = SampleSettings::Scan::dugs, bool naive = false) {
  SampleSettings s;
  s.sampler = "slice";
  s.slice = SampleSettings::Slice::doubling;
  s.width = 10;
  s.adapt = false;
  s.scan = scan;
  s.naive = naive;
  return s;
}

SampleSettings named(const char* sampler) {
  SampleSettings s;
  s.sampler = sampler;
  return s;
}

const std::vector<Contestant>& table() {
  using Scan = SampleSettings::Scan;
  static const std::vector<Contestant> all{
      {"paper", "CGGibbs as in the paper", 0x0072B2, "", paper()},
      {"naive", "the same without cached sums", 0xE69F00, "", paper(Scan::dugs, true)},
      {"auto", "cggibbs auto", 0x009E73, "", named("auto"), true},
      {"nuts", "cggibbs NUTS", 0xCC79A7, "", named("nuts")},
      {"stan", "Stan NUTS", 0xD55E00, "stan"},
      {"jags", "JAGS", 0x56B4E9, "jags"},
      {"rsgs", "random scan (RSGS)", 0xD55E00, "", paper(Scan::rsgs)},
      {"rpgs", "random permutation (RPGS)", 0x009E73, "", paper(Scan::rpgs)},
  };
  return all;
}

}  // namespace

std::span<const Contestant> contestants() {
  return table();
}

const Contestant& contestant(const std::string& name) {
  const auto found =
      std::find_if(table().begin(), table().end(), [&](const auto& c) { return c.name == name; });
  assert(found != table().end());  // experiments name their samplers themselves
  return *found;
}

}  // namespace cggibbs
