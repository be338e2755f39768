// Programs as graphs: what becomes one array, what is recorded, and what is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/test_error.hpp"
#include "base/tolerance.hpp"
#include "bugs/test_compile.hpp"
#include "graph/structure.hpp"

namespace cggibbs::bugs {
namespace {

const double na = std::nan("");

using namespace test;

std::string error_of(const std::string& text, const NamedArrays& data = {}) {
  return cggibbs::test::error_of([&] { compile({text, "m.bug"}, data); });
}

double normal(double x, double mu, double sd) {
  return -0.5 * std::log(2 * M_PI) - std::log(sd) - 0.5 * (x - mu) * (x - mu) / (sd * sd);
}

constexpr const char* line = R"(model {
  for (i in 1:N) {
    y[i] ~ dnorm(mu[i], tau)
    mu[i] <- alpha + beta * (x[i] - mean(x[]))
  }
  alpha ~ dnorm(0, 0.01)
  beta ~ dnorm(0, 0.01)
  tau ~ dgamma(1, 1)
  sigma <- 1 / sqrt(tau)
})";

TEST(Compile, ALoopIsOneFactorOnOneLinearPredictor) {
  const auto model = model_of(line, arrays({{"N", num(3)}, {"x", vec({1, 2, 3})}, {"y", vec({1, 2, 4})}}));
  ASSERT_EQ(model->structure().predictors().size(), 1U);
  EXPECT_EQ(model->structure().predictors()[0].parts.size(), 2U);
  EXPECT_EQ(model->factors().size(), 4U);
  EXPECT_EQ(model->output_names(), (std::vector<std::string>{"alpha", "beta", "tau", "sigma"}));
  double expected = normal(0.5, 0, 10) + normal(2, 0, 10) - 4;
  for (const auto& [x, y] : {std::pair{-1, 1}, {0, 2}, {1, 4}}) expected += normal(y, 0.5 + 2 * x, 0.5);
  EXPECT_NEAR(log_density(*model, {0.5, 2, 4}), expected, 1e-10);
}

TEST(Compile, MissingValuesAreParametersWithTheirOwnNames) {
  const auto data = arrays({{"N", num(3)}, {"x", vec({1, 2, 3})}, {"y", vec({1, na, 4})}});
  const auto model = model_of(line, data, {.forward = false});
  EXPECT_EQ(model->output_names(), (std::vector<std::string>{"alpha", "beta", "tau", "y[2]", "sigma"}));
  double expected = normal(0.5, 0, 10) + normal(2, 0, 10) - 4 + normal(3, 0.5, 0.5);
  for (const auto& [x, y] : {std::pair{-1, 1}, {1, 4}}) expected += normal(y, 0.5 + 2 * x, 0.5);
  EXPECT_NEAR(log_density(*model, {0.5, 2, 4, 3}), expected, 1e-10);
  // No data speak of y[2]: the density that is sampled is without it.
  const auto forward = model_of(line, data);
  EXPECT_EQ(forward->output_names(), model->output_names());
  EXPECT_EQ(forward->n_coordinates(), 3U);
  EXPECT_NEAR(log_density(*forward, {0.5, 2, 4}), expected - normal(3, 0.5, 0.5), 1e-10);
}

TEST(Compile, LinksGiveTheFusedLikelihoods) {
  const NamedArrays data =
      arrays({{"r", vec({1, 2, 3})}, {"n", vec({5, 5, 6})}, {"x", vec({0.1, 0.5, 0.9})}});
  const std::string rest = "for (i in 1:3) { r[i] ~ dbin(p[i], n[i]) } a ~ dnorm(0, 1) b ~ dnorm(0, 1) }";
  for (const auto& [said, name] : std::vector<std::pair<std::string, std::string>>{
           {"logit(p[i]) <- a + b * x[i]", "binomial_logit"},
           {"p[i] <- ilogit(a + b * x[i])", "binomial_logit"},
           {"probit(p[i]) <- a + b * x[i]", "binomial_probit"},
           {"cloglog(p[i]) <- a + b * x[i]", "binomial_cloglog"}}) {
    const auto model = model_of(fmt::format("model {{ for (i in 1:3) {{ {} }} {}", said, rest), data);
    EXPECT_EQ(model->factors().back().distribution->name, name);
    EXPECT_EQ(model->structure().predictors().size(), 1U) << said;
  }
}

