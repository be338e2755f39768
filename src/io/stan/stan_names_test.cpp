// Names that readers of Stan's files accept.
#include "io/stan/stan_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace cggibbs {
namespace {

using testing::ElementsAre;
using Names = std::vector<std::string>;

TEST(StanNames, OneNameBecomesWhatReadersAccept) {
  EXPECT_EQ(stan_name("Intercept"), "Intercept");
  EXPECT_EQ(stan_name("(Intercept)"), "Intercept");
  EXPECT_EQ(stan_name("x"), "x");
  EXPECT_EQ(stan_name("C(g)[b]"), "C_g_b");
  EXPECT_EQ(stan_name("x:z"), "x_z");
  EXPECT_EQ(stan_name("beta[1,2]"), "beta.1.2");
  EXPECT_EQ(stan_name("Sepal.Length"), "Sepal_Length");
  EXPECT_EQ(stan_name("x.1"), "x_1");
  EXPECT_EQ(stan_name("1st"), "v1st");
  EXPECT_EQ(stan_name("_hidden"), "v_hidden");
  EXPECT_EQ(stan_name("lp__"), "lp_");
  EXPECT_EQ(stan_name("\xce\xb2"), "v");
  EXPECT_EQ(stan_name(""), "v");
  EXPECT_EQ(stan_name("beta[0]"), "beta_0");
  EXPECT_EQ(stan_name("beta[01]"), "beta_01");
  EXPECT_EQ(stan_name("beta[]"), "beta");
  EXPECT_EQ(stan_name("[1]"), "v1");
  EXPECT_EQ(stan_name("beta[99999999999999999999999]"), "beta_99999999999999999999999");
  EXPECT_EQ(stan_name("my_fixed_param"), "my_fixedparam");
  EXPECT_EQ(stan_name("chain"), "chain_");
}

TEST(StanNames, WholeArraysKeepTheirIndices) {
  const Names names{"a", "beta[1]", "beta[2]", "S[1,1]", "S[2,1]", "S[1,2]", "S[2,2]", "one[1]"};
  EXPECT_THAT(stan_names(names),
              ElementsAre("a", "beta.1", "beta.2", "S.1.1", "S.2.1", "S.1.2", "S.2.2", "one.1"));
}

TEST(StanNames, ArraysThatReadersWouldMisplaceBecomeScalars) {
  EXPECT_THAT(stan_names(Names{"b[2]", "b[3]"}), ElementsAre("b_2", "b_3"));            // incomplete
  EXPECT_THAT(stan_names(Names{"b[1]", "x", "b[2]"}), ElementsAre("b_1", "x", "b_2"));  // torn apart
  EXPECT_THAT(stan_names(Names{"b", "b[1]", "b[2]"}), ElementsAre("b", "b_1", "b_2"));  // scalar b too
  EXPECT_THAT(stan_names(Names{"b[1]", "b[1,1]"}), ElementsAre("b_1", "b_1_1"));        // two ranks
  EXPECT_THAT(stan_names(Names{"S[1,1]", "S[1,2]", "S[2,1]", "S[2,2]"}),                // row-major
              ElementsAre("S_1_1", "S_1_2", "S_2_1", "S_2_2"));
  EXPECT_THAT(stan_names(Names{"b[1]", "b[2]", "b[2]"}), ElementsAre("b_1", "b_2", "b_2_2"));  // repeated
}

TEST(StanNames, AreUniqueAndNamesThatNeedNoChangeComeFirst) {
  EXPECT_THAT(stan_names(Names{"x:z", "x_z", "x z", "x_z_2"}), ElementsAre("x_z_3", "x_z", "x_z_4", "x_z_2"));
  EXPECT_THAT(stan_names(Names{"f(b)[1]", "f(b)[2]", "f_b"}), ElementsAre("f_b_2.1", "f_b_2.2", "f_b"));
  EXPECT_THAT(stan_names(Names{"b_1", "b[1]", "b[3]"}), ElementsAre("b_1", "b_1_2", "b_3"));
  const Names same(5000, "?");
  const Names out = stan_names(same);
  EXPECT_EQ(std::set<std::string>(out.begin(), out.end()).size(), same.size());
}

TEST(StanNames, ComeBackWithBrackets) {
  EXPECT_EQ(name_from_stan("alpha"), "alpha");
  EXPECT_EQ(name_from_stan("beta.1"), "beta[1]");
  EXPECT_EQ(name_from_stan("beta.1.2"), "beta[1,2]");
  EXPECT_EQ(name_from_stan("z.1.real"), "z[1,real]");
  EXPECT_EQ(name_from_stan("t.2:1.3"), "t[2].1[3]");
}

}  // namespace
}  // namespace cggibbs
