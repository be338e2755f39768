// Draws of CmdStan and ours, and what is wrong with them.
#include "io/stan/stan_csv_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/special.hpp"
#include "cggibbs/error.hpp"
#include "io/file/percent.hpp"
#include "io/file/test_files.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// As CmdStan 2.35 writes it, shortened.
std::string cmdstan_file(bool save_warmup) {
  std::string text =
      "# stan_version_major = 2\n# model = bernoulli_model\n# method = sample (Default)\n#   sample\n"
      "#     num_samples = 4\n#     num_warmup = 4\n#     save_warmup = " +
      std::string(save_warmup ? "true" : "false (Default)") +
      "\n#     thin = 2\n#     algorithm = hmc (Default)\n# data\n#   file = data.json\n# output\n#   file = "
      "output.csv (Default)\n"
      "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,theta,S.1.1,S.2.1\n";
  if (save_warmup) text += "-9,1,1,1,1,0,9,0.9,9,99\n-8,1,1,1,1,0,8,0.8,8,88\n";
  return text +
         "# Adaptation terminated\n# Step size = 0.9\n# Diagonal elements of inverse mass matrix:\n# 0.5, "
         "0.4, 0.3\n"
         "-7,0.9,0.9,1,3,0,7.5,0.25,1,3\n-6,0.8,0.9,2,3,1,6.5,0.5,nan,-inf\n"
         "# \n#  Elapsed Time: 0.014 seconds (Warm-up)\n#                0.03 seconds (Sampling)\n"
         "#                0.044 seconds (Total)\n# \n";
}

TEST(StanCsvReader, KnowsDrawsFromOtherTables) {
  EXPECT_TRUE(looks_like_stan_csv(cmdstan_file(false).substr(0, 200)));
  EXPECT_TRUE(looks_like_stan_csv("\xef\xbb\xbf\n\"theta\",\"lp__\"\n1,2\n"));
  EXPECT_TRUE(looks_like_stan_csv("# model = m\ntheta\n1\n"));
  EXPECT_FALSE(looks_like_stan_csv("y,x\n1,2\n"));
  EXPECT_FALSE(looks_like_stan_csv("# weights of chickens\ny,x\n1,2\n# model = late\n"));
  EXPECT_FALSE(looks_like_stan_csv(""));
}

TEST(StanCsvReader, ReadsCmdStanFilesWithAndWithoutSavedWarmup) {
  for (const bool save_warmup : {false, true}) {
    const StanCsv csv = parse_stan_csv(cmdstan_file(save_warmup), "output.csv");
    EXPECT_EQ(csv.rows, 2u);
    EXPECT_EQ(csv.warmup_rows, save_warmup ? 2u : 0u);
    EXPECT_THAT(csv.names, ElementsAre("theta", "S[1,1]", "S[2,1]"));
    EXPECT_THAT(csv.sampler_names, ElementsAre("lp__", "accept_stat__", "stepsize__", "treedepth__",
                                               "n_leapfrog__", "divergent__", "energy__"));
    EXPECT_THAT(csv.column(0), ElementsAre(0.25, 0.5));
    EXPECT_TRUE(std::isnan(csv.column(1)[1]));
    EXPECT_THAT(csv.column(2), ElementsAre(3, -inf));
    EXPECT_THAT(csv.sampler_column(5), ElementsAre(0, 1));
    EXPECT_EQ(csv.config.at("file"), "data.json");
    EXPECT_EQ(csv.config.at("algorithm"), "hmc");
    EXPECT_EQ(csv.warmup_seconds, 0.014);
    EXPECT_EQ(csv.sampling_seconds, 0.03);
  }
}

TEST(StanCsvReader, CountsWarmupRowsWhenNoAdaptationIsReported) {
  const std::string head = "# num_warmup = 5\n# thin = 2\n# save_warmup = 1\n";
  EXPECT_EQ(parse_stan_csv(head + "x\n1\n2\n3\n4\n5\n", "f").rows, 2u);
  EXPECT_EQ(parse_stan_csv(head + "x\n1\n2\n", "f").rows, 0u);
  EXPECT_EQ(parse_stan_csv(head + "# algorithm = fixed_param\nx\n1\n2\n", "f").rows, 2u);
  EXPECT_EQ(parse_stan_csv("x\n1\n2\n", "f").rows, 2u);
}

TEST(StanCsvReader, AcceptsCommentsBlankLinesQuotesAndWindowsLineEnds) {
  const StanCsv csv = parse_stan_csv(
      "\xef\xbb\xbf#\r\n\"lp__\" , \"b.1\"\r\n1,+2\r\n# in between\r\n\r\n 3 , NA \r\n5,1e-400", "f");
  EXPECT_THAT(csv.names, ElementsAre("b[1]"));
  EXPECT_THAT(csv.sampler_column(0), ElementsAre(1, 3, 5));
  EXPECT_EQ(csv.column(0)[0], 2);
  EXPECT_TRUE(std::isnan(csv.column(0)[1]));
  EXPECT_EQ(csv.column(0)[2], 0);
}

TEST(StanCsvReader, MalformedFilesAreNamedByLineAndValue) {
  const auto message = [](const std::string& text) {
    return error_of([&] { parse_stan_csv(text, "f.csv"); });
  };
  EXPECT_THAT(message(""), HasSubstr("f.csv: no header row"));
  EXPECT_THAT(message("# only\n"), HasSubstr("f.csv: no header row"));
  EXPECT_THAT(message("a,,b\n"), HasSubstr("f.csv:1: column 2 has no name"));
  EXPECT_THAT(message("a,b,a\n"), HasSubstr("two columns are called 'a'"));
  EXPECT_THAT(message("# c\na,b.1\n1,2\n3,four\n"),
              HasSubstr("f.csv:4: 'four' in column 2 (b.1) is not a number"));
  EXPECT_THAT(message("a,b\n1,\n"), HasSubstr("f.csv:2: '' in column 2"));
  EXPECT_THAT(message("a,b\n1,+-2\n"), HasSubstr("'+-2'"));
  EXPECT_THAT(message("a,b,c\n1,2\n"),
              AllOf(HasSubstr("f.csv:2: 2 values"), HasSubstr("names 3 columns"), HasSubstr("interrupted")));
  EXPECT_THAT(message("a,b,c,d,e\n1\n"), HasSubstr("f.csv:2: 1 value,"));
  EXPECT_THAT(message("a\n1,2\n"), HasSubstr("f.csv:2: 2 values"));
  EXPECT_THAT(message("# column 1 is b\na,b\n"), HasSubstr("two columns are called 'b'"));
  EXPECT_THAT(error_of([] { read_stan_csv("absent.csv"); }), HasSubstr("absent.csv: cannot open the file"));
}

TEST(StanCsvReader, ACommentThatOnlyLooksLikeOursIsIgnored) {
  const StanCsv csv = parse_stan_csv("# column 99 is x\n# column 1 is %4\n# column is\na\n1\n", "f");
  EXPECT_THAT(csv.names, ElementsAre("a"));
}

TEST(Percent, ComesBack) {
  const std::string text = "C(g)[\xce\xb2, 100%]\n";
  EXPECT_EQ(percent_decode(percent_encode(text)), text);
  EXPECT_EQ(percent_encode("a_b"), "a%5Fb");
  EXPECT_EQ(percent_decode("%4"), std::nullopt);
  EXPECT_EQ(percent_decode("%G0"), std::nullopt);
}

}  // namespace
}  // namespace cggibbs
