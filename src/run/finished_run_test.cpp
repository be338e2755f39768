// What is read from the record of a finished run.
#include "run/finished_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <string>

#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::TempDir;

TEST(FinishedRun, IsWhatRunJsonSays) {
  TempDir dir;
  write_text_atomically(dir / "run.json", R"({
  "accept": 1,
  "chains": 3,
  "draws": 50,
  "versions": {"cggibbs": "1"},
  "warnings": ["too few"]
})");
  const auto run = read_finished_run(dir / "");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->chains, 3U);
  EXPECT_EQ(run->draws, 50U);
  EXPECT_THAT(run->warnings, testing::ElementsAre("too few"));
}

TEST(FinishedRun, IsNoneWithoutARecordOfOurs) {
  TempDir dir;
  EXPECT_FALSE(read_finished_run(dir / ""));
  write_text_atomically(dir / "run.json", "{}");
  EXPECT_FALSE(read_finished_run(dir / ""));
}

TEST(FinishedRun, ADamagedRecordIsRefused) {
  TempDir dir;
  for (const char* rest : {"", ", \"chains\": -1, \"draws\": []}", ", \"chains\": 1}"}) {
    write_text_atomically(dir / "run.json",
                          std::string("{\n  \"accept\": 1, \"v\": {\"cggibbs\": \"1\"}") + rest);
    EXPECT_THROW(read_finished_run(dir / ""), Error) << rest;
  }
}

}  // namespace
}  // namespace cggibbs
