// Merging rows leaves the log density as it is, and moves read distinct rows only.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "graph/plan.hpp"
#include "graph/start.hpp"
#include "graph/state.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

using Write = std::function<void(ModelBuilder&)>;

std::shared_ptr<const Model> built(const Write& write, bool merge) {
  ModelBuilder b;
  write(b);
  return b.build({.merge_rows = merge});
}

const Factor& likelihood(const Model& model) {
  return model.factors().back();
}

/// Responses that the distribution has.
std::vector<Arg> arguments(const std::string& distribution, const Var& eta, Rng& rng) {
  const bool counts = !distribution.starts_with("bernoulli");
  std::vector<double> y, trials;
  for (std::size_t i = 0; i < eta.size(); ++i) {
    y.push_back(static_cast<double>(rng.below(counts ? 5 : 2)));
    trials.push_back(y.back() + static_cast<double>(rng.below(3)));
  }
  if (distribution.starts_with("binomial")) return {y, eta, trials};
  return {y, eta};
}

/// Predictors of every kind of column; n rows, few of which are different.
std::vector<std::pair<std::string, std::function<Var(ModelBuilder&, Rng&)>>> predictors(std::size_t n) {
  const auto effects = [n](ModelBuilder& b, Rng& rng) {
    const Var u = b.real("u", 6), sd = b.positive("sd");
    b.factor("half_normal", {sd, 1});
    b.factor("normal", {u, 0, sd});
    return gather(u, test::groups(n, 6, rng));
  };
  const auto scores = [n](ModelBuilder& b, Rng& rng) {
    const Var beta = b.real("beta", 2), a = b.real("a");
    b.factor("normal", {beta, 0, 1});
    return a + linear(test::of_few_values(test::dense(n, 2, rng), 3), beta);
  };
  const auto sparse = [n](ModelBuilder& b, Rng& rng) {
    const Var s = b.real("s", 4);
    b.factor("normal", {s, 0.3, 1});
    return linear(test::of_few_values(test::sparse(n, 4, 0.01, rng), 2), s);
  };
  const auto offset = [n](ModelBuilder& b, Rng& rng) {
    std::vector<double> out;
    for (std::size_t i = 0; i < n; ++i) out.push_back(0.5 * static_cast<double>(rng.below(2)));
    return b.data(out);
  };
  return {{"effects", effects},
          {"scores", scores},
          {"sparse", sparse},
          {"effects and offset", [=](auto& b, Rng& rng) { return effects(b, rng) + offset(b, rng); }},
          {"all", [=](auto& b, Rng& rng) {
             return effects(b, rng) + scores(b, rng) + sparse(b, rng) + offset(b, rng);
           }}};
}

TEST(MergeRows, LeavesTheLogDensityAsItIs) {
  const std::size_t n = 6000;
  for (const std::string distribution :
       {"bernoulli_logit", "bernoulli_probit", "bernoulli_cloglog", "binomial_logit", "binomial_probit",
        "binomial_cloglog", "poisson_log"})
    for (const auto& [name, predictor] : predictors(n)) {
      SCOPED_TRACE(fmt::format("{} {}", distribution, name));
      const Write write = [&, make = predictor](ModelBuilder& b) {
        Rng rng(63, 0);
        const Var eta = make(b, rng);
        b.factor(distribution, arguments(distribution, eta, rng));
      };
      const auto plain = built(write, false), merged = built(write, true);
      EXPECT_EQ(likelihood(*plain).merged.given, 0u);
      EXPECT_EQ(likelihood(*merged).merged.given, n);
      EXPECT_LE(likelihood(*merged).size, n / 4);
      EXPECT_EQ(merged->output_names(), plain->output_names());
      Rng rng(64, 0);
      double first_plain = 0, first_merged = 0;
      for (int t = 0; t < 20; ++t) {
        State a = make_state(*plain), b = make_state(*merged);
        draw_start(*plain, a, rng, 2);
        for (std::size_t p = 0; p < plain->parameters().size(); ++p)
          std::copy_n(&a.values[plain->offset(plain->parameters()[p])],
                      plain->node(plain->parameters()[p]).size,
                      &b.values[merged->offset(merged->parameters()[p])]);
        Work work;
        const double from_plain = naive_log_density(*plain, a.values.data(), work);
        const double from_merged = naive_log_density(*merged, b.values.data(), work);
        EXPECT_NEAR(from_merged, from_plain, 1e-12 * std::abs(from_plain));
        if (t == 0) first_plain = from_plain, first_merged = from_merged;
        EXPECT_NEAR(from_merged - first_merged, from_plain - first_plain, 1e-12 * std::abs(from_plain));
      }
    }
}

