// Signals that come together are one request.
#include "cli/interrupt.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace cggibbs {
namespace {

using std::chrono::milliseconds;

TEST(InterruptDeathTest, SignalsThatComeTogetherAskForOneOrderlyEnd) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        std::raise(SIGTERM);
        std::raise(SIGTERM);
        std::raise(SIGINT);
        std::exit(interrupted ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
}

TEST(InterruptDeathTest, AClosedTerminalAsksForAnOrderlyEndUnlessIgnored) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        std::raise(SIGHUP);
        std::exit(interrupted ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        catch_interrupts();
        std::raise(SIGHUP);
        std::exit(interrupted ? 1 : 7);
      },
      testing::ExitedWithCode(7), "");
}

TEST(InterruptDeathTest, ALaterSignalEndsTheProgram) {
  EXPECT_EXIT(
      {
        catch_interrupts();
        std::raise(SIGINT);
        std::this_thread::sleep_for(milliseconds(600));
        std::raise(SIGINT);
        std::exit(7);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace cggibbs
