// The orderly end that Ctrl-C and SIGTERM ask for.
#pragma once

#include <atomic>

namespace cggibbs {

/// Set by the first signal.
inline std::atomic<bool> interrupted{false};

/// From here on a signal sets `interrupted`. Another one more than half a second later has its default effect; sooner it is
/// taken for the same: timeout(1) signals its child and then the group that the child is in.
void catch_interrupts();

}  // namespace cggibbs
