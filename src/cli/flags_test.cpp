// Settings in messages become options of the command line.
#include "cli/flags.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/settings_text.hpp"

namespace cggibbs {
namespace {

TEST(Flags, SettingsAreToldAsOptions) {
  EXPECT_EQ(with_flags("Use `draws`, or a longer `warmup`."_settings), "Use --draws, or a longer --warmup.");
  EXPECT_EQ(with_flags("`target_accept=0.95`"_settings), "--target-accept 0.95");
  EXPECT_EQ(with_flags("`until=ess=400` (or `until=time`: ...)"_settings),
            "--until ess=400 (or --until time: ...)");
  EXPECT_EQ(with_flags("`rows=0`, `var`, `time`"_settings),
            "--rows 0, --var, --time");  // of every subcommand
}

TEST(Flags, ValuesAreQuotedWhereAShellNeedsIt) {
  EXPECT_EQ(with_flags("Use `prior=normal(0,2.5)`."_settings), "Use --prior 'normal(0,2.5)'.");
  EXPECT_EQ(with_flags("`block=sd(Intercept|g)=slice`"_settings), "--block 'sd(Intercept|g)=slice'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a/b-c_1.csv"), "a/b-c_1.csv");
}

TEST(Flags, OtherWordsInBackquotesStay) {
  EXPECT_EQ(with_flags("`my column`, `2nd`, `prio`, ``"_settings), "`my column`, `2nd`, `prio`, ``");
  EXPECT_EQ(with_flags(""), "");
}

TEST(Flags, WhatUsersWroteStays) {
  const std::string formula = "`y` ~ `time` + (1|`x`";
  EXPECT_EQ(with_flags(fmt::format("`draws`: '{}', `warmup`"_settings, formula)),
            "--draws: '`y` ~ `time` + (1|`x`', --warmup");
  EXPECT_EQ(with_flags(fmt::format("`block={}`"_settings, "`time`=nuts")), "--block '`time`=nuts'");
}

TEST(Flags, MarksInWhatUsersWroteDoNoHarm) {
  for (const std::string user : {"\x01", "\x02", "\x02\x01", "\x01 a", "a \x02", "\x01\x01\x02\x02"})
    EXPECT_EQ(with_flags(fmt::format("{} `draws`, {}."_settings, user, user)),
              fmt::format("{0} --draws, {0}.", with_backquotes(user)));
}

TEST(Flags, RecordsAreToldTextByText) {
  const nlohmann::json record = {
      {"warnings", {"more `draws`"_settings}}, {"n", 3}, {"choice", {{"reason", "`prior`"_settings}}}};
  EXPECT_EQ(record_with_flags(record).dump(),
            R"({"choice":{"reason":"--prior"},"n":3,"warnings":["more --draws"]})");
}

}  // namespace
}  // namespace cggibbs
