// What a child process does wrong is an error here.
#include "io/file/guarded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cggibbs/error.hpp>
#include <csignal>
#include <cstdlib>
#include <new>
#include <numeric>
#include <vector>

#include "base/settings_text.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using testing::HasSubstr;

constexpr GuardLimits plenty{1e9, 10};

std::string error_when(const std::function<void(GuardedWriter&)>& give, GuardLimits limits = plenty) {
  return error_of([&] {
    run_guarded("a.mat", "libx", limits, give, [](GuardedReader& reader) {
      std::vector<double> x(1000);
      return reader.read(x.data(), 8 * x.size());
    });
  });
}

TEST(Guarded, WhatTheChildWritesIsReadHere) {
  std::vector<double> x(1'000'000), y(x.size());
  std::iota(x.begin(), x.end(), 0.0);
  run_guarded(
      "a.mat", "libx", plenty, [&](GuardedWriter& writer) { writer.write(x.data(), 8 * x.size()); },
      [&](GuardedReader& reader) { return reader.read(y.data(), 8 * y.size()); });
  EXPECT_EQ(x, y);
}

TEST(Guarded, AnErrorOfTheChildIsThrownHere) {
  EXPECT_EQ(error_when([](GuardedWriter&) { throw Error("no `sampler=slice` here"_settings); }),
            "no `sampler=slice` here");
}

TEST(Guarded, ACrashIsAnError) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE})
    EXPECT_THAT(error_when([signal](GuardedWriter&) {
                  std::signal(signal, SIG_DFL);
                  std::raise(signal);
                }),
                HasSubstr(std::string("a.mat: made libx crash (signal ") + std::to_string(signal)));
}

TEST(Guarded, HalfAnAnswerIsAnError) {
  EXPECT_THAT(error_when([](GuardedWriter& writer) { writer.write("1234", 4); }),
              HasSubstr("a.mat: libx gave up"));
}

TEST(Guarded, AChildThatSpinsIsEnded) {
  EXPECT_THAT(error_when(
                  [](GuardedWriter&) {
                    for (volatile bool go = true; go;) {
                    }
                  },
                  {1e9, 1}),
              HasSubstr("libx was still reading it after 1 s"));
}

TEST(Guarded, AChildThatSleepsIsEnded) {
  EXPECT_THAT(error_when([](GuardedWriter&) { sleep(1000); }, {1e9, 0.05}),
              HasSubstr("libx was still reading it"));
}

TEST(Guarded, AChildThatIsHungryGetsNoMore) {
  EXPECT_THAT(error_when([](GuardedWriter&) { throw std::bad_alloc(); }), HasSubstr("more memory"));
}

}  // namespace
}  // namespace cggibbs
