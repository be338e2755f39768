// What control characters look like on a terminal.
#include "base/visible.hpp"

#include <gtest/gtest.h>

namespace cggibbs {
namespace {

TEST(Visible, ShowsControlCharactersAndLeavesLetters) {
  EXPECT_EQ(visible("g[b\n\x1b[2J]"), "g[b\\x0a\\x1b[2J]");
  EXPECT_EQ(visible("gr\xc3\xb6\xc3\x9f\x65 \xe2\x82\xac"), "gr\xc3\xb6\xc3\x9f\x65 \xe2\x82\xac");
  EXPECT_EQ(visible("\xc2\x9b"
                    "31m\x7f"),
            "\\x9b31m\\x7f");
  EXPECT_EQ(visible("\xc2 \xf6"), "\\xc2 \\xf6");
  EXPECT_EQ(visible("a\u202eb\u2028\u05d0\u200d"), "a\\u202eb\\u2028\u05d0\u200d");
  EXPECT_EQ(visible_lines("a\x1b\n\nb\n"), "a\\x1b\n\nb\n");
}

}  // namespace
}  // namespace cggibbs
