// Every way to write a prior, and every way to get it wrong.
#include "models/prior_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/special.hpp"
#include "base/test_error.hpp"
#include "graph/model.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

using test::error_of;

Prior prior(const std::string& text) {
  return parse_prior(text, "`prior`");
}
Prior positive(const std::string& text) {
  return parse_positive_prior(text, "`sd_prior`");
}
std::string bad(const std::string& text) {
  return error_of([&] { parse_prior(text, "`prior`"); });
}
std::string bad_positive(const std::string& text) {
  return error_of([&] { parse_positive_prior(text, "`sd_prior`"); });
}
std::string bad_table(const std::string& text) {
  return error_of([&] { parse_prior_table(text, "`prior`"); });
}

TEST(Prior, EveryCoefficientPriorCanBeWritten) {
  EXPECT_EQ(prior("flat"), (Prior{PriorKind::flat, {}}));
  EXPECT_EQ(prior("normal(0,10)"), (Prior{PriorKind::normal, {0, 10}}));
  EXPECT_EQ(prior("student_t(3,0,1)"), (Prior{PriorKind::student_t, {3, 0, 1}}));
  EXPECT_EQ(prior("cauchy(0,2.5)"), (Prior{PriorKind::cauchy, {0, 2.5}}));
  EXPECT_EQ(prior("laplace(1,2)"), (Prior{PriorKind::laplace, {1, 2}}));
  EXPECT_EQ(prior("horseshoe(0.1)"), (Prior{PriorKind::horseshoe, {0.1}}));
  EXPECT_EQ(prior("regularized_horseshoe(1,2,4)"), (Prior{PriorKind::regularized_horseshoe, {1, 2, 4}}));
  EXPECT_EQ(prior("spike_slab(2.5,0.1)"), (Prior{PriorKind::spike_slab, {2.5, 0.1}}));
}

TEST(Prior, EveryPositivePriorCanBeWritten) {
  EXPECT_EQ(positive("half_normal(1)"), (Prior{PriorKind::half_normal, {1}}));
  EXPECT_EQ(positive("half_cauchy(2.5)"), (Prior{PriorKind::half_cauchy, {2.5}}));
  EXPECT_EQ(positive("half_student_t(3,2.5)"), (Prior{PriorKind::half_student_t, {3, 2.5}}));
  EXPECT_EQ(positive("exponential(1)"), (Prior{PriorKind::exponential, {1}}));
  EXPECT_EQ(positive("gamma(2,0.1)"), (Prior{PriorKind::gamma, {2, 0.1}}));
  EXPECT_EQ(positive("inverse_gamma(0.4,0.3)"), (Prior{PriorKind::inverse_gamma, {0.4, 0.3}}));
  EXPECT_EQ(positive("lognormal(-1,2)"), (Prior{PriorKind::lognormal, {-1, 2}}));
  EXPECT_EQ(positive("flat"), (Prior{PriorKind::flat, {}}));
}

TEST(Prior, OmittedNumbersAreFilledIn) {
  EXPECT_EQ(prior("normal(2.5)"), prior("normal(0,2.5)"));
  EXPECT_EQ(prior("cauchy(2.5)"), prior("cauchy(0,2.5)"));
  EXPECT_EQ(prior("laplace(1)"), prior("laplace(0,1)"));
  EXPECT_EQ(prior("horseshoe"), prior("horseshoe(1)"));
  EXPECT_EQ(prior("horseshoe()"), prior("horseshoe"));
  EXPECT_EQ(prior("regularized_horseshoe(0.5)"), prior("regularized_horseshoe(0.5,2,4)"));
  EXPECT_EQ(prior("spike_slab"), (Prior{PriorKind::spike_slab, {2.5}}));
}

TEST(Prior, SpacesAndNamesOfNumbersAreAccepted) {
  EXPECT_EQ(prior("  normal ( 0 , 10 ) "), prior("normal(0,10)"));
  EXPECT_EQ(prior("normal(mean=0, sd=10)"), prior("normal(0,10)"));
  EXPECT_EQ(prior("normal(-1e-1,1e1)"), prior("normal(-0.1,10)"));
}

