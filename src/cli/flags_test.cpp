// Settings in messages become options of the command line.
#include "cli/flags.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace cggibbs {
namespace {

TEST(Flags, SettingsAreToldAsOptions) {
  EXPECT_EQ(with_flags("Use `draws`, or a longer `warmup`."), "Use --draws, or a longer --warmup.");
  EXPECT_EQ(with_flags("`target_accept=0.95`"), "--target-accept 0.95");
  EXPECT_EQ(with_flags("`until=ess=400` (or `until=time`: ...)"), "--until ess=400 (or --until time: ...)");
  EXPECT_EQ(with_flags("`rows=0`, `var`, `time`"), "--rows 0, --var, --time");  // of every subcommand
}

TEST(Flags, ValuesAreQuotedWhereAShellNeedsIt) {
  EXPECT_EQ(with_flags("Use `prior=normal(0,2.5)`."), "Use --prior 'normal(0,2.5)'.");
  EXPECT_EQ(with_flags("`block=sd(Intercept|g)=slice`"), "--block 'sd(Intercept|g)=slice'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a/b-c_1.csv"), "a/b-c_1.csv");
}

TEST(Flags, OtherWordsInBackquotesStay) {
  for (const std::string text :
       {"Names go in backticks: `my column`.", "`2nd`", "`prio`", "a ` alone", "``", ""})
    EXPECT_EQ(with_flags(text), text);
  EXPECT_EQ(with_flags("a ` alone before `prior`"), "a ` alone before --prior");
}

TEST(Flags, RecordsAreToldTextByText) {
  const nlohmann::json record = {
      {"warnings", {"more `draws`"}}, {"n", 3}, {"choice", {{"reason", "`prior`"}}}};
  EXPECT_EQ(record_with_flags(record).dump(),
            R"({"choice":{"reason":"--prior"},"n":3,"warnings":["more --draws"]})");
}

}  // namespace
}  // namespace cggibbs
