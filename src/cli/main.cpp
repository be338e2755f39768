// Entry point of the program; its start does without Highway's timer.
#include <cstdint>

#include "cli/commands.hpp"

// Highway's shared library measures the resolution of its timer before main() whoever uses it: 3.5 of the 6.4 ms of processor time that
// `cggibbs --version` took. We use no timer of its, and a program's function comes before a library's. Not for libraries of ours,
// whose hosts may.
namespace hwy::platform {
// NOLINTBEGIN(readability-identifier-naming): a name of theirs
std::uint64_t TimerResolution();
std::uint64_t TimerResolution() {
  return 1;
}
// NOLINTEND(readability-identifier-naming)
}  // namespace hwy::platform

int main(int argc, char** argv) {
  return cggibbs::run_command_line(argc, argv);
}
