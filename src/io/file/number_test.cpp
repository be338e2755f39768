// What is a number.
#include "io/file/number.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cggibbs {
namespace {

TEST(Number, TheWholeTextMustBeANumber) {
  EXPECT_EQ(parse_number("-2.5e3").value, -2500);
  EXPECT_EQ(parse_number("+.5").value, 0.5);
  EXPECT_EQ(parse_number("5.").value, 5);
  for (const char* text : {"", "+", "-", "+-1", "1x", "0x10", "1e", "1,5", "1 2", "abc", "e5"})
    EXPECT_EQ(parse_number(text).kind, NumberKind::not_a_number) << text;
}

TEST(Number, TooLargeIsInfiniteAndTooSmallIsZero) {
  for (const char* text : {"1e999", "-1e999", "inf", "-Inf", "INFINITY", "1e99999999999999999999"})
    EXPECT_EQ(parse_number(text).kind, NumberKind::infinite) << text;
  EXPECT_EQ(parse_number("1" + std::string(400, '0')).kind, NumberKind::infinite);
  EXPECT_EQ(parse_number("1" + std::string(400, '0') + "e-20").kind, NumberKind::infinite);
  for (const std::string& text :
       {std::string("1e-999"), std::string("-1e-99999999999999999999"), "0." + std::string(400, '0') + "1",
        "0." + std::string(400, '0') + "1e20"}) {
    EXPECT_EQ(parse_number(text).kind, NumberKind::finite) << text;
    EXPECT_EQ(parse_number(text).value, 0) << text;
  }
}

TEST(Number, NanIsNotANumberToComputeWith) {
  for (const char* text : {"nan", "NaN", "-nan"})
    EXPECT_EQ(parse_number(text).kind, NumberKind::undefined) << text;
}

}  // namespace
}  // namespace cggibbs
