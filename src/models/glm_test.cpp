// What a GLM is made of: names, shared priors, hidden parameters, default priors, scales, warnings.
#include "models/glm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.hpp"
#include "base/test_error.hpp"
#include "graph/model.hpp"
#include "graph/start.hpp"
#include "graph/state.hpp"
#include "models/example_table.hpp"

namespace cggibbs {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Design design(const std::string& formula) {
  return build_design(parse_formula(formula), example::eight_rows());
}

/// A matrix of small whole numbers, as a matrix file gives it.
Design matrix_design(std::size_t n, std::size_t d) {
  Design out;
  out.rows = n;
  out.response_name = "y";
  DenseMatrix x{n, d, {}};
  for (std::size_t j = 0; j < d; ++j) {
    out.names.push_back("x" + std::to_string(j + 1));
    for (std::size_t i = 0; i < n; ++i) x.values.push_back(static_cast<double>((3 * i + 5 * j + i * j) % 7));
  }
  for (std::size_t i = 0; i < n; ++i) out.y.push_back(i % 3 == 0 ? 1 : 0);
  out.x = std::move(x);
  return out;
}

std::vector<std::string> prior_lines(const Problem& glm) {
  std::vector<std::string> lines;
  for (const auto& p : glm.priors) lines.push_back(p.parameter + " ~ " + p.prior);
  return lines;
}

std::string refusal(const GlmSettings& s, Design d) {
  return test::error_of([&] { build_glm(s, std::move(d)); });
}

TEST(Glm, RecordsCoefficientsThenGroupsThenDispersion) {
  const Problem glm = build_glm({}, design("y ~ x + h + (1|g)"));
  EXPECT_THAT(glm.model->output_names(),
              ElementsAre("Intercept", "x", "h[v]", "sd(Intercept|g)", "Intercept|g[a]", "Intercept|g[b]",
                          "Intercept|g[c]", "sigma"));
  EXPECT_EQ(glm.rotated->output_names(), glm.model->output_names());
  EXPECT_EQ(glm.form(true), glm.model);
  EXPECT_EQ(glm.form(false), glm.rotated);
}

TEST(Glm, ASingleBarCorrelatesTheEffectsOfALevel) {
  const Problem glm = build_glm({}, design("y ~ z + (1 + x|g)"));
  EXPECT_THAT(
      glm.model->output_names(),
      ElementsAre("Intercept", "z", "sd(Intercept|g)", "sd(x|g)", "cor(Intercept,x|g)", "Intercept|g[a]",
                  "x|g[a]", "Intercept|g[b]", "x|g[b]", "Intercept|g[c]", "x|g[c]", "sigma"));
  EXPECT_THAT(prior_lines(glm), Contains("cor(g) ~ lkj(1)"));
  EXPECT_EQ(glm.rotated->output_names(), glm.model->output_names());
}

TEST(Glm, TwoBarsAndLoneEffectsHaveNoCorrelations) {
  for (const char* formula : {"y ~ z + (1 + x||g)", "y ~ z + (1|g) + (0 + x|g)"})
    EXPECT_THAT(build_glm({}, design(formula)).model->output_names(),
                ElementsAre("Intercept", "z", "sd(Intercept|g)", "Intercept|g[a]", "Intercept|g[b]",
                            "Intercept|g[c]", "sd(x|g)", "x|g[a]", "x|g[b]", "x|g[c]", "sigma"))
        << formula;
  // A categorical effect is one for each of its levels, and these are correlated.
  EXPECT_THAT(build_glm({}, design("y ~ (0 + h|g)")).model->output_names(), Contains("cor(h[u],h[v]|g)"));
}

TEST(Glm, AGroupWithinAnotherIsBoth) {
  const auto names = [](const char* formula) { return build_glm({}, design(formula)).model->output_names(); };
  EXPECT_EQ(names("y ~ x + (1|g/h)"), names("y ~ x + (1|g) + (1|g:h)"));
  EXPECT_THAT(names("y ~ x + (1|g/h)"), Contains("Intercept|g:h[a:u]"));
  EXPECT_EQ(names("y ~ z + (1 + x|g/h)"), names("y ~ z + (1 + x|g) + (1 + x|g:h)"));
  EXPECT_THAT(names("y ~ z + (1 + x|g/h)"), Contains("cor(Intercept,x|g:h)"));
  EXPECT_EQ(names("y ~ z + (1 + x||g/h)"), names("y ~ z + (1|g) + (0 + x|g) + (1|g:h) + (0 + x|g:h)"));
}

TEST(Glm, ScalesAndCorrelationsHavePriorsByName) {
  GlmSettings s;
  s.sd_prior = Prior{PriorKind::exponential, {3}};
  s.prior = parse_prior_table("z=normal(0,2),sd(x|g)=half_normal(1),cor(g)=lkj(2)", "`prior`");
  const auto lines = prior_lines(build_glm(s, design("y ~ z + (1 + x|g)")));
  for (const char* line :
       {"z ~ normal(0,2)", "sd(Intercept|g) ~ exponential(3)", "sd(x|g) ~ half_normal(1)", "cor(g) ~ lkj(2)"})
    EXPECT_THAT(lines, Contains(line));
  EXPECT_THAT(refusal(s, design("y ~ z + (1 + x||g)")), HasSubstr("no effects of 'g' are correlated"));
  EXPECT_THAT(refusal(s, design("y ~ z + (1|g)")), HasSubstr("no 'sd(x|g)'"));
}

/// The log density as the formulas have it, at a random point.
TEST(Glm, CorrelatedEffectsHaveTheDensityOfTheirDefinition) {
  GlmSettings s{.decorrelate = Decorrelate::off};
  s.prior =
      parse_prior_table("sd(Intercept|g)=exponential(2),sd(x|g)=exponential(0.5),cor(g)=lkj(3)", "`prior`");
  s.intercept_prior = Prior{PriorKind::flat, {}};
  s.dispersion_prior = parse_positive_prior_table("flat", "`dispersion_prior`");
  const Design d = design("y ~ (1 + x|g)");
  const Problem glm = build_glm(s, d);
  State state = make_state(*glm.model);
  Rng rng(5, 0);
  draw_valid_start(*glm.model, state, rng);
  recompute(*glm.model, state);
  std::vector<double> out(glm.model->n_outputs());
  record(*glm.model, state, out);
  const double a = out[0], s1 = out[1], s2 = out[2], r = out[3], sigma = out[10];
  const double* u = out.data() + 4;
  // Beta of (1 + r) / 2 with both shapes 3, and scales.
  double expected =
      std::log(30.0) + 2 * std::log((1 - r * r) / 4) + std::log(2.0) - 2 * s1 + std::log(0.5) - 0.5 * s2;
  const double log_two_pi = std::log(2 * M_PI), det = s1 * s1 * s2 * s2 * (1 - r * r);
  for (std::size_t l = 0; l < 3; ++l) {
    const double x = u[2 * l] / s1, y = u[2 * l + 1] / s2;
    expected += -log_two_pi - 0.5 * std::log(det) - 0.5 * (x * x - 2 * r * x * y + y * y) / (1 - r * r);
  }
  const GroupTerm& g = d.groups[0];
  for (std::size_t i = 0; i < d.rows; ++i) {
    const double mean = a + u[2UL * g.index[i]] + u[2UL * g.index[i] + 1] * g.values[1][i];
    const double z = (d.y[i] - mean) / sigma;
    expected += -0.5 * log_two_pi - std::log(sigma) - 0.5 * z * z;
  }
  EXPECT_NEAR(state.log_density(), expected, 1e-10 * std::abs(expected));
}

TEST(Glm, NamesDoNotDependOnTheCoordinates) {
  const auto names = [](Decorrelate how) {
    return build_glm({.decorrelate = how}, design("y ~ x + z")).model->output_names();
  };
  EXPECT_EQ(names(Decorrelate::on), names(Decorrelate::off));
}

TEST(Glm, DefaultPriorsFollowTheScalesOfTheData) {
  EXPECT_THAT(prior_lines(build_glm({}, design("y ~ x"))),
              ElementsAre(HasSubstr("Intercept ~ student_t(3,4.6875,"), HasSubstr("sd = 2.5 sd(y)/sd(x)"),
                          HasSubstr("sigma ~ half_student_t(3,")));
  Design d = design("k ~ x");
  EXPECT_THAT(prior_lines(build_glm({.family = Family::negative_binomial}, std::move(d))),
              ElementsAre(HasSubstr("Intercept ~ student_t(3,"), HasSubstr("sd = 2.5/sd(x)"),
                          "phi ~ inverse_gamma(0.4,0.003)"));
  EXPECT_THAT(prior_lines(build_glm({.family = Family::student_t}, design("y ~ 1"))),
              Contains("nu ~ gamma(2,0.1)"));
}

TEST(Glm, MatrixInputHasThePapersPriors) {
  GlmSettings s{.family = Family::bernoulli, .standardize = Standardize::zscore, .paper_defaults = true};
  EXPECT_THAT(prior_lines(build_glm(s, matrix_design(12, 3))),
              ElementsAre("Intercept ~ normal(0,10)", "3 coefficients ~ normal(0,10)"));
  s.prior = parse_prior_table("horseshoe", "`prior`");
  EXPECT_THAT(prior_lines(build_glm(s, matrix_design(12, 3))),
              ElementsAre("Intercept ~ student_t(3,0,1)", "3 coefficients ~ horseshoe(1)"));
}

TEST(Glm, PriorsByTermAreShared) {
  GlmSettings s{.family = Family::bernoulli, .paper_defaults = true};
  s.prior = parse_prior_table("x2=horseshoe,.=laplace(1)", "`prior`");
  const Problem glm = build_glm(s, matrix_design(12, 3));
  EXPECT_THAT(prior_lines(glm),
              ElementsAre("Intercept ~ laplace(0,1)", "2 coefficients ~ laplace(0,1)", "x2 ~ horseshoe(1)"));
  // In the order of their first column; every coefficient keeps its name.
  const auto names = glm.model->output_names();
  for (const char* name : {"x1", "x2", "x3"}) EXPECT_THAT(names, Contains(name));
}

TEST(Glm, LocalScalesAreHiddenUnlessAskedFor) {
  GlmSettings s{.family = Family::bernoulli, .paper_defaults = true};
  s.prior = parse_prior_table("horseshoe", "`prior`");
  const Problem hidden = build_glm(s, matrix_design(12, 2));
  EXPECT_THAT(hidden.model->output_names(), ElementsAre("Intercept", "tau", "x1", "x2"));
  s.save_all = true;
  const Problem all = build_glm(s, matrix_design(12, 2));
  EXPECT_THAT(all.model->output_names(), Contains("lambda[x1]"));
  EXPECT_EQ(hidden.model->n_coordinates(), all.model->n_coordinates());
  s.prior = parse_prior_table("spike_slab(2)", "`prior`");
  EXPECT_THAT(
      build_glm(s, matrix_design(12, 2)).model->output_names(),
      testing::UnorderedElementsAre("Intercept", "included[x1]", "included[x2]", "inclusion", "x1", "x2"));
}

/// Intercept_original must be the intercept of the same linear predictor on the columns as read.
void expect_original_intercept(Standardize rule, Decorrelate how) {
  const Design raw = matrix_design(12, 3);
  GlmSettings s{.family = Family::bernoulli, .standardize = rule, .decorrelate = how, .paper_defaults = true};
  const Problem glm = build_glm(s, matrix_design(12, 3));
  const auto names = glm.model->output_names();
  const auto at = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  State state = make_state(*glm.model);
  Rng rng(1, 1);
  draw_valid_start(*glm.model, state, rng);
  std::vector<double> out(names.size());
  record(*glm.model, state, out);
  Matrix copy = raw.x;
  const Scaling scaling = standardize(copy, rule);
  const auto& x = std::get<DenseMatrix>(raw.x);
  for (std::size_t i = 0; i < raw.rows; ++i) {
    double scaled = out[at("Intercept")];
    double original = out[at("Intercept_original")];
    for (std::size_t j = 0; j < 3; ++j) {
      const double b = out[at(raw.names[j])];
      const double v = x.col(j)[i];
      scaled += b * (v - scaling.centre[j]) / scaling.scale[j];
      EXPECT_EQ(glm.original[j + 1].name, raw.names[j]);
      original += b * glm.original[j + 1].factor * v;
    }
    EXPECT_NEAR(scaled, original, 1e-12);
  }
}

TEST(Glm, OriginalInterceptGivesTheSamePredictor) {
  expect_original_intercept(Standardize::zscore, Decorrelate::off);
  expect_original_intercept(Standardize::zscore, Decorrelate::on);
  expect_original_intercept(Standardize::maxabs, Decorrelate::off);
}

TEST(Glm, SaysHowResultsAreToldAndWhatIsRecorded) {
  Design d = matrix_design(12, 2);
  d.rows_dropped = 3;
  const Problem scaled = build_glm({.family = Family::bernoulli, .standardize = Standardize::maxabs}, d);
  EXPECT_EQ(scaled.name, "bernoulli_logit");
  EXPECT_EQ(scaled.title, "bernoulli with logit link, 12 rows");
  EXPECT_EQ(scaled.units, "on columns scaled by maxabs");
  EXPECT_THAT(scaled.notes, ElementsAre("3 rows with missing values were dropped."));
  ASSERT_EQ(scaled.original.size(), 3U);
  EXPECT_EQ(scaled.original[0].column, "Intercept_original");
  EXPECT_DOUBLE_EQ(scaled.original[1].factor, 1.0 / 6);
  EXPECT_EQ(scaled.facts[2].name, "standardize");
  EXPECT_EQ(std::get<std::string>(scaled.facts[2].value), "maxabs");
  const Problem as_read = build_glm({.family = Family::bernoulli}, d);
  EXPECT_EQ(as_read.units, "");
  EXPECT_THAT(as_read.original, IsEmpty());
}

TEST(Glm, MergesIdenticalRowsInEveryFormAndSaysSo) {
  const Design d = matrix_design(28, 2);  // row 7 + i is row i
  const Problem merged = build_glm({.family = Family::poisson}, d);
  ASSERT_NE(merged.rotated, nullptr);
  for (const auto& model : {merged.model, merged.rotated}) EXPECT_EQ(model->factors().back().size, 7U);
  EXPECT_EQ(merged.title, "poisson with log link, 28 rows");
  EXPECT_THAT(merged.notes, ElementsAre(HasSubstr("the 28 rows have 7 distinct predictors")));
  EXPECT_EQ(merged.facts.back().name, "distinct_rows");
  EXPECT_EQ(std::get<std::size_t>(merged.facts.back().value), 7U);
  const Problem apart = build_glm({.family = Family::poisson, .merge_rows = false}, d);
  EXPECT_EQ(apart.model->factors().back().size, 28U);
  EXPECT_THAT(apart.notes, IsEmpty());
  EXPECT_EQ(build_glm({.family = Family::gaussian}, d).model->factors().back().size, 28U);
}

TEST(Glm, HasOneFormWhereCoordinatesAreAskedFor) {
  const Problem on = build_glm({.decorrelate = Decorrelate::on}, design("y ~ x"));
  EXPECT_EQ(on.form(true), on.rotated);
  EXPECT_EQ(on.form(false), on.rotated);
  const Problem off = build_glm({.decorrelate = Decorrelate::off}, design("y ~ x"));
  EXPECT_EQ(off.rotated, nullptr);
  EXPECT_EQ(off.form(false), off.model);
}

TEST(Glm, WarnsAboutSeparationUnderAFlatPrior) {
  Design d = matrix_design(12, 1);
  for (std::size_t i = 0; i < 12; ++i) {
    std::get<DenseMatrix>(d.x).values[i] = static_cast<double>(i);
    d.y[i] = i > 5 ? 1 : 0;
  }
  GlmSettings s{.family = Family::bernoulli};
  s.prior = parse_prior_table("flat", "`prior`");
  EXPECT_THAT(build_glm(s, d).warnings, ElementsAre(HasSubstr("separate the two outcomes")));
  s.prior = {};
  EXPECT_THAT(build_glm(s, d).warnings, IsEmpty());
}

TEST(Glm, RefusesWhatDoesNotFit) {
  GlmSettings s;
  s.prior = parse_prior_table("zz=normal(0,1)", "`prior`");
  EXPECT_THAT(refusal(s, design("y ~ x + z")),
              HasSubstr("there is no coefficient 'zz'. Did you mean 'z'? Coefficients: x, z."));
  s = {};
  s.dispersion_prior.entries = {{"phi", Prior{PriorKind::exponential, {1}}}};
  EXPECT_THAT(refusal(s, design("y ~ x")), HasSubstr("family gaussian has no parameter 'phi'"));
  s = {.family = Family::poisson};
  s.dispersion_prior.others = {Prior{PriorKind::exponential, {1}}};
  EXPECT_THAT(refusal(s, design("k ~ x")), HasSubstr("has no dispersion parameter"));
  s = {.intercept_prior = Prior{PriorKind::horseshoe, {1}}};
  EXPECT_THAT(refusal(s, design("y ~ x")), HasSubstr("`intercept_prior`: horseshoe(1) shrinks groups"));
  s = {.decorrelate = Decorrelate::on};
  s.prior = parse_prior_table("horseshoe", "`prior`");
  EXPECT_THAT(refusal(s, design("y ~ x")), HasSubstr("`decorrelate=yes` needs priors with fixed scales"));
  EXPECT_THAT(refusal({}, design("h ~ x")), HasSubstr("the response 'h' is text (u, v)"));
  Design twice = matrix_design(5, 2);
  twice.names = {"a", "a"};
  EXPECT_THAT(refusal({.family = Family::poisson}, std::move(twice)),
              HasSubstr("two predictors have the name 'a'"));
}

}  // namespace
}  // namespace cggibbs
