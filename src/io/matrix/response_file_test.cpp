// Responses beside a matrix.
#include "io/matrix/response_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;

std::string response_error(std::string_view text) {
  return test::error_of([&] { parse_response(text, "y.txt"); });
}

TEST(ResponseFile, HasOneNumberPerLineAndMayHaveAHeader) {
  EXPECT_THAT(parse_response("1\n-2.5\n+3\n\n", "y.txt"), ElementsAre(1, -2.5, 3));
  EXPECT_THAT(parse_response("\"y\"\r\n1\r\n2\r\n", "y.txt"), ElementsAre(1, 2));
}

TEST(ResponseFile, AnythingElseIsRefused) {
  EXPECT_EQ(response_error("y\n1\nNA\n"),
            "y.txt:3:1: response 'NA' is not a finite number. Remove that row or fill in a value.");
  EXPECT_EQ(response_error("inf\n1\n"),
            "y.txt:1:1: response 'inf' is not a finite number. Remove that row or fill in a value.");
  EXPECT_EQ(response_error("1\n\n2\n"),
            "y.txt:2:1: response '' is not a finite number. Remove that row or fill in a value.");
  EXPECT_EQ(
      response_error("id,y\n1,2\n"),
      "y.txt:1:1: this line has more than one value. The response needs a file with one number per line.");
  EXPECT_EQ(response_error(""), "y.txt: has no numbers. The response needs a file with one number per line.");
  EXPECT_EQ(response_error("y\n"), response_error(""));
}

}  // namespace
}  // namespace cggibbs
