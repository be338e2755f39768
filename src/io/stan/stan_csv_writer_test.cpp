// Draws as CmdStan writes them.
#include "io/stan/stan_csv_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/rng.hpp"
#include "base/special.hpp"
#include "cggibbs/error.hpp"
#include "io/file/atomic_file.hpp"
#include "io/file/test_files.hpp"
#include "io/stan/stan_csv_reader.hpp"

namespace cggibbs {
namespace {

using test::error_of;
using test::FileSizeLimit;
using test::TempDir;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

const std::vector<std::string> names{"Intercept", "C(g)[b]", "beta[1]", "beta[2]"};

void append_rows(StanCsvWriter& writer, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double x = static_cast<double>(writer.rows() + writer.warmup_rows());
    writer.append(std::vector<double>{x, x + 0.1, -x, 1 / (x + 3)}, {.lp = -x});
  }
}

TEST(StanCsvWriter, AGibbsFileLooksLikeThis) {
  TempDir dir;
  StanCsvWriter writer(dir / "chain-1.csv",
                       {.model = "seeds", .num_samples = 2, .seed = 7, .output_file = "o"}, names);
  append_rows(writer, 2);
  EXPECT_FALSE(std::filesystem::exists(dir / "chain-1.csv"));
  EXPECT_TRUE(std::filesystem::exists(dir / "chain-1.csv.partial"));
  writer.finish({0.0144, 0.003});
  EXPECT_FALSE(std::filesystem::exists(dir / "chain-1.csv.partial"));
  const std::string text = read_text(dir / "chain-1.csv");
  EXPECT_THAT(text,
              HasSubstr("# model = seeds\n# method = sample (Default)\n#   sample\n#     num_samples = 2  "));
  EXPECT_THAT(text, HasSubstr("#     save_warmup = 0\n#     thin = 1\n"));
  EXPECT_THAT(text, HasSubstr("#         metric = unit_e\n"));
  EXPECT_THAT(text, EndsWith("# column 9 is C%28g%29%5Bb%5D\n"
                             "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,"
                             "Intercept,C_g_b,beta.1,beta.2\n"
                             "# Adaptation terminated\n"
                             "# Step size = 0\n"
                             "-0,1,0,0,0,0,NaN,0,0.1,-0,0.3333333333333333\n"
                             "-1,1,0,0,0,0,NaN,1,1.1,-1,0.25\n"
                             "# \n"
                             "#  Elapsed Time: 0.014 seconds (Warm-up)\n"
                             "#                0.003 seconds (Sampling)\n"
                             "#                0.017 seconds (Total)\n"
                             "# \n"));
}

TEST(StanCsvWriter, ExactValuesSurviveTheRoundTrip) {
  TempDir dir;
  Rng rng(1, 1);
  std::vector<double> values{
      nan, inf, -inf, 0.0, -0.0, 5e-324, 1.7976931348623157e308, -2.2250738585072014e-308};
  while (values.size() < 50000) {  // any bit pattern, one row longer than the buffer
    const std::uint64_t bits = rng();
    double x;
    std::memcpy(&x, &bits, sizeof x);
    values.push_back(x);
  }
  std::vector<std::string> many;
  for (std::size_t j = 0; j < values.size(); ++j) many.push_back("x[" + std::to_string(j + 1) + "]");
  StanCsvWriter writer(dir / "chain-1.csv", {.num_samples = 3}, many);
  for (int i = 0; i < 3; ++i) writer.append(values);
  writer.finish();
  const StanCsv back = read_stan_csv(dir / "chain-1.csv");
  ASSERT_EQ(back.rows, 3u);
  for (std::size_t j = 0; j < values.size(); ++j) {
    const double x = back.column(j)[2];
    ASSERT_TRUE(std::isnan(values[j])
                    ? std::isnan(x)
                    : std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(values[j]))
        << j;
  }
}

TEST(StanCsvWriter, RoundsToTheDigitsAskedFor) {
  TempDir dir;
  for (const int sig_figs : {1, 8, 18}) {
    StanCsvWriter writer(dir / "chain-1.csv", {.num_samples = 1}, std::vector<std::string>{"x"}, sig_figs);
    writer.append(std::vector<double>{-1.2345678912345e-300});
    writer.finish();
    const std::string text = read_text(dir / "chain-1.csv");
    EXPECT_THAT(text, HasSubstr(sig_figs == 1   ? ",-1e-300\n"
                                : sig_figs == 8 ? ",-1.2345679e-300\n"
                                                : "e-300\n"));
    EXPECT_THAT(text, HasSubstr("sig_figs = " + std::to_string(sig_figs) + "\n"));
  }
}

TEST(StanCsvWriter, SavedWarmupPrecedesTheAdaptation) {
  TempDir dir;
  StanCsvWriter writer(
      dir / "chain-1.csv",
      {.num_samples = 6, .num_warmup = 4, .save_warmup = true, .thin = 2, .metric = "diag_e"}, names);
  append_rows(writer, 2);
  writer.begin_sampling({.step_size = 0.5, .inverse_metric = {1, 2.5}});
  append_rows(writer, 3);
  writer.finish();
  const std::string text = read_text(dir / "chain-1.csv");
  EXPECT_THAT(text,
              HasSubstr("# Step size = 0.5\n# Diagonal elements of inverse mass matrix:\n# 1, 2.5\n-2,"));
  const StanCsv back = read_stan_csv(dir / "chain-1.csv");
  EXPECT_EQ(back.warmup_rows, 2u);
  EXPECT_THAT(back.column(0), ElementsAre(2, 3, 4));
  EXPECT_EQ(back.config.at("num_samples"), "6");
  EXPECT_EQ(back.config.at("num_warmup"), "4");
}

TEST(StanCsvWriter, ADenseMetricHasOneLinePerRow) {
  TempDir dir;
  StanCsvWriter writer(dir / "chain-1.csv", {.metric = "dense_e"}, names);
  writer.begin_sampling({.step_size = 0.5, .inverse_metric = {1, 2, 3, 4}});
  writer.finish();
  EXPECT_THAT(read_text(dir / "chain-1.csv"),
              HasSubstr("# Elements of inverse mass matrix:\n# 1, 2\n# 3, 4\n"));
}

TEST(StanCsvWriter, AnEarlyStopCorrectsTheCountsInPlace) {
  TempDir dir;
  StanCsvWriter writer(dir / "chain-1.csv",
                       {.num_samples = 1000000, .num_warmup = 10, .save_warmup = true, .thin = 5}, names);
  append_rows(writer, 2);
  writer.begin_sampling();
  append_rows(writer, 7);
  writer.finish();
  const StanCsv back = read_stan_csv(dir / "chain-1.csv");
  EXPECT_EQ(back.rows, 7u);
  EXPECT_EQ(back.config.at("num_samples"), "35");
  EXPECT_EQ(back.config.at("num_warmup"), "10");
}

TEST(StanCsvWriter, AStopDuringWarmupLeavesAReadableFile) {
  TempDir dir;
  StanCsvWriter writer(dir / "chain-1.csv", {.num_warmup = 10, .save_warmup = true}, names);
  append_rows(writer, 3);
  writer.finish();
  const StanCsv back = read_stan_csv(dir / "chain-1.csv");
  EXPECT_EQ(back.rows, 0u);
  EXPECT_EQ(back.warmup_rows, 3u);
  EXPECT_EQ(back.config.at("num_samples"), "0");
  EXPECT_EQ(back.config.at("num_warmup"), "3");
}

TEST(StanCsvWriter, DropsTheLastRowsSoThatChainsAreEquallyLong) {
  TempDir dir;
  for (const std::size_t kept : {std::size_t{0}, std::size_t{1}, std::size_t{40000}, std::size_t{99999}}) {
    StanCsvWriter writer(dir / "chain-1.csv", {.num_samples = 100000}, names);
    append_rows(writer, 100000);
    writer.finish({}, kept);
    const StanCsv back = read_stan_csv(dir / "chain-1.csv");
    ASSERT_EQ(back.rows, kept);
    EXPECT_EQ(back.config.at("num_samples"), std::to_string(kept));
    if (kept > 0) {
      EXPECT_EQ(back.column(0).back(), static_cast<double>(kept - 1));
    }
    EXPECT_TRUE(back.sampling_seconds.has_value());
  }
}

TEST(StanCsvWriter, WithoutFinishOnlyThePartialFileRemains) {
  TempDir dir;
  {
    StanCsvWriter writer(dir / "chain-1.csv", {}, names);
    append_rows(writer, 5);
  }
  EXPECT_FALSE(std::filesystem::exists(dir / "chain-1.csv"));
  EXPECT_EQ(read_stan_csv(dir / "chain-1.csv.partial").rows, 5u);
}

TEST(StanCsvWriter, AFullDiskIsNamedAndCostsNoRow) {
  TempDir dir;
  StanCsvWriter writer(dir / "chain-1.csv", {.num_samples = 200000}, names);
  {
    FileSizeLimit limit(1500000);
    const std::string message = error_of([&] { append_rows(writer, 200000); });
    EXPECT_THAT(message, HasSubstr("chain-1.csv.partial: cannot write: File too large"));
    EXPECT_THROW(writer.finish(), Error);
    EXPECT_FALSE(std::filesystem::exists(dir / "chain-1.csv"));
  }
  append_rows(writer, 200000 - writer.rows());  // room again
  writer.finish();
  const StanCsv back = read_stan_csv(dir / "chain-1.csv");
  ASSERT_EQ(back.rows, 200000u);
  for (std::size_t i = 0; i < back.rows; ++i) ASSERT_EQ(back.column(0)[i], static_cast<double>(i));
}

TEST(StanCsvWriter, RefusesSettingsThatReadersWouldMisread) {
  TempDir dir;
  const auto message = [&](StanCsvInfo info, int sig_figs) {
    return error_of([&] { StanCsvWriter(dir / "chain-1.csv", info, names, sig_figs); });
  };
  EXPECT_THAT(message({}, 19), HasSubstr("sig_figs = 19"));
  EXPECT_THAT(message({.thin = 0}, 0), HasSubstr("thin = 0"));
  EXPECT_THAT(message({.num_warmup = 10, .save_warmup = true, .thin = 3}, 0),
              HasSubstr("Use num_warmup = 12"));
  EXPECT_FALSE(std::filesystem::exists(dir / "chain-1.csv.partial"));
}

TEST(StanCsvWriter, TextFromOutsideCannotBreakTheComments) {
  TempDir dir;
  StanCsvWriter writer(dir / "chain-1.csv", {.model = "a\nlp__,b", .num_samples = 0, .data_file = "x\r\ny"},
                       names);
  writer.finish();
  const StanCsv back = read_stan_csv(dir / "chain-1.csv");
  EXPECT_EQ(back.config.at("model"), "a lp__,b");
  EXPECT_EQ(back.names, names);
}

}  // namespace
}  // namespace cggibbs
