// Filters that work, that are not there, that fail, that never end.
#include "io/file/run_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cggibbs {
namespace {

using testing::HasSubstr;

TEST(RunProgram, GivesBackWhatAFilterWrites) {
  const std::string text(300'000, 'x');  // more than a pipe holds
  const auto done = run_program({"cat"}, text, 10);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->failure, "");
  EXPECT_EQ(done->output, text);
}

TEST(RunProgram, SaysThatThereIsNone) {
  EXPECT_FALSE(run_program({"no-such-program-of-cggibbs"}, "", 10));
}

TEST(RunProgram, TellsFailuresWithTheLastWords) {
  const auto done = run_program({"sh", "-c", "echo first >&2; echo last >&2; exit 3"}, "", 10);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->failure, "exit code 3: last");
  EXPECT_EQ(done->output, "");
  EXPECT_THAT(run_program({"sh", "-c", "kill -SEGV $$"}, "", 10)->failure, HasSubstr("crashed (signal 11)"));
}

TEST(RunProgram, EndsWhatDoesNotEnd) {
  EXPECT_THAT(run_program({"sleep", "100"}, "", 0.1)->failure, HasSubstr("had not ended"));
}

}  // namespace
}  // namespace cggibbs