TEST(Prior, NumbersAreReadByTheirNames) {
  EXPECT_EQ(prior("normal(sd=2,mean=1)"), prior("normal(1,2)"));
  EXPECT_EQ(prior("normal(1, sd=2)"), prior("normal(1,2)"));
  EXPECT_EQ(prior("normal( sd = 2 )"), prior("normal(0,2)"));
  EXPECT_EQ(prior("student_t(scale=2,df=3,location=1)"), prior("student_t(3,1,2)"));
  EXPECT_EQ(prior("student_t(3,scale=2,location=1)"), prior("student_t(3,1,2)"));
  EXPECT_EQ(prior("cauchy(scale=2,location=1)"), prior("cauchy(1,2)"));
  EXPECT_EQ(prior("cauchy(scale=2)"), prior("cauchy(0,2)"));
  EXPECT_EQ(prior("laplace(scale=2,location=1)"), prior("laplace(1,2)"));
  EXPECT_EQ(prior("horseshoe(scale=0.1)"), prior("horseshoe(0.1)"));
  EXPECT_EQ(prior("regularized_horseshoe(slab_df=7,scale=0.5)"), prior("regularized_horseshoe(0.5,2,7)"));
  EXPECT_EQ(prior("regularized_horseshoe(slab_scale=3)"), prior("regularized_horseshoe(1,3,4)"));
  EXPECT_EQ(prior("spike_slab(inclusion=0.1,sd=2)"), prior("spike_slab(2,0.1)"));
  EXPECT_EQ(prior("spike_slab(inclusion=0.1)"), prior("spike_slab(2.5,0.1)"));
  EXPECT_EQ(positive("half_normal(scale=2)"), positive("half_normal(2)"));
  EXPECT_EQ(positive("half_cauchy(scale=2)"), positive("half_cauchy(2)"));
  EXPECT_EQ(positive("half_student_t(scale=2,df=3)"), positive("half_student_t(3,2)"));
  EXPECT_EQ(positive("exponential(rate=2)"), positive("exponential(2)"));
  EXPECT_EQ(positive("gamma(rate=0.1,shape=2)"), positive("gamma(2,0.1)"));
  EXPECT_EQ(positive("inverse_gamma(scale=0.3,shape=0.4)"), positive("inverse_gamma(0.4,0.3)"));
  EXPECT_EQ(positive("lognormal(sigma=2,mu=-1)"), positive("lognormal(-1,2)"));
  EXPECT_EQ(positive("normal(sd=2,mean=0)"), positive("half_normal(2)"));
}

TEST(Prior, MistakesInNamesAreNamed) {
  EXPECT_THAT(bad("normal(0,scale=1)"), HasSubstr("has no number called 'scale'. Names: mean, sd."));
  EXPECT_THAT(bad("normal(maen=0,sd=1)"), HasSubstr("Did you mean 'mean'?"));
  EXPECT_THAT(bad("flat(sd=1)"), HasSubstr("'flat(sd=1)' has 1 numbers; write flat"));
  EXPECT_THAT(bad("normal(sd=1,sd=2)"), HasSubstr("'sd' is given twice; write normal(mean, sd)"));
  EXPECT_THAT(bad("normal(2,mean=1)"), HasSubstr("'mean' is given twice"));
  EXPECT_THAT(bad("normal(mean=1)"), HasSubstr("'sd' is missing; write normal(mean, sd)"));
  EXPECT_THAT(bad("student_t(df=3,scale=1)"), HasSubstr("'location' is missing"));
  EXPECT_THAT(bad("normal(mean=1,2)"), HasSubstr("'2' has no name but follows 'mean'"));
  EXPECT_THAT(bad("normal(=1,sd=2)"), HasSubstr("a name is missing before '=1'"));
  EXPECT_THAT(bad("normal(mean=0,sd=two)"), HasSubstr("'two' in 'normal(mean=0,sd=two)' is not a number"));
  EXPECT_THAT(bad("normal(mean=0,sd=-1)"), HasSubstr("must be positive"));
  EXPECT_THAT(bad_positive("gamma(shape=2)"), HasSubstr("'rate' is missing; write gamma(shape, rate)"));
}

