// JAGS's commands, and where they are wrong.
#include "jags/script.hpp"

#include <gtest/gtest.h>

#include <cggibbs/error.hpp>

#include "base/test_error.hpp"

namespace cggibbs::jags {
namespace {

std::string error(const std::string& text) {
  return test::error_of([&] { parse_script(text, "s.cmd"); });
}

TEST(JagsScript, ReadsWhatJagsUsersWrite) {
  const auto commands = parse_script(
      "/* a comment\n over lines */ model in \"my model.bug\"  # and one more\n"
      "DATA IN data.R; compile, nchains(4)\n"
      "parameters in inits/line.R, chain(2)\r\ninitialize\n"
      "update 1000, by(100)\nmonitor set beta[1:3, 2], thin(10), type(mean)\nmonitor deviance\n"
      "coda *, stem(\"out/x\")\nset factory \"base::Slice\" off, type(sampler)\nexit",
      "s.cmd");
  ASSERT_EQ(commands.size(), 11u);
  EXPECT_EQ(commands[0].verb, Verb::model_in);
  EXPECT_EQ(commands[0].operand, "my model.bug");
  EXPECT_EQ(commands[0].line, 2u);
  EXPECT_EQ(commands[1].verb, Verb::data_in);
  EXPECT_EQ(commands[2].count("nchains", 1), 4u);
  EXPECT_EQ(commands[3].operand, "inits/line.R");
  EXPECT_EQ(commands[3].count("chain", 0), 2u);
  EXPECT_EQ(commands[5].count("", 0), 1000u);
  EXPECT_EQ(commands[6].operand, "beta[1:3,2]");
  EXPECT_EQ(commands[6].option("type", "trace"), "mean");
  EXPECT_EQ(commands[6].count("thin", 1), 10u);
  EXPECT_EQ(commands[7].option("type", "trace"), "trace");
  EXPECT_EQ(commands[8].operand, "*");
  EXPECT_EQ(commands[8].option("stem", "CODA"), "out/x");
  EXPECT_EQ(commands[9].option("state", ""), "off");
  EXPECT_EQ(commands[10].verb, Verb::exit);
}

TEST(JagsScript, AByteOrderMarkIsNoCommand) {
  const auto commands = parse_script("\xef\xbb\xbfmodel in m.bug\r\n", "s.cmd");
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_EQ(commands[0].verb, Verb::model_in);
}

TEST(JagsScript, MonitorAndInitsHaveTwoSpellings) {
  const auto commands = parse_script("inits in a.R\nmonitor x\nmonitor clear x\nls\nload glm", "s.cmd");
  EXPECT_EQ(commands[0].verb, Verb::parameters_in);
  EXPECT_EQ(commands[1].verb, Verb::monitor_set);
  EXPECT_EQ(commands[2].verb, Verb::monitor_clear);
  EXPECT_EQ(commands[3].verb, Verb::dir);
  EXPECT_EQ(commands[4].operand, "glm");
}

TEST(JagsScript, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(error("model in m.bug\n  updat 10"),
            "s.cmd:2:3: no command of JAGS scripts begins with 'updat'. Did you mean 'update'?");
  EXPECT_EQ(error("model in\n"), "s.cmd:1:9: expected: model in FILE.");
  EXPECT_EQ(error("compile, chains(2)"), "s.cmd:1:10: 'compile' takes nchains(...), not 'chains'.");
  EXPECT_EQ(error("update 10 20"), "s.cmd:1:11: '20' is too much behind 'update'.");
  EXPECT_EQ(error("coda *, stem(x"), "s.cmd:1:9: expected stem(VALUE).");
  EXPECT_EQ(error("/* model"), "s.cmd:1:1: this comment does not end: */ is missing.");
  EXPECT_EQ(error("model in 'm"), "s.cmd:1:10: this quote does not end.");
  EXPECT_THROW(parse_script("update 1e3", "s.cmd")[0].count("", 0), Error);
}

}  // namespace
}  // namespace cggibbs::jags
