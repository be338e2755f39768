// Settings are marked in our literals only, and C++ sees backquotes.
#include "base/settings_text.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <vector>

namespace cggibbs {
namespace {

// A function, because Clang 14 (clang-tidy's) crashes where the column is a local variable.
std::string no_column(const std::string& column) {
  return fmt::format("`prior={}`: no column {}."_settings, 3, column);
}

TEST(SettingsText, MarksTheBackquotesOfLiteralsOnly) {
  const std::string text = no_column("`draws`");
  EXPECT_EQ(text, "\x01prior=3\x02: no column `draws`.");
  EXPECT_EQ(with_backquotes(text), "`prior=3`: no column `draws`.");
  EXPECT_STREQ("none"_settings, "none");
}

TEST(SettingsText, ErrorsShowBackquotesAndKeepTheMarks) {
  const Error e(fmt::format("`prior`: '{}'"_settings, "`x`"));
  EXPECT_STREQ(e.what(), "`prior`: '`x`'");
  EXPECT_STREQ(e.marked(), "\x01prior\x02: '`x`'");
  const std::vector<Error> copies{e};
  EXPECT_STREQ(copies[0].marked(), e.marked());
}

}  // namespace
}  // namespace cggibbs
