// Choosing recorded quantities by pattern.
#include "run/select_outputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>

namespace cggibbs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

const std::vector<std::string> names{"Intercept", "x1", "x12", "sd(1|g)", "1|g[a]", "1|g[b]", "g*h"};

std::vector<std::size_t> chosen(const std::vector<std::string>& patterns) {
  return select_outputs(names, patterns);
}

TEST(SelectOutputs, NoPatternMeansAll) {
  EXPECT_EQ(chosen({}).size(), names.size());
}

TEST(SelectOutputs, NamesAreExact) {
  EXPECT_THAT(chosen({"x1"}), ElementsAre(1));
  EXPECT_THAT(chosen({"sd(1|g)"}), ElementsAre(3));
}

TEST(SelectOutputs, AnArraysNameMeansItsElements) {
  EXPECT_THAT(chosen({"1|g"}), ElementsAre(4, 5));
}

TEST(SelectOutputs, StarsAndQuestionMarks) {
  EXPECT_THAT(chosen({"x*"}), ElementsAre(1, 2));
  EXPECT_THAT(chosen({"x?"}), ElementsAre(1));
  EXPECT_THAT(chosen({"*g*"}), ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(chosen({"*[b]"}), ElementsAre(5));
  EXPECT_THAT(chosen({"*"}).size(), names.size());
  EXPECT_THAT(chosen({"g*h"}), ElementsAre(6));
  EXPECT_THAT(chosen({"?n*r*t"}), ElementsAre(0));
}

TEST(SelectOutputs, TheModelsOrderStaysAndNothingIsTwice) {
  EXPECT_THAT(chosen({"x12", "x*", "Intercept"}), ElementsAre(0, 1, 2));
}

TEST(SelectOutputs, APatternWithoutAMatchIsAMistake) {
  EXPECT_THAT(
      [] {
        chosen({"x1", "Intercpt"});
      },
      ThrowsMessage<Error>(HasSubstr("`save`: nothing is called 'Intercpt'. Did you mean 'Intercept'?")));
  EXPECT_THAT([] { select_outputs(names, {"z*"}, "`var`"); },
              ThrowsMessage<Error>(HasSubstr("`var`: nothing is called 'z*'.")));
}

}  // namespace
}  // namespace cggibbs
