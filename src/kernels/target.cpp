// Reads CGGIBBS_TARGET, matches it with the CPU, and tells Highway's dispatch tables.
#include "kernels/target.hpp"

#include <hwy/targets.h>

#include <atomic>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace cggibbs::kernels {
namespace {

struct Target {
  std::string name;
  std::int64_t bit;  ///< Highway's; 0 for the scalar specification
};

std::vector<Target> find_targets() {
  std::vector<Target> targets;
  // Highway's bits ascend from the best target to the worst. Its own scalar fallbacks are left out: where no
  // instruction set fits, ours runs.
  for (const std::int64_t bit : hwy::SupportedAndGeneratedTargets()) {
    if (bit == HWY_SCALAR || bit == HWY_EMU128) continue;
    std::string name = hwy::TargetName(bit);
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    targets.push_back({std::move(name), bit});
  }
  targets.push_back({"scalar", 0});
  return targets;
}

/// Found before anything is restricted, so the list does not depend on what is selected.
const std::vector<Target>& targets() {
  static const std::vector<Target> found = find_targets();
  return found;
}

std::atomic<const Target*> chosen{nullptr};
std::string rejected;

void choose(const Target& target) {
  if (target.bit != 0) hwy::GetChosenTarget().Update(target.bit);
  detail::run_scalar.store(target.bit == 0, std::memory_order_relaxed);
  chosen.store(&target, std::memory_order_relaxed);
}

/// Runs before main. A kernel called still earlier would find no target chosen and use Highway's default.
const bool initialised = [] {
  const char* wanted = std::getenv("CGGIBBS_TARGET");
  if (wanted == nullptr || *wanted == '\0' || !select_target(wanted)) {
    if (wanted != nullptr) rejected = wanted;
    choose(targets().front());
  }
  return true;
}();

}  // namespace

std::vector<std::string_view> supported_targets() {
  std::vector<std::string_view> names;
  for (const Target& t : targets()) names.push_back(t.name);
  return names;
}

std::string_view simd_target() {
  return chosen.load(std::memory_order_relaxed)->name;
}

std::string_view rejected_target() {
  return rejected;
}

bool select_target(std::string_view name) {
  for (const Target& t : targets()) {
    if (t.name != name) continue;
    choose(t);
    return true;
  }
  return false;
}

}  // namespace cggibbs::kernels
