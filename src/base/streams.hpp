// Which random stream serves which purpose: streams of one seed never meet.
#pragma once

#include <cassert>
#include <cstdint>

#include "base/rng.hpp"

namespace cggibbs {

/// What random numbers are for. Each purpose has the stream numbers from its own value up to the next one's, so that no
/// number that made a data set, a pilot or a starting point also moves a chain.
enum class Purpose : std::uint64_t {
  chain = 0,                          ///< chains count from 1
  start = std::uint64_t{1} << 32,     ///< where chains begin, when part of that is given; by chain
  pilot = std::uint64_t{1} << 40,     ///< short runs that choose a sampler
  simulate = std::uint64_t{1} << 48,  ///< synthetic data sets
  data = std::uint64_t{1} << 56,      ///< what data blocks of programs draw
  end = std::uint64_t{1} << 60
};

/// The number of streams that a purpose has.
constexpr std::uint64_t streams_of(Purpose p) {
  const auto first = static_cast<std::uint64_t>(p);
  switch (p) {
    case Purpose::chain:
      return static_cast<std::uint64_t>(Purpose::start) - first;
    case Purpose::start:
      return static_cast<std::uint64_t>(Purpose::pilot) - first;
    case Purpose::pilot:
      return static_cast<std::uint64_t>(Purpose::simulate) - first;
    case Purpose::simulate:
      return static_cast<std::uint64_t>(Purpose::data) - first;
    case Purpose::data:
      return static_cast<std::uint64_t>(Purpose::end) - first;
    case Purpose::end:
      return 0;
  }
  return 0;
}

/// The second half of an Rng's key; the seed is the first.
constexpr std::uint64_t stream(Purpose p, std::uint64_t index) {
  assert(index < streams_of(p));  // callers count chains, pilots and parts of a data set: far below
  return static_cast<std::uint64_t>(p) + index;
}

inline Rng make_rng(std::uint64_t seed, Purpose p, std::uint64_t index) {
  return {seed, stream(p, index)};
}

}  // namespace cggibbs