TEST(Compile, EveryWayToWriteALinearPredictorIsOneMatrix) {
  const NamedArrays data =
      arrays({{"y", vec({1, 0, 1})}, {"x", NamedArray{{3, 2}, {1, 2, 3, 4, 5, 6}}}, {"g", vec({1, 2, 1})}});
  for (const char* said : {"inprod(x[i,], b[])", "b[1]*x[i,1] + b[2]*x[i,2]", "sum(x[i,1:2] * b[1:2])",
                           "(x %*% b)[1]", "inprod(b, x[i,])"}) {
    if (std::string(said).ends_with("[1]")) continue;
    const auto model = model_of(
        "model { for (i in 1:3) { y[i] ~ dbern(p[i]); logit(p[i]) <- " + std::string(said) +
            " + u[g[i]] } for (j in 1:2) { b[j] ~ dnorm(0, 1); u[j] ~ dnorm(0, tau) } tau ~ dgamma(1, 1) }",
        data);
    const auto& predictors = model->structure().predictors();
    ASSERT_EQ(predictors.size(), 1U) << said;
    ASSERT_EQ(predictors[0].parts.size(), 2U) << said;
    EXPECT_EQ(predictors[0].parts[0].columns->entries(), 6U) << said;
    EXPECT_EQ(predictors[0].parts[1].scales.size(), 1U) << said;
  }
}

/// Rows of all maps and sums of a model.
std::size_t rows_computed(const Model& model) {
  std::size_t n = 0;
  for (const auto& node : model.nodes())
    if (!node.as<ParameterNode>() && !node.as<DataNode>()) n += node.size;
  return n;
}

TEST(Compile, WhatTheInnerLoopDoesNotChangeIsComputedOnce) {
  const std::string logits = R"(model {
    for (i in 1:3) {
      x[i, 1:4] ~ dmulti(p[i, 1:4], n[i])
      for (k in 1:4) {
        p[i, k] <- phi[i, k] / sum(phi[i, from[i]:4])
        log(phi[i, k]) <- a[k]
      }
    }
    for (k in 1:4) { a[k] ~ dnorm(0, 1) }
  })";
  NamedArrays data = arrays({{"x", {{3, 4}, {1, 0, 2, 3, 1, 1, 0, 2, 2, 5, 1, 1}}}, {"n", vec({6, 6, 8})}});
  data.add("from", vec({1, 1, 1}));
  const auto even = model_of(logits, data);
  EXPECT_LE(rows_computed(*even), 12 * 4 + 3 + 12 + 4u);
  const std::vector<double> a{0.3, -0.2, 0.5, 0.1};
  double total = 0, expected = 0;
  for (const double v : a) total += std::exp(v);
  for (const double v : a) expected += normal(v, 0, 1);
  const double counts[3][4] = {{1, 3, 0, 5}, {0, 1, 2, 1}, {2, 1, 2, 1}};
  for (const auto& c : counts) {
    double n = 0;
    for (int k = 0; k < 4; ++k) {
      n += c[k];
      expected += c[k] * std::log(std::exp(a[static_cast<std::size_t>(k)]) / total) - std::lgamma(c[k] + 1);
    }
    expected += std::lgamma(n + 1);
  }
  EXPECT_NEAR(log_density(*even, a), expected, 1e-10);
  // Sums of other lengths in other rows.
  data = arrays({{"x", {{3, 4}, {1, 0, 2, 3, 1, 1, 0, 2, 2, 5, 1, 1}}}, {"n", vec({6, 6, 8})}});
  data.add("from", vec({1, 3, 1}));
  EXPECT_NEAR(log_density(*model_of(logits, data), a), expected, 1e-10);
}

