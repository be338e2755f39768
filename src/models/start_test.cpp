// Chains of GLMs start where every mean is in its range, and apart from each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/rng.hpp"
#include "graph/model.hpp"
#include "graph/start.hpp"
#include "graph/state.hpp"
#include "models/glm.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 60;

/// Responses from a few to some hundreds, predictors far from zero and one that is not, offsets of both signs.
Design data(Family family, bool intercept, bool offset) {
  Rng rng(2, 7);
  Design d;
  d.rows = n;
  d.names = {"far", "near"};
  d.intercept = intercept;
  DenseMatrix x{n, 2, std::vector<double>(2 * n)};
  for (std::size_t i = 0; i < n; ++i) {
    x.col(0)[i] = 50 + rng.normal();
    x.col(1)[i] = rng.normal();
    const double y = std::exp(3 + 1.2 * rng.normal());
    d.y.push_back(family == Family::gamma ? y : std::floor(y));
    if (offset) d.offset.push_back(-0.4 + 0.2 * rng.normal());
  }
  d.x = std::move(x);
  return d;
}

void expect_starts(const GlmSettings& settings, Design design, const std::string& where) {
  const auto model = build_glm(settings, std::move(design)).form(false);
  const auto names = model->output_names();
  const auto at = static_cast<std::size_t>(std::find(names.begin(), names.end(), "near") - names.begin());
  std::vector<double> seen;
  for (std::uint64_t chain = 1; chain <= 4; ++chain) {
    State state = make_state(*model);
    Rng rng(1, chain);
    ASSERT_NO_THROW(draw_valid_start(*model, state, rng)) << where;
    EXPECT_TRUE(std::isfinite(state.log_density())) << where;
    std::vector<double> out(names.size());
    record(*model, state, out);
    for (const double other : seen) EXPECT_NE(out[at], other) << where;
    seen.push_back(out[at]);
  }
}

TEST(StartOfGlm, IsFeasibleWhereTheLinkLeavesTheRangeOfTheMean) {
  for (const Family family : {Family::poisson, Family::negative_binomial, Family::gamma})
    for (const Link link : links(family))
      for (const bool rotated : {false, true})
        for (const bool intercept : {false, true})
          for (const bool offset : {false, true})
            for (const char* prior : {"", "normal(0,1)", "flat", "horseshoe", "regularized_horseshoe"}) {
              GlmSettings s{.family = family, .link = link};
              s.decorrelate = rotated ? Decorrelate::automatic : Decorrelate::off;
              if (*prior) s.prior = parse_prior_table(prior, "`prior`");
              expect_starts(s, data(family, intercept, offset),
                            std::string(name(family)) + " " + std::string(name(link)) + " " + prior +
                                (intercept ? "" : ", no intercept") + (offset ? ", offset" : "") +
                                (rotated ? ", rotated" : ""));
            }
}

TEST(StartOfGlm, StaysAtTheDataWhenColumnsAreFarFromZero) {
  for (const Link link : links(Family::poisson)) {
    Design d = data(Family::poisson, true, false);
    for (double& v : std::get<DenseMatrix>(d.x).values) v += 1e4;
    GroupTerm g{
        .group = "g", .levels = {"a", "b"}, .index = {}, .effects = {"Intercept", "far"}, .values = {{}, {}}};
    for (std::size_t i = 0; i < n; ++i) g.index.push_back(static_cast<std::uint32_t>(i % 2));
    const auto x = std::get<DenseMatrix>(d.x).col(0);
    g.values[1].assign(x.begin(), x.end());
    d.groups.push_back(std::move(g));
    const auto model =
        build_glm({.family = Family::poisson, .link = link, .decorrelate = Decorrelate::off}, std::move(d))
            .model;
    for (std::uint64_t chain = 1; chain <= 4; ++chain) {
      State state = make_state(*model);
      Rng rng(1, chain);
      draw_valid_start(*model, state, rng);
      EXPECT_GT(state.log_density(), -1e6) << name(link);
    }
  }
}

/// Four chains of a rotated model cover about what the posterior covers, so that R-hat has something to see.
TEST(StartOfGlm, IsDispersed) {
  const GlmSettings s{.family = Family::gamma, .link = Link::identity};
  const auto model = build_glm(s, data(Family::gamma, true, false)).rotated;
  ASSERT_NE(model, nullptr);
  // In rotated coordinates the posterior has a standard deviation of about one.
  const NodeId z = model->parameters()[0];
  double squares = 0;
  std::vector<double> mean(3, 0.0);
  std::vector<std::vector<double>> starts;
  for (std::uint64_t chain = 1; chain <= 40; ++chain) {
    State state = make_state(*model);
    Rng rng(4, chain);
    draw_valid_start(*model, state, rng);
    const double* v = state.values.data() + model->offset(z);
    starts.emplace_back(v, v + 3);
    for (std::size_t k = 0; k < 3; ++k) mean[k] += v[k] / 40;
  }
  for (const auto& v : starts)
    for (std::size_t k = 0; k < 3; ++k) squares += (v[k] - mean[k]) * (v[k] - mean[k]) / (3 * 39);
  EXPECT_GT(std::sqrt(squares), 0.5);
}

}  // namespace
}  // namespace cggibbs
