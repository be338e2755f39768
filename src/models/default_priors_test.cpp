// Default priors are weak and follow the units of response and predictors, for every family and link.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/rng.hpp"
#include "distributions/distribution.hpp"
#include "models/penalized_fit.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 400;

struct Pair {
  Family family;
  Link link;
};

std::vector<Pair> pairs() {
  std::vector<Pair> all;
  for (const Family f : families())
    for (const Link l : links(f)) all.push_back({f, l});
  return all;
}

std::string text(Pair p) {
  return std::string(name(p.family)) + " " + std::string(name(p.link));
}

bool in_units(Family family) {
  return family == Family::gaussian || family == Family::student_t || family == Family::gamma;
}
bool is_count(Family family) {
  return family == Family::poisson || family == Family::negative_binomial;
}
bool is_probability(Family family) {
  return !in_units(family) && !is_count(family);
}

double draw(Family family, double mu, Rng& rng) {
  const auto from = [&](const char* distribution, std::vector<double> parameters) {
    return find_distribution(distribution)->draw(rng, parameters.data());
  };
  switch (family) {
    case Family::gaussian:
      return from("normal", {mu, 0.5});
    case Family::student_t:
      return from("student_t", {6, mu, 0.5});
    case Family::bernoulli:
      return from("bernoulli", {mu});
    case Family::binomial:
      return from("binomial", {mu, 8});
    case Family::poisson:
      return from("poisson", {mu});
    case Family::negative_binomial:
      return from("negative_binomial", {mu, 4});
    case Family::gamma:
      return from("gamma_mean", {mu, 5});
    case Family::beta:
      return from("beta_mean", {mu, 10});
  }
  return 0;
}

struct Units {
  double y = 1;      ///< the response in smaller units has larger numbers
  double x = 1;      ///< the same for the predictors
  double shift = 0;  ///< of the predictors, in their sds
};

/// A measurement and a rare 0/1 column, both with effects that nobody would miss.
Design data(Pair p, Units units = {}) {
  Rng rng(11, 3);
  Design d;
  d.rows = n;
  d.names = {"x", "rare"};
  DenseMatrix x{n, 2, std::vector<double>(2 * n)};
  const bool away_from_zero = !is_probability(p.family) && p.link != Link::log;
  for (std::size_t i = 0; i < n; ++i) {
    const double v = 2 * rng.uniform() - 1;
    const double rare = rng.uniform() < 0.1 ? 1 : 0;
    const double eta = away_from_zero ? 4 + 1.5 * v + 1.5 * rare : -0.3 + 0.8 * v + 1.2 * rare;
    // Under a probability or a log link eta is moderate; elsewhere means are near 4, 16 or 1/4.
    const double mean = inverse_link(p.link, p.link == Link::cloglog ? 0.5 * eta : eta);
    double y = draw(p.family, mean, rng);
    if (p.family == Family::beta) y = std::min(std::max(y, 1e-6), 1 - 1e-6);
    d.y.push_back(y * units.y);
    if (p.family == Family::binomial) d.trials.push_back(8);
    x.col(0)[i] = (v + units.shift) * units.x;
    x.col(1)[i] = (rare + units.shift) * units.x;
  }
  d.x = std::move(x);
  return d;
}

/// Of intercept, x and rare: penalized by the default priors, not penalized, and standard errors.
struct Estimates {
  std::vector<double> defaults, likelihood, error;
};

Estimates estimates(Pair p, const Design& design) {
  std::vector<std::string> warnings;
  std::vector<PriorLine> lines;
  const GlmSettings settings{.family = p.family, .link = p.link};
  const GlmData checked = check_data(settings, design, warnings);
  const GlmPriors priors = assign_priors(settings, checked, lines);
  const DenseMatrix full = full_design(checked);
  const Rotation flat =
      find_rotation(full, checked.response, design.offset, p.family, p.link,
                    std::vector<double>(full.cols, 0.0), std::vector<double>(full.cols, 0.0));
  EXPECT_TRUE(flat.feasible);
  Estimates out{penalized_fit(checked, priors, full, warnings).estimate, flat.estimate, {}};
  for (std::size_t k = 0; k < full.cols; ++k) {
    double variance = 0;
    for (std::size_t j = 0; j < full.cols; ++j) variance += std::pow(flat.matrix.col(j)[k], 2);
    out.error.push_back(std::sqrt(variance));
  }
  return out;
}

/// Of a standard error. A normal prior of sd 2.5 spread / sd(x) takes a share of at most (2.5)^-2 / 400 off a coefficient
/// that explains a fair part of the response, which is known to a few percent; the intercept's prior adds as much again.
constexpr double hardly_anything = 0.03;

void expect_weak(Pair p, const Design& design, const std::string& where) {
  const Estimates e = estimates(p, design);
  for (std::size_t k = 0; k < e.error.size(); ++k)
    EXPECT_LT(std::abs(e.defaults[k] - e.likelihood[k]), hardly_anything * e.error[k])
        << text(p) << ", coefficient " << k << ", " << where << ": " << e.defaults[k] << " against "
        << e.likelihood[k] << " +- " << e.error[k];
}