TEST(Compile, APrecisionThatIsMadeOfADeviationIsThatDeviation) {
  const NamedArrays data = arrays({{"y", vec({1, 2})}});
  for (const char* tau : {"pow(s, -2)", "1 / (s * s)", "1 / s^2", "1 / pow(s, 2)", "s^-2"}) {
    const auto model = model_of("model { for (i in 1:2) { y[i] ~ dnorm(m, tau) } tau <- " + std::string(tau) +
                                    " m ~ dnorm(0, 1) s ~ dunif(0, 10) }",
                                data, {.monitor = {"m", "s"}});
    EXPECT_TRUE(model->cached().empty()) << tau;
  }
}

TEST(Compile, SeriesAreOneArray) {
  const std::string text =
      "model { x[1] ~ dnorm(0, 1); for (t in 2:T) { x[t] ~ dnorm(m[t], tau); m[t] <- rho * x[t-1] } for (t "
      "in 1:T) { y[t] ~ "
      "dnorm(x[t], 1) } rho ~ dunif(-1, 1) tau ~ dgamma(1, 1) }";
  const auto model = model_of(text, arrays({{"T", num(4)}, {"y", vec({1, 2, 3, 4})}}));
  EXPECT_EQ(model->factors().size(), 5U);
  EXPECT_EQ(model->output_names(), (std::vector<std::string>{"x[1]", "x[2]", "x[3]", "x[4]", "rho", "tau"}));
  EXPECT_EQ(model->parameters().size(), 3U);
  EXPECT_EQ(model->structure().with_series().size(), 1U);
}

TEST(Compile, RecursionsAreComputedInOrder) {
  const auto model = model_of(
      "model { v[1] <- a; for (t in 2:4) { v[t] <- b * v[t-1] + w[t]; w[t] <- v[t-1] + 1 } y ~ dnorm(v[4], "
      "1) a ~ dnorm(0, 1) b ~ "
      "dnorm(0, 1) }",
      arrays({{"y", num(3)}}));
  const double a = 0.5, b = 2;
  double v = a;
  for (int t = 2; t <= 4; ++t) v = b * v + v + 1;
  EXPECT_NEAR(log_density(*model, {a, b}), normal(3, v, 1) + normal(a, 0, 1) + normal(b, 0, 1), 1e-10);
}

TEST(Compile, RangesMayDifferFromRowToRow) {
  const auto model =
      model_of("model { for (i in 1:3) { y[i] ~ dnorm(sum(b[1:n[i]]), 1); b[i] ~ dnorm(0, 1) } }",
               arrays({{"y", vec({1, 2, 3})}, {"n", vec({2, 1, 3})}}));
  double expected = 0;
  for (double b : {0.1, 0.2, 0.4}) expected += normal(b, 0, 1);
  EXPECT_NEAR(log_density(*model, {0.1, 0.2, 0.4}),
              expected + normal(1, 0.3, 1) + normal(2, 0.1, 1) + normal(3, 0.7, 1), 1e-10);
}

TEST(Compile, MixturesGatherBySampledIndices) {
  const auto model = model_of(
      "model { for (i in 1:3) { y[i] ~ dnorm(mu[z[i]], 1); z[i] ~ dcat(p[]) } for (k in 1:2) { mu[k] ~ "
      "dnorm(0, 1) } }",
      arrays({{"y", vec({1, 2, 3})}, {"p", vec({0.25, 0.75})}}));
  const double expected = normal(1, 5, 1) + normal(2, 7, 1) + normal(3, 7, 1) + std::log(0.25) +
                          2 * std::log(0.75) + normal(5, 0, 1) + normal(7, 0, 1);
  // z comes first: it was written first.
  EXPECT_NEAR(log_density(*model, {1, 2, 2, 5, 7}), expected, 1e-10);
}

