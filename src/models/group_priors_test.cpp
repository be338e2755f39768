// Names of scales and correlations, which prior each gets, and names that the model does not have.
#include "models/group_priors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>

#include "base/test_error.hpp"
#include "models/prior_table.hpp"

namespace cggibbs {
namespace {

using ::testing::HasSubstr;

std::vector<GroupPrior> priors(const std::string& text) {
  return parse_prior_table(text, "`prior`").groups;
}

using test::error_of;

std::string bad(const std::string& text) {
  return error_of([&] { priors(text); });
}

GroupTerm term(std::string group, std::vector<std::string> effects, bool correlated) {
  return {.group = std::move(group),
          .levels = {},
          .index = {},
          .effects = std::move(effects),
          .values = {},
          .correlated = correlated};
}

std::string unknown(const std::string& text, const std::vector<GroupTerm>& terms) {
  return error_of([&] { check_group_priors(priors(text), terms); });
}

std::string scale(const std::string& text, const std::string& effect, const std::string& group) {
  const auto all = priors(text);
  const Prior* found = find_scale_prior(all, effect, group);
  return found ? found->text() : "none";
}

TEST(GroupPriors, StandBesideThoseOfCoefficients) {
  const PriorTable t =
      parse_prior_table("x=normal(0,1),sd(x|g)=half_normal(1),cor(g)=lkj(2),.=laplace(1)", "`prior`");
  ASSERT_EQ(t.entries.size(), 1u);
  EXPECT_EQ(t.entries[0].term, "x");
  EXPECT_EQ(t.others.size(), 1u);
  ASSERT_EQ(t.groups.size(), 2u);
  EXPECT_EQ(t.groups[0].effect, "x");
  EXPECT_EQ(t.groups[0].group, "g");
  EXPECT_FALSE(t.groups[0].correlations);
  EXPECT_EQ(t.groups[0].prior.text(), "half_normal(1)");
  EXPECT_TRUE(t.groups[1].correlations);
  EXPECT_EQ(t.groups[1].group, "g");
  EXPECT_EQ(t.groups[1].prior.text(), "lkj(2)");
}

TEST(GroupPriors, NamesMayHoldBlanksBackticksBarsParenthesesAndCommas) {
  const auto all = priors(
      "sd( I(x^2) | a:b ) = exponential(1), sd(poly(x,2)[1]|g)=half_cauchy(1), "
      "sd(`a|b`|`my group`)=half_student_t(3,1), sd(`my group`)=student_t(3,0,2.5)");
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].effect, "I(x^2)");
  EXPECT_EQ(all[0].group, "a:b");
  EXPECT_EQ(all[1].effect, "poly(x,2)[1]");
  EXPECT_EQ(all[2].effect, "a|b");
  EXPECT_EQ(all[2].group, "my group");
  EXPECT_EQ(all[3].effect, "");
  EXPECT_EQ(all[3].group, "my group");
  EXPECT_EQ(all[3].prior.text(), "half_student_t(3,2.5)");
}

TEST(GroupPriors, InBackticksANameIsACoefficient) {
  const PriorTable t = parse_prior_table("`sd(x)`=normal(0,1)", "`prior`");
  EXPECT_TRUE(t.groups.empty());
  EXPECT_EQ(t.entries.at(0).term, "sd(x)");
}

TEST(GroupPriors, AnEffectBeatsItsTermAndThatTheGroup) {
  const std::string text = "sd(g)=half_normal(1),sd(h|g)=half_normal(2),sd(h[b]|g)=half_normal(3)";
  EXPECT_EQ(scale(text, "h[b]", "g"), "half_normal(3)");
  EXPECT_EQ(scale(text, "h[c]", "g"), "half_normal(2)");
  EXPECT_EQ(scale(text, "Intercept", "g"), "half_normal(1)");
  EXPECT_EQ(scale(text, "Intercept", "k"), "none");
  EXPECT_EQ(find_correlation_prior(priors(text), "g"), nullptr);
  const auto lkj = priors("cor(g)=lkj");
  EXPECT_EQ(find_correlation_prior(lkj, "g")->text(), "lkj(1)");
}

TEST(GroupPriors, ScalesTakePositivePriorsAndCorrelationsLkj) {
  EXPECT_EQ(scale("sd(g)=normal(0,2)", "x", "g"), "half_normal(2)");
  EXPECT_THAT(bad("sd(x|g)=laplace(1)"), HasSubstr("'laplace(1)' is not a prior for a positive parameter"));
  EXPECT_THAT(bad("sd(x|g)=lkj(1)"), HasSubstr("'lkj(1)' is not a prior for a positive parameter"));
  EXPECT_THAT(bad("cor(g)=normal(0,1)"),
              HasSubstr("'normal(0,1)' is not a prior for correlations. Use lkj(shape)"));
  EXPECT_THAT(bad("cor(g)=lkj(0)"), HasSubstr("0 in 'lkj(0)' must be positive"));
  EXPECT_THAT(bad("x=lkj(1)"), HasSubstr("lkj is a prior for the correlations of group effects"));
  EXPECT_THAT(bad("sd(g)=half_normal(1),sd( g )=half_normal(2)"), HasSubstr("'sd( g )' has two priors"));
}

TEST(GroupPriors, NamesThatTheModelDoesNotHaveAreTold) {
  const std::vector<GroupTerm> terms{term("g", {"Intercept", "x"}, true),
                                     term("plot:year", {"Intercept"}, false)};
  EXPECT_EQ(unknown("sd(x|g)=half_normal(1),sd(plot:year)=flat,cor(g)=lkj(2)", terms), "(no error)");
  EXPECT_THAT(
      unknown("sd(z|g)=half_normal(1)", terms),
      HasSubstr("`prior`: the model has no 'sd(z|g)'. Did you mean 'sd(x|g)'? There are: sd(Intercept|g), "
                "sd(x|g), sd(g), cor(g), sd(Intercept|plot:year), sd(plot:year)."));
  EXPECT_THAT(unknown("sd(plotyear)=flat", terms), HasSubstr("Did you mean 'sd(plot:year)'?"));
  EXPECT_THAT(unknown("cor(plot:year)=lkj(2)", terms), HasSubstr("no effects of 'plot:year' are correlated"));
  EXPECT_THAT(unknown("cor(x|g)=lkj(2)", terms), HasSubstr("has no 'cor(x|g)'. Did you mean"));
  EXPECT_THAT(unknown("sd(g)=flat", {}), HasSubstr("'sd(g)', but the model has no group effects"));
}

}  // namespace
}  // namespace cggibbs