TEST(DefaultPriors, AreWeakInAnyUnitOfTheResponse) {
  for (const Pair p : pairs()) {
    expect_weak(p, data(p), "as drawn");
    if (in_units(p.family))
      for (const double unit : {1e-9, 1e-3, 1e3, 1e9})
        expect_weak(p, data(p, {.y = unit}), "y times " + std::to_string(unit));
    if (is_count(p.family)) expect_weak(p, data(p, {.y = 100}), "counts times 100");
  }
}

TEST(DefaultPriors, AreWeakInAnyUnitOfThePredictorsAndFarFromZero) {
  for (const Pair p : pairs())
    for (const double unit : {1e-3, 1.0, 1e3})
      for (const double shift : {0.0, 1e3}) {
        if (unit == 1 && shift == 0) continue;
        expect_weak(p, data(p, {.x = unit, .shift = shift}),
                    "x times " + std::to_string(unit) + " plus " + std::to_string(shift));
      }
}

TEST(DefaultPriors, AreWeakWithoutAnIntercept) {
  for (const Pair p : pairs()) {
    Design d = data(p, {.y = in_units(p.family) ? 1e3 : 1.0});
    // Two groups that need no intercept: what a factor coded by its levels gives.
    auto& x = std::get<DenseMatrix>(d.x);
    for (std::size_t i = 0; i < n; ++i) x.col(0)[i] = 1 - x.col(1)[i];
    d.intercept = false;
    expect_weak(p, d, "no intercept");
  }
}

TEST(DefaultPriors, AreWeakWithoutAnInterceptFarFromZero) {
  // Levels a thousand spreads away from zero, which only the coefficients of the groups can reach.
  const Pair p{Family::gaussian, Link::identity};
  Design d = data(p);
  auto& x = std::get<DenseMatrix>(d.x);
  for (std::size_t i = 0; i < n; ++i) {
    x.col(0)[i] = 1 - x.col(1)[i];
    d.y[i] += 2000;
  }
  d.intercept = false;
  expect_weak(p, d, "far from zero");
  const Estimates e = estimates(p, d);
  EXPECT_NEAR(e.defaults[0], 2004, 0.5);
}

/// What the linear predictor becomes when the response is measured in other units.
double predictor_unit(Link link, double y) {
  return link == Link::identity ? y : link == Link::inverse ? 1 / y : 1;
}

TEST(DefaultPriors, EstimatesFollowTheUnits) {
  for (const Pair p : pairs())
    for (const Units units :
         {Units{.y = 1e3, .x = 1e-3}, Units{.y = 1e-3, .x = 1e3}, Units{.y = 1e-9, .x = 1}}) {
      const Units actual{.y = in_units(p.family) ? units.y : 1, .x = units.x};
      const Estimates before = estimates(p, data(p));
      const Estimates after = estimates(p, data(p, actual));
      const double eta = predictor_unit(p.link, actual.y);
      const double shift = p.link == Link::log ? std::log(actual.y) : 0;
      const double rounding = 1e-6;  // of a standard error
      EXPECT_NEAR(after.defaults[0], eta * before.defaults[0] + shift, rounding * eta * before.error[0])
          << text(p);
      for (const std::size_t k : {1, 2})
        EXPECT_NEAR(after.defaults[k], eta / actual.x * before.defaults[k],
                    rounding * eta / actual.x * before.error[k])
            << text(p);
    }
}

/// Priors as they are printed and recorded; numbers to six digits.
std::vector<std::string> lines(Pair p, Design design) {
  std::vector<std::string> out;
  for (const auto& line : build_glm({.family = p.family, .link = p.link}, std::move(design)).priors)
    out.push_back(line.parameter + " ~ " + line.prior);
  return out;
}

/// The scale of half_student_t(3, scale) of a parameter.
double half_t_scale(Pair p, Design design, const std::string& parameter) {
  for (const auto& line : build_glm({.family = p.family, .link = p.link}, std::move(design)).priors)
    if (line.parameter == parameter) return parse_positive_prior(line.prior, "test").args.at(1);
  ADD_FAILURE() << "no " << parameter;
  return 0;
}

Design with_groups(Design d) {
  GroupTerm g{
      .group = "g", .levels = {"a", "b"}, .index = {}, .effects = {"Intercept", "x"}, .values = {{}, {}}};
  for (std::size_t i = 0; i < n; ++i) g.index.push_back(static_cast<std::uint32_t>(i % 2));
  const auto x = std::get<DenseMatrix>(d.x).col(0);
  g.values[1].assign(x.begin(), x.end());
  d.groups.push_back(std::move(g));
  return d;
}