TEST(Prior, SymmetricPriorsOfPositiveParametersAreTheirHalves) {
  EXPECT_EQ(positive("normal(0,2)"), positive("half_normal(2)"));
  EXPECT_EQ(positive("cauchy(2)"), positive("half_cauchy(2)"));
  EXPECT_EQ(positive("student_t(3,0,2)"), positive("half_student_t(3,2)"));
  EXPECT_THAT(bad_positive("normal(1,2)"), HasSubstr("not a prior for a positive parameter"));
  EXPECT_THAT(bad_positive("laplace(1)"), HasSubstr("`sd_prior`: 'laplace(1)'"));
  EXPECT_THAT(bad_positive("horseshoe"), HasSubstr("half_normal"));
}

TEST(Prior, TextReadsBackAsThePrior) {
  for (const char* text :
       {"flat", "normal(0,10)", "student_t(3,0,2.5)", "horseshoe(1)", "spike_slab(2.5,0.25)"}) {
    EXPECT_EQ(prior(text).text(), text);
    EXPECT_EQ(prior(prior(text).text()), prior(text));
  }
}

TEST(Prior, MistakesAreNamed) {
  EXPECT_THAT(bad("nromal(0,1)"), HasSubstr("`prior`: unknown prior 'nromal'. Did you mean 'normal'?"));
  EXPECT_THAT(bad(""), HasSubstr("unknown prior ''"));
  EXPECT_THAT(bad("normal"), HasSubstr("'normal' has 0 numbers; write normal(mean, sd)"));
  EXPECT_THAT(bad("normal(1,2,3)"), HasSubstr("has 3 numbers"));
  EXPECT_THAT(bad("student_t(3,1)"), HasSubstr("student_t(df, location, scale)"));
  EXPECT_THAT(bad("normal(0,1"), HasSubstr("lacks its closing parenthesis"));
  EXPECT_THAT(bad("normal(0,1)x"), HasSubstr("lacks its closing parenthesis"));
  EXPECT_THAT(bad("normal(0,one)"), HasSubstr("'one' in 'normal(0,one)' is not a number"));
  EXPECT_THAT(bad("normal(0,)"), HasSubstr("'' in 'normal(0,)' is not a number"));
  EXPECT_THAT(bad("normal(0,inf)"), HasSubstr("is not a number"));
  EXPECT_THAT(bad("normal(nan,1)"), HasSubstr("is not a number"));
  EXPECT_THAT(bad("normal(0,-1)"), HasSubstr("-1 in 'normal(0,-1)' must be positive"));
  EXPECT_THAT(bad("laplace(0)"), HasSubstr("must be positive"));
  EXPECT_THAT(bad("student_t(0,0,1)"), HasSubstr("must be positive"));
  EXPECT_THAT(bad("horseshoe(-1)"), HasSubstr("must be positive"));
  EXPECT_THAT(bad("spike_slab(1,1.5)"), HasSubstr("inclusion 1.5"));
  EXPECT_THAT(bad("half_normal(1)"), HasSubstr("prior for positive parameters"));
  EXPECT_THAT(bad_positive("exponential(0)"), HasSubstr("must be positive"));
  EXPECT_THAT(bad_positive("gamma(1)"), HasSubstr("gamma(shape, rate)"));
}

TEST(PriorTable, TermsHaveTheirOwnPriors) {
  const PriorTable t =
      parse_prior_table("x1=laplace(1), C(g)=normal(0,5), `a b`=flat, .=normal(0,2.5)", "`prior`");
  ASSERT_EQ(t.entries.size(), 3u);
  EXPECT_EQ(t.find("x1")->prior, prior("laplace(1)"));
  EXPECT_EQ(t.find("C(g)[b]")->prior, prior("normal(0,5)"));
  EXPECT_EQ(t.find("a b")->prior, prior("flat"));
  EXPECT_EQ(t.find("x11"), nullptr);
  EXPECT_EQ(t.find("x2"), nullptr);
  EXPECT_EQ(t.others, std::vector{prior("normal(0,2.5)")});
}

TEST(PriorTable, OnePriorIsForAll) {
  const PriorTable t = parse_prior_table("normal(mean=0, sd=2)", "`prior`");
  EXPECT_TRUE(t.entries.empty());
  EXPECT_EQ(t.others, std::vector{prior("normal(0,2)")});
}

