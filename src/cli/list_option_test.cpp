// Lists of names on the command line.
#include "cli/list_option.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>

namespace cggibbs {
namespace {

using testing::ElementsAre;

TEST(ListOption, CommasInsideNamesStay) {
  EXPECT_THAT(split_list("a,b"), ElementsAre("a", "b"));
  EXPECT_THAT(split_list("poly(x1,2)[1],sd(*),b[1,2]"), ElementsAre("poly(x1,2)[1]", "sd(*)", "b[1,2]"));
  EXPECT_THAT(split_list("`x,y`,z"), ElementsAre("`x,y`", "z"));
  EXPECT_THAT(split_list("\"n/a, lost\",NA"), ElementsAre("n/a, lost", "NA"));
  EXPECT_THAT(split_list("a),b"), ElementsAre("a)", "b"));
}

TEST(ListOption, ManyTimesAndNothingBetweenCommas) {
  CLI::App app;
  std::vector<std::string> out;
  add_list_option(app, "--var", out, "names");
  app.parse("--var a,b --var c");
  EXPECT_THAT(out, ElementsAre("a", "b", "c"));
  EXPECT_THROW(app.parse("--var a,,b"), Error);
}

}  // namespace
}  // namespace cggibbs
