// Families: names, links and the responses they accept.
#include "models/family.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/special.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Family all[]{Family::gaussian, Family::student_t,         Family::bernoulli, Family::binomial,
                       Family::poisson,  Family::negative_binomial, Family::gamma,     Family::beta};

struct Verdict {
  std::string error;
  std::vector<std::string> warnings;
};

Verdict check(Family family, std::vector<double> y, std::vector<double> trials = {},
              std::vector<double> weights = {}) {
  Verdict v;
  try {
    check_response(family, {std::move(y), std::move(trials), std::move(weights)}, v.warnings);
  } catch (const Error& e) {
    v.error = e.what();
  }
  return v;
}

TEST(Family, NamesReadBack) {
  for (Family f : all) EXPECT_EQ(parse_family(std::string(name(f))), f);
  EXPECT_THAT(families(), testing::ElementsAreArray(all));
  for (const char* l : {"identity", "log", "logit", "probit", "cloglog", "inverse", "sqrt"})
    EXPECT_EQ(name(parse_link(l)), l);
}

TEST(Family, UnknownNamesGetASuggestion) {
  EXPECT_THAT([] { parse_family("gausian"); },
              testing::ThrowsMessage<Error>(HasSubstr("unknown family 'gausian'. Did you mean 'gaussian'?")));
  EXPECT_THAT([] { parse_link("logt"); }, testing::ThrowsMessage<Error>(HasSubstr("unknown link 'logt'")));
}

TEST(Family, LinksAreChosenOrRefused) {
  EXPECT_EQ(link_or_default(Family::gamma, {}), Link::log);
  EXPECT_EQ(link_or_default(Family::bernoulli, Link::cloglog), Link::cloglog);
  EXPECT_THAT([] { link_or_default(Family::gaussian, Link::logit); },
              testing::ThrowsMessage<Error>(HasSubstr(
                  "`link=logit` does not go with `family=gaussian`. Use one of: identity, log, inverse.")));
}

TEST(Family, LinkInverseAndSlopeAgree) {
  for (Link l :
       {Link::identity, Link::log, Link::logit, Link::probit, Link::cloglog, Link::inverse, Link::sqrt})
    for (double eta : {0.1, 0.7, 2.0}) {
      EXPECT_NEAR(link_function(l, inverse_link(l, eta)), eta, 1e-9) << name(l);
      // Central difference: error of order h^2 times the third derivative.
      const double h = 1e-5;
      const double slope = (inverse_link(l, eta + h) - inverse_link(l, eta - h)) / (2 * h);
      EXPECT_NEAR(inverse_link_slope(l, eta), slope, 1e-6 * (1 + std::abs(slope))) << name(l);
    }
}

TEST(Family, ValuesOutsideTheFamilyAreNamedWithTheirRow) {
  EXPECT_THAT(check(Family::bernoulli, {0, 1, 2}).error,
              HasSubstr("the response of row 3 is 2, but for `family=bernoulli` it must be 0 or 1."));
  EXPECT_THAT(check(Family::poisson, {1, -1}).error,
              HasSubstr("row 2 is -1, but for `family=poisson` it must not be negative"));
  EXPECT_THAT(check(Family::negative_binomial, {1.5, 1}).error, HasSubstr("row 1 is 1.5"));
  EXPECT_THAT(check(Family::gamma, {1, 0}).error, HasSubstr("must be positive"));
  EXPECT_THAT(check(Family::beta, {0.5, 1}).error, HasSubstr("strictly between 0 and 1"));
  for (Family f : all) {
    EXPECT_THAT(check(f, {f == Family::beta ? 0.5 : 1.0, nan}).error, HasSubstr("row 2 is nan")) << name(f);
    EXPECT_THAT(check(f, {inf, 1}).error, HasSubstr("row 1 is inf")) << name(f);
    EXPECT_THAT(check(f, {}).error, HasSubstr("no rows")) << name(f);
  }
}

TEST(Family, TrialsBelongToTheBinomial) {
  EXPECT_EQ(check(Family::binomial, {1, 2}, {3, 3}).error, "");
  EXPECT_THAT(check(Family::binomial, {1, 2}).error, HasSubstr("needs the number of trials"));
  EXPECT_THAT(check(Family::binomial, {1, 4}, {3, 3}).error, HasSubstr("row 2 has 4 successes in 3 trials"));
  EXPECT_THAT(check(Family::binomial, {1, 2}, {3, 2.5}).error, HasSubstr("row 2 has 2.5 trials"));
  EXPECT_THAT(check(Family::poisson, {1, 2}, {3, 3}).error, HasSubstr("Did you mean `family=binomial`?"));
}

TEST(Family, WeightsAreFiniteAndNotAllZero) {
  EXPECT_THAT(check(Family::gaussian, {1, 2}, {}, {1, -1}).error, HasSubstr("the weight of row 2 is -1"));
  EXPECT_THAT(check(Family::gaussian, {1, 2}, {}, {nan, 1}).error, HasSubstr("the weight of row 1 is nan"));
  EXPECT_THAT(check(Family::gaussian, {1, 2}, {}, {0, 0}).error, HasSubstr("all weights are zero"));
  EXPECT_EQ(check(Family::gaussian, {1, 2}, {}, {0, 1}).error, "");
}

TEST(Family, ConstantResponsesAreRefusedOrWarnedAbout) {
  for (Family f : {Family::gaussian, Family::student_t, Family::gamma})
    EXPECT_THAT(check(f, {2, 2, 2}).error, HasSubstr("constant (2 in all 3 rows)")) << name(f);
  for (Family f : {Family::bernoulli, Family::poisson, Family::negative_binomial}) {
    const Verdict v = check(f, {1, 1});
    EXPECT_EQ(v.error, "");
    EXPECT_THAT(v.warnings, ElementsAre(HasSubstr("only the prior bounds the intercept")));
  }
  EXPECT_THAT(check(Family::binomial, {1, 1}, {2, 3}).warnings, IsEmpty());
  EXPECT_THAT(check(Family::gaussian, {2}).warnings, ElementsAre(HasSubstr("single row")));
  EXPECT_THAT(check(Family::gaussian, {2, 3}).warnings, IsEmpty());
}

TEST(Family, DispersionNames) {
  EXPECT_THAT(dispersion_names(Family::student_t), ElementsAre("sigma", "nu"));
  EXPECT_THAT(dispersion_names(Family::gamma), ElementsAre("shape"));
  EXPECT_THAT(dispersion_names(Family::poisson), IsEmpty());
}

}  // namespace
}  // namespace cggibbs