TEST(DefaultPriors, OfGroupScalesFollowTheUnits) {
  for (const Pair p : pairs()) {
    const Units units{.y = in_units(p.family) ? 1e3 : 1, .x = 1e-3};
    const double eta = predictor_unit(p.link, units.y);
    const auto scale = [&](Units u, const char* parameter) {
      return half_t_scale(p, with_groups(data(p, u)), parameter);
    };
    EXPECT_NEAR(scale(units, "sd(Intercept|g)") / scale({}, "sd(Intercept|g)"), eta, 1e-4 * eta) << text(p);
    EXPECT_NEAR(scale(units, "sd(x|g)") / scale({}, "sd(x|g)"), eta / units.x, 1e-4 * eta / units.x)
        << text(p);
    // Lines that differ by a slope differ by a thousand times as much a thousand sds away.
    EXPECT_NEAR(scale({.shift = 1e3}, "sd(x|g)") / scale({}, "sd(x|g)"), 1, 1e-4) << text(p);
    EXPECT_GT(scale({.shift = 1e3}, "sd(Intercept|g)"), 1e3 * scale({}, "sd(Intercept|g)")) << text(p);
  }
}

TEST(DefaultPriors, OfSigmaFollowTheResponseUnderEveryLink) {
  for (const Family f : {Family::gaussian, Family::student_t})
    for (const Link l : links(f)) {
      const double ratio = half_t_scale({f, l}, data({f, l}, {.y = 1e3}), "sigma") /
                           half_t_scale({f, l}, data({f, l}), "sigma");
      EXPECT_NEAR(ratio, 1e3, 0.1) << text({f, l});
    }
}

TEST(DefaultPriors, OfPhiAndShapeAreNearlyFlatInTheirLogarithm) {
  for (const Pair p : {Pair{Family::negative_binomial, Link::log}, Pair{Family::beta, Link::logit},
                       Pair{Family::gamma, Link::log}}) {
    const auto all = build_glm({.family = p.family, .link = p.link}, data(p)).priors;
    const Prior prior = parse_positive_prior(all.back().prior, "test");
    const auto log_density = [&](double log_phi) {
      const double a[] = {std::exp(log_phi), prior.args[0], prior.args[1]};
      return find_distribution("inverse_gamma")->log_density(a) + log_phi;
    };
    // Strong overdispersion to hardly any: one row knows more than this about the logarithm.
    for (const double phi : {0.02, 0.1, 1.0, 100.0, 1e6})
      EXPECT_LT(std::abs(log_density(std::log(phi) + 0.5) - log_density(std::log(phi) - 0.5)), 0.5) << phi;
  }
}

TEST(DefaultPriors, DoNotSeeRowsOfWeightZeroAndCountOthersByTheirWeight) {
  for (const Pair p : pairs()) {
    Design without = with_groups(data(p));
    Design weighted = without;
    weighted.weights.assign(n, 1.0);
    auto& x = std::get<DenseMatrix>(without.x);
    // The first ten rows twice, the last ten not at all: weights, and the same as rows.
    for (std::size_t i = 0; i < 10; ++i) {
      const std::size_t last = n - 10 + i;
      weighted.weights[i] = 2;
      weighted.weights[last] = 0;
      without.y[last] = without.y[i];
      for (const std::size_t j : {0, 1}) x.col(j)[last] = x.col(j)[i];
      without.groups[0].values[1][last] = without.groups[0].values[1][i];
    }
    EXPECT_EQ(lines(p, weighted), lines(p, without));
  }
}

TEST(DefaultPriors, TakeOffsetsOff) {
  const Pair p{Family::gaussian, Link::identity};
  Design plain = data(p);
  Design offset = data(p);
  for (std::size_t i = 0; i < n; ++i) {
    offset.offset.push_back(1e4 + 50.0 * static_cast<double>(i % 7));
    offset.y[i] += offset.offset.back();
  }
  const Estimates before = estimates(p, plain);
  const Estimates after = estimates(p, offset);
  for (const std::size_t k : {0, 1, 2}) EXPECT_NEAR(after.defaults[k], before.defaults[k], 1e-6);
  const Pair counts{Family::poisson, Link::log};
  Design exposed = data(counts);
  exposed.offset.assign(n, std::log(1e6));
  EXPECT_NEAR(estimates(counts, exposed).defaults[0],
              estimates(counts, data(counts)).defaults[0] - std::log(1e6), 1e-6);
}

TEST(DefaultPriors, SurviveResponsesWithoutSpread) {
  for (const Link link : links(Family::poisson))
    for (const double y : {0.0, 5.0}) {
      Design d = data({Family::poisson, link});
      d.y.assign(n, y);
      for (const auto& line : lines({Family::poisson, link}, d))
        EXPECT_THAT(line, Not(testing::AnyOf(testing::HasSubstr("inf"), testing::HasSubstr("nan"),
                                             testing::HasSubstr(",0)"))));
    }
}

}  // namespace
}  // namespace cggibbs
