// Which bytes are UTF-8, and what becomes of those that are not.
#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace cggibbs {
namespace {

TEST(Utf8, KnowsItself) {
  for (const char* good : {"", "plain", "\xc3\xb6", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"})
    EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad : {"\xf6", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                          "\xf5\x80\x80\x80", "\xe2\x82", "\x80", "a\xff!"})
    EXPECT_FALSE(is_utf8(bad)) << bad;
}

TEST(Utf8, OtherTextIsLatin1) {
  EXPECT_EQ(to_utf8("gr\xf6\xdf"
                    "e"),
            "gr\xc3\xb6\xc3\x9f"
            "e");
  EXPECT_EQ(to_utf8("gr\xc3\xb6\xc3\x9f"
                    "e"),
            "gr\xc3\xb6\xc3\x9f"
            "e");
}

}  // namespace
}  // namespace cggibbs
