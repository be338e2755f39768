// The kernels' choice of instruction set, for records and errors.
#include "run/simd.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cggibbs/error.hpp>

#include "kernels/target.hpp"

namespace cggibbs {

std::string simd_name() {
  return std::string(kernels::simd_target());
}

void check_simd_choice() {
  const auto rejected = kernels::rejected_target();
  if (rejected.empty()) return;
  throw Error(fmt::format("CGGIBBS_TARGET={} names no instruction set of this machine. It has: {}.", rejected,
                          fmt::join(kernels::supported_targets(), ", ")));
}

}  // namespace cggibbs