TEST(Compile, VectorsAreWholeNodes) {
  const auto model = model_of(
      "model { for (i in 1:2) { b[i,1:2] ~ dmnorm(m[], O[,]); y[i] ~ dnorm(b[i,1] + b[i,2], 1) } m[1] ~ "
      "dnorm(0,1); m[2] <- 0 "
      "O[1,1] <- 2; O[2,2] <- 2; O[1,2] <- 0; O[2,1] <- 0 }",
      arrays({{"y", vec({1, 2})}}));
  const double s = std::sqrt(0.5);
  const double expected = normal(0.3, 0, 1) + normal(1, 0.3, s) + normal(2, 0, s) + normal(3, 0.3, s) +
                          normal(4, 0, s) + normal(1, 3, 1) + normal(2, 7, 1);
  EXPECT_NEAR(log_density(*model, {0.3, 1, 2, 3, 4}), expected, 1e-10);
}

TEST(Compile, BoundsMayBeComputedByOtherRelations) {
  const auto model =
      model_of("model { n <- length(y); for (i in 1:n) { y[i] ~ dnorm(mu, 1) } mu ~ dnorm(0, 1) T(1,) }",
               arrays({{"y", vec({1, 2})}}));
  EXPECT_EQ(model->factors().size(), 3U);  // the share of the prior above 1 is a constant
  EXPECT_EQ(model->output_names(), std::vector<std::string>{"mu"});
}

TEST(Compile, DataBlocksComputeData) {
  const auto model = model_of(
      "data { for (i in 1:2) { z[i] <- 2 * y[i] } } model { for (i in 1:2) { z[i] ~ dnorm(mu, 1) } mu ~ "
      "dnorm(0, 1) }",
      arrays({{"y", vec({1, 2})}}));
  EXPECT_NEAR(log_density(*model, {0}), normal(2, 0, 1) + normal(4, 0, 1) + normal(0, 0, 1), 1e-12);
}

TEST(Compile, MonitorsAreRecordedInROrder) {
  const std::string text =
      "model { for (i in 1:2) { for (j in 1:3) { a[i,j] ~ dnorm(0, 1); b[i,j] <- 2 * a[i,j]; y[i,j] ~ "
      "dnorm(b[i,j], 1) } } }";
  const auto data = arrays({{"y", NamedArray{{2, 3}, {1, 2, 3, 4, 5, 6}}}});
  EXPECT_EQ(model_of(text, data)->output_names(),
            (std::vector<std::string>{"a[1,1]", "a[2,1]", "a[1,2]", "a[2,2]", "a[1,3]", "a[2,3]"}));
  EXPECT_EQ(model_of(text, data, {.monitor = {"b[,2]", "a[1,1:2]"}})->output_names().size(), 4U);
  const auto nodes = compile({text}, data).nodes;
  EXPECT_EQ(monitored_names("b[2,]", nodes), (std::vector<std::string>{"b[2,1]", "b[2,2]", "b[2,3]"}));
}

TEST(Compile, TruncationNormalisesAndCensoringDoesNot) {
  const auto data = arrays({{"y", vec({1, na})}});
  const std::string rest = "m ~ dnorm(0, 1) }";
  const double share = 0.5 * std::erfc((0.5 - 0.3) / std::sqrt(2.0));
  const double plain = normal(0.3, 0, 1) + normal(1, 0.3, 1) + normal(2, 0.3, 1);
  EXPECT_NEAR(
      log_density(*model_of("model { for (i in 1:2) { y[i] ~ dnorm(m, 1) T(0.5,) } " + rest, data), {0.3, 2}),
      plain - 2 * std::log(share), 1e-10);
  EXPECT_NEAR(
      log_density(*model_of("model { for (i in 1:2) { y[i] ~ dnorm(m, 1) I(0.5,) } " + rest, data), {0.3, 2}),
      plain, 1e-10);
}

