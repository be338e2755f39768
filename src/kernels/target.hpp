// The one place that picks which instruction set the kernels run on.
#pragma once

#include <atomic>
#include <string_view>
#include <vector>

namespace cggibbs::kernels {

/// What this CPU can run, best first: instruction sets by their Highway names in lower case ("avx3" is
/// AVX-512), then "scalar", the plain loops that specify every kernel.
std::vector<std::string_view> supported_targets();

/// The target in use. Chosen once, when the program starts: the best supported one, or the one that the
/// environment variable CGGIBBS_TARGET names.
std::string_view simd_target();

/// The value of CGGIBBS_TARGET if it names no supported target (the best one is used then), else empty. The
/// command line turns this into an error.
std::string_view rejected_target();

/// Switches all kernels to a target, for tests and benchmarks; not while a kernel runs in another thread.
/// False, and nothing changes, when the target is not supported.
bool select_target(std::string_view name);

namespace detail {

/// True when the kernels are to run their scalar specification.
inline std::atomic<bool> run_scalar{false};
inline bool scalar_chosen() {
  return run_scalar.load(std::memory_order_relaxed);
}

}  // namespace detail

}  // namespace cggibbs::kernels
