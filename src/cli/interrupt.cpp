// One handler for all signals; it calls only what a handler may call.
#include "cli/interrupt.hpp"

#include <time.h>

#include <csignal>
#include <cstdint>

namespace cggibbs {
namespace {

constexpr std::int64_t one_request = 500'000'000;  // nanoseconds
std::atomic<std::int64_t> first_signal{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void on_signal(int number) {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  const std::int64_t now = t.tv_sec * std::int64_t{1'000'000'000} + t.tv_nsec;
  interrupted = true;
  std::int64_t first = 0;
  if (first_signal.compare_exchange_strong(first, now) || now - first < one_request) return;
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  // Under nohup a closed terminal is nothing to end for.
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace cggibbs