TEST(MergeRows, MakesAMoveReadTheDistinctRowsOnly) {
  const std::size_t n = 3000;
  const Write write = [&](ModelBuilder& b) {
    Rng rng(65, 0);
    const Var mu = b.real("mu"), u = b.real("u", 10);
    b.factor("normal", {u, 0, 1});
    const Var eta = mu + gather(u, test::groups(n, 10, rng));
    b.factor("poisson_log", arguments("poisson_log", eta, rng));
  };
  const auto plain = built(write, false), merged = built(write, true);
  const auto reads = [](const Model& model, std::size_t p) {
    return Plan(model).rows_per_evaluation({model.parameters()[p], 0});
  };
  EXPECT_EQ(reads(*plain, 0), n);
  EXPECT_EQ(reads(*merged, 0), 10u);
  EXPECT_EQ(reads(*merged, 1), 2u);  // one row of data, and the prior
  EXPECT_LT(merged->bytes(), plain->bytes() / 50);
}

TEST(MergeRows, IsLinearInTheEntries) {
  const auto steps = [](std::size_t n) {
    const Write write = [&](ModelBuilder& b) {
      Rng rng(66, 0);
      const Var beta = b.real("beta", 8), u = b.real("u", n / 20);
      const Var eta = linear(test::of_few_values(test::dense(n, 8, rng), 1), beta) +
                      gather(u, test::groups(n, n / 20, rng));
      b.factor("bernoulli_logit", arguments("bernoulli_logit", eta, rng));
    };
    return static_cast<double>(built(write, true)->build_steps() - built(write, false)->build_steps());
  };
  EXPECT_LE(steps(2000), 5 * 9 * 2000);
  EXPECT_NEAR(steps(16000) / steps(2000), 8, 0.1);
}

/// Whether 40 rows of an intercept and eight groups are merged, after a change.
struct Change {
  std::vector<double> weights = {};
  double first_response = 0;
  bool monitored = false;
  bool shared = false;
  std::size_t groups = 8;
};
bool merges(const Change& c) {
  const auto model = built(
      [&](ModelBuilder& b) {
        const Var u = b.real("u", 40);
        b.factor("normal", {u, 0, 1});
        std::vector<std::uint32_t> group;
        for (std::uint32_t i = 0; i < 40; ++i) group.push_back(i % static_cast<std::uint32_t>(c.groups));
        const Var eta = b.real("mu") + gather(u, group);
        if (c.monitored) b.monitor("eta", eta);
        std::vector<double> y(40, 1.0);
        y[0] = c.first_response;
        if (c.shared) b.factor("normal", {y, eta, 1});
        b.factor("bernoulli_logit", {y, eta}, c.weights);
      },
      true);
  return likelihood(*model).merged.given > 0;
}

TEST(MergeRows, RefusesWhatWouldNotBeTheSameOrWouldNotPay) {
  EXPECT_TRUE(merges({}));
  EXPECT_FALSE(merges({.weights = std::vector<double>(40, 0.5)}));
  EXPECT_FALSE(merges({.first_response = 2}));  // no density, though 2 of 4 would have one
  EXPECT_FALSE(merges({.monitored = true}));
  EXPECT_FALSE(merges({.shared = true}));
  EXPECT_TRUE(merges({.groups = 10}));
  EXPECT_FALSE(merges({.groups = 11}));
  EXPECT_FALSE(merges({.groups = 1}));  // one row is no likelihood of rows
}

TEST(MergeRows, KeepsTheRowNumbersOfMessages) {
  const auto model = built(
      [](ModelBuilder& b) {
        const Var u = b.real("u", 3);
        b.start(u, {0, 0, 0}, {0, 0, 0});
        std::vector<double> far(12, 0.0);
        for (std::size_t i = 8; i < 12; ++i) far[i] = std::numeric_limits<double>::infinity();
        const Var eta = gather(u, {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}) + b.data(far);
        b.factor("bernoulli_logit", {std::vector<double>(12, 0.0), eta});
      },
      true);
  ASSERT_EQ(likelihood(*model).size, 3u);
  State state = make_state(*model);
  Rng rng(67, 0);
  try {
    draw_valid_start(*model, state, rng, 3);
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("row 9 of binomial_logit"));
  }
}

}  // namespace
}  // namespace cggibbs