TEST(PriorTable, AnElementBeatsItsTerm) {
  const PriorTable t = parse_prior_table("g=normal(0,1),g[b]=flat", "`prior`");
  EXPECT_EQ(t.find("g[b]")->prior, prior("flat"));
  EXPECT_EQ(t.find("g[c]")->prior, prior("normal(0,1)"));
}

TEST(PriorTable, MistakesAreNamed) {
  EXPECT_THAT(bad_table("x=flat,x=normal(0,1)"), HasSubstr("'x' has two priors"));
  EXPECT_THAT(bad_table("normal(0,1),flat"), HasSubstr("names two priors; write name=prior for each"));
  EXPECT_THAT(bad_table("x=y=flat"), HasSubstr("write name=prior"));
  EXPECT_THAT(bad_table("x=flat,"), HasSubstr("empty entry"));
  EXPECT_THAT(bad_table("x="), HasSubstr("unknown prior ''"));
  EXPECT_THAT(bad_table("x=half_cauchy(1)"), HasSubstr("coefficients may be negative"));
}

TEST(Prior, ScalesAreStandardDeviationsWhereThereAreAny) {
  EXPECT_EQ(prior_scale(prior("flat")), inf);
  EXPECT_EQ(prior_scale(prior("normal(1,3)")), 3);
  EXPECT_DOUBLE_EQ(prior_scale(prior("laplace(3)")), 3 * std::sqrt(2.0));
  EXPECT_EQ(prior_scale(prior("student_t(3,0,2)")), 2);
  EXPECT_TRUE(is_plain(prior("cauchy(1)")));
  EXPECT_FALSE(is_plain(prior("horseshoe")));
  EXPECT_FALSE(is_plain(prior("spike_slab")));
}

TEST(Prior, ItsMiddleDoesNotDependOnWhatWasAskedBefore) {
  const Prior narrow{PriorKind::half_normal, {1}}, wide{PriorKind::half_normal, {10}};
  const auto [low, high] = middle_of(narrow);
  EXPECT_NEAR(low, 0.063, 0.02);  // quantiles of |N(0, 1)|, to four standard errors of 4000 draws
  EXPECT_NEAR(high, 1.96, 0.13);
  EXPECT_NEAR(middle_of(wide).second, 10 * high, 1e-9);
  EXPECT_EQ(middle_of(narrow), std::pair(low, high));
}

TEST(Prior, EveryPlainPriorBecomesAFactorExceptFlat) {
  for (const char* text : {"normal(0,1)", "student_t(3,0,1)", "cauchy(1)", "laplace(1)", "flat"}) {
    ModelBuilder b;
    const Var v = b.real("b", 3);
    b.factor("normal", {v, 0, 1});
    add_prior(b, prior(text), v);
    EXPECT_EQ(b.build()->factors().size(), std::string(text) == "flat" ? 1u : 2u) << text;
  }
  for (const char* text : {"half_normal(1)", "half_cauchy(1)", "half_student_t(3,1)", "exponential(1)",
                           "gamma(1,1)", "inverse_gamma(1,1)", "lognormal(0,1)"}) {
    ModelBuilder b;
    add_prior(b, positive(text), b.positive("s"));
    EXPECT_EQ(b.build()->factors().size(), 1u) << text;
  }
}

TEST(PositivePriorTable, ReadsNamesAndTheOthers) {
  const PriorTable t = parse_positive_prior_table("sigma=normal(0,1), gamma(2,0.1)", "`dispersion_prior`");
  ASSERT_NE(t.find("sigma"), nullptr);
  EXPECT_EQ(t.find("sigma")->prior.text(), "half_normal(1)");
  ASSERT_EQ(t.others.size(), 1U);
  EXPECT_EQ(t.others[0].text(), "gamma(2,0.1)");
  EXPECT_THAT(error_of([] { parse_positive_prior_table("sigma=laplace(1)", "`dispersion_prior`"); }),
              HasSubstr("`dispersion_prior`: 'laplace(1)' is not a prior for a positive parameter"));
}

}  // namespace
}  // namespace cggibbs