TEST(Compile, MistakesAreNamedWithTheirPlace) {
  EXPECT_EQ(
      error_of("model { y ~ dnorm(muu, 1); mu ~ dnorm(0, 1) }", arrays({{"y", num(1)}})),
      "m.bug:1:19: 'muu' is not defined: neither a relation nor the data say what it is. Did you mean 'mu'?");
  EXPECT_EQ(error_of("model { x ~ dnorm(0, 1)\n x ~ dnorm(1, 1) }"),
            "m.bug:2:2: 'x' is defined twice: here and in m.bug:1:9.");
  EXPECT_NE(error_of("model { x <- y + z; y <- x; z ~ dnorm(0, 1) }").find("'x' is defined by itself"),
            std::string::npos);
  EXPECT_NE(
      error_of("model { for (i in 1:3) { x[i] ~ dnorm(u[i], 1) } for (j in 1:2) { u[j] ~ dnorm(0, 1) } }")
          .find("index 1 of 'u' is 3, which is not from 1 to 2"),
      std::string::npos);
  EXPECT_NE(error_of("model { x ~ dnorm(u[1,2], 1) for (j in 1:2) { u[j] ~ dnorm(0, 1) } }")
                .find("'u' has 1 index, but 2 are given"),
            std::string::npos);
  EXPECT_NE(error_of("model { r ~ dbin(p, n); p ~ dbeta(1, 1) }", arrays({{"r", num(12)}, {"n", num(10)}}))
                .find("'r' is observed as 12, which dbin cannot give: it gives whole numbers from 0 to 10, "
                      "where n = 10"),
            std::string::npos);
  EXPECT_NE(error_of("model { x ~ dnorm(0, 1); x2 <- x; y ~ dnorm(x2, 1) }", arrays({{"x2", num(1)}}))
                .find("the data give it a value too"),
            std::string::npos);
  EXPECT_NE(
      error_of("model { x ~ dnom(0, 1) }").find("there is no distribution 'dnom'. Did you mean 'dnorm'?"),
      std::string::npos);
  EXPECT_NE(error_of("model { for (i in 1:n) { x[i] ~ dnorm(0, 1) } n ~ dbin(0.5, 3) }")
                .find("is needed to know which elements"),
            std::string::npos);
}

TEST(Compile, DataThatStandNowhereInTheProgramAreNamed) {
  const std::string text = "model { for (i in 1:n) { y[i] ~ dnorm(mu, 1) } mu ~ dnorm(0, 0.01) }";
  const auto notes = [&](const NamedArrays& data) { return compile({text, "m.bug"}, data).problem.notes; };
  EXPECT_EQ(notes(arrays({{"n", num(2)}, {"y", vec({1, 2})}})), std::vector<std::string>{});
  EXPECT_EQ(notes(arrays({{"n", num(2)}, {"Y", vec({1, 2})}})),
            std::vector<std::string>{"the data give 'Y', which the program does not use. Did you mean 'y'?"});
  const auto many = arrays({{"n", num(2)},
                            {"y", vec({1, 2})},
                            {"a", num(1)},
                            {"b", num(1)},
                            {"c", num(1)},
                            {"d", num(1)},
                            {"e", num(1)},
                            {"f", num(1)}});
  EXPECT_EQ(notes(many),
            std::vector<std::string>{
                "the data give 'a', 'b', 'c', 'd', 'e' and 1 more, which the program does not use."});
  const std::string computed = "data { z <- x + 1 } model { y ~ dnorm(mu, z) T(low, ); mu ~ dnorm(0, 1) }";
  EXPECT_EQ(
      compile({computed, "m.bug"}, arrays({{"x", num(2)}, {"y", num(2)}, {"low", num(0)}})).problem.notes,
      std::vector<std::string>{});
}

}  // namespace
}  // namespace cggibbs::bugs
