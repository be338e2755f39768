// Covariances as people write them.
#include "io/matrix/plain_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>

#include "base/test_error.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(const char* text) {
  return test::error_of([&] { (void)parse_plain_matrix(text, "c.csv"); });
}

TEST(PlainMatrix, NumbersAloneWithAnySeparator) {
  for (const char* text :
       {"1,2\n3,4\n", "1;2\r\n3;4", "1\t2\n3\t4\n", " 1  2 \n\n 3 4\n", "# cov\n1, 2\n3, 4\n"}) {
    const PlainMatrix m = parse_plain_matrix(text, "c.csv");
    EXPECT_THAT(m.values.values, ElementsAre(1, 3, 2, 4)) << text;
    EXPECT_TRUE(m.names.empty());
  }
  EXPECT_THAT(parse_plain_matrix("5\n", "c").values.values, ElementsAre(5));
}

TEST(PlainMatrix, NamesOfColumnsAndRows) {
  for (const char* text : {"a,b\n1,2\n3,4\n", "\"\",\"a\",\"b\"\n\"a\",1,2\n\"b\",3,4\n",
                           ",a,b\n0,1,2\n1,3,4\n", "a b\nx 1 2\ny 3 4\n"}) {
    const PlainMatrix m = parse_plain_matrix(text, "c.csv");
    EXPECT_THAT(m.values.values, ElementsAre(1, 3, 2, 4)) << text;
    EXPECT_THAT(m.names, ElementsAre("a", "b")) << text;
  }
}

TEST(PlainMatrix, FaultsAreNamed) {
  EXPECT_THAT(refusal(""), HasSubstr("no rows"));
  EXPECT_THAT(refusal("a,b\n"), HasSubstr("no rows"));
  EXPECT_THAT(refusal("1,2\n3\n"), HasSubstr("c.csv:2:1: has 1 numbers"));
  EXPECT_THAT(refusal("1,2\n3,NA\n"), HasSubstr("entry (2, 2) of the matrix is missing"));
  EXPECT_THAT(refusal("1,2\n3,nan\n"), HasSubstr("entry (2, 2) of the matrix is 'nan'"));
  EXPECT_THAT(refusal("1,2\n3,x\n"), HasSubstr("'x'"));
}

}  // namespace
}  // namespace cggibbs
