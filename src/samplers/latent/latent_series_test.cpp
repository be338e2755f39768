// Latent blocks of autoregressions and random walks: the law, the work, the archive.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/test_statistics.hpp"
#include "distributions/draws.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/latent/latent_block.hpp"
#include "samplers/test_agreement.hpp"

namespace cggibbs {
namespace {

using Index = std::vector<std::uint32_t>;

Index range(std::size_t first, std::size_t last) {
  Index out;
  for (; first < last; ++first) out.push_back(static_cast<std::uint32_t>(first));
  return out;
}

enum class Rows {
  normal,      ///< an autoregression seen with noise, directly
  counts,      ///< around an intercept that is a coefficient
  own_level,   ///< around a level of its own, counts of its exponential
  two_series,  ///< two random walks of one parameter, several rows each
};
constexpr Rows all_rows[]{Rows::normal, Rows::counts, Rows::own_level, Rows::two_series};

struct Drawn {
  std::shared_ptr<const Model> model;
  State state;
};

/// Parameters from their priors, data given them.
Drawn draw(Rng& rng, Rows kind, std::size_t n = 8) {
  const bool walks = kind == Rows::two_series;
  const double s = 0.1 + std::abs(rng.normal()), rho = walks ? 1 : 2 * rng.uniform() - 1;
  const double sigma = 0.1 + std::abs(rng.normal()), mu = rng.normal();
  const double level = kind == Rows::own_level ? mu : 0;
  std::vector<double> x(n);
  for (std::size_t t = 0; t < n; ++t) {
    const bool starts = t == 0 || (walks && t == n / 2);
    const double mean = starts ? level : level + rho * (x[t - 1] - level);
    x[t] = mean + (starts ? 1 : s) * rng.normal();
  }
  const Index of = walks ? test::groups(2 * n, n, rng) : range(0, n);
  std::vector<double> y;
  for (auto t : of) {
    const double eta = x[t] + (kind == Rows::counts ? mu : 0);
    if (kind == Rows::normal)
      y.push_back(eta + sigma * rng.normal());
    else if (walks)
      y.push_back(rng.uniform() < inv_logit(eta) ? 1 : 0);
    else
      y.push_back(draw_poisson(rng, std::exp(std::min(eta, 15.0))));
  }
  ModelBuilder b;
  const Var rho_ = b.bounded("rho", 1, -1, 1), s_ = b.bounded("s", 1, 0.1, 100), mu_ = b.real("mu"),
            sigma_ = b.bounded("sigma", 1, 0.1, 100), x_ = b.real("x", n);
  b.factor("half_normal", {s_ - 0.1, 1});
  b.factor("half_normal", {sigma_ - 0.1, 1});
  b.factor("normal", {mu_, 0, 1});
  if (walks) {
    b.factor("normal", {gather(x_, Index{0, static_cast<std::uint32_t>(n / 2)}), 0, 1});
    Index later = range(1, n), before = range(0, n - 1);
    later.erase(later.begin() + static_cast<std::ptrdiff_t>(n / 2) - 1);
    before.erase(before.begin() + static_cast<std::ptrdiff_t>(n / 2) - 1);
    b.factor("normal", {gather(x_, later), gather(x_, before), s_});
  } else {
    const Var past = gather(x_, range(0, n - 1));
    const Var mean = kind == Rows::own_level ? mu_ + rho_ * (past - mu_) : rho_ * past;
    b.factor("normal", {gather(x_, Index{0}), kind == Rows::own_level ? Arg(mu_) : Arg(0), 1});
    b.factor("normal", {gather(x_, range(1, n)), mean, s_});
  }
  switch (kind) {
    case Rows::normal:
      b.factor("normal", {y, x_, sigma_});
      break;
    case Rows::counts:
      b.factor("poisson_log", {y, mu_ + x_});
      break;
    case Rows::own_level:
      b.factor("poisson", {y, exp(x_)});
      break;
    case Rows::two_series:
      b.factor("bernoulli_logit", {y, gather(x_, of)});
      break;
  }
  Drawn p{b.build(), {}};
  p.state = make_state(*p.model);
  const std::vector<double> values[]{{walks ? 2 * rng.uniform() - 1 : rho}, {s}, {mu}, {sigma}, x};
  for (std::size_t k = 0; k < 5; ++k)
    std::copy(values[k].begin(), values[k].end(),
              p.state.values.data() + p.model->offset(p.model->parameters()[k]));
  recompute(*p.model, p.state);
  return p;
}

LinearPredictor series_of(const Model& model) {
  for (auto& p : find_latent_parts(model, model.parameters()))
    if (std::any_of(p.parts.begin(), p.parts.end(), [](const auto& part) { return !part.ties.empty(); }))
      return p;
  ADD_FAILURE() << "no series";
  return {};
}

/// The smallest p value of "the same law before and after" over parameters and products of theirs.
double invariance_p(Rows kind, bool jacobian, int repeats) {
  Rng rng(61, static_cast<std::uint64_t>(kind));
  std::vector<std::vector<double>> before(8), after(8);
  for (int r = 0; r < repeats; ++r) {
    Drawn p = draw(rng, kind);
    const auto note = [&](auto& into) {
      const double* v = p.state.values.data();
      const auto at = [&](std::size_t k) { return v[p.model->offset(p.model->parameters()[k])]; };
      const double* x = v + p.model->offset(p.model->parameters()[4]);
      for (std::size_t k = 0; k < 4; ++k) into[k].push_back(at(k));
      into[4].push_back(x[0]);
      into[5].push_back(x[7]);
      into[6].push_back((x[3] - x[2]) / at(1));
      into[7].push_back(x[5] * x[6]);
    };
    note(before);
    LatentBlock block(*p.model, series_of(*p.model), jacobian);
    for (int k = 0; k < 2; ++k) block.update(p.state, rng, false);
    note(after);
  }
  double smallest = 1;
  for (std::size_t k = 0; k < before.size(); ++k)
    smallest = std::min(smallest, test::ks_two_sample(before[k], after[k]));
  return smallest;
}

TEST(LatentSeries, LeavesTheJointLawInvariantAndAMissingJacobianIsCaught) {
  for (const Rows kind : all_rows) {
    SCOPED_TRACE(static_cast<int>(kind));
    EXPECT_GT(invariance_p(kind, true, 3000), 1e-4);
    EXPECT_LT(invariance_p(kind, false, 1500), 1e-6);
  }
}

TEST(LatentSeries, AgreesWithSlice) {
  for (const Rows kind : all_rows) {
    SCOPED_TRACE(static_cast<int>(kind));
    Rng rng(62, static_cast<std::uint64_t>(kind));
    const Drawn p = draw(rng, kind);
    GibbsSettings settings;
    settings.sampler = "latent";
    test::expect_agreement(*p.model, settings, make_blocks(*p.model, settings, 500), 8000);
  }
}

TEST(LatentSeries, LeavesEveryCachedValueExact) {
  for (const Rows kind : all_rows) {
    Rng rng(63, static_cast<std::uint64_t>(kind));
    Drawn p = draw(rng, kind);
    LatentBlock block(*p.model, series_of(*p.model));
    for (int k = 0; k < 30; ++k) block.update(p.state, rng, k < 20);
    State exact = p.state;
    recompute(*p.model, exact);
    EXPECT_EQ(exact, p.state);
  }
}

TEST(LatentSeries, ALoadedBlockGoesOnWithTheSameMoves) {
  for (const Rows kind : all_rows)
    for (const int warmup : {0, 15, 120}) {
      Rng rng(64, static_cast<std::uint64_t>(kind));
      Drawn p = draw(rng, kind);
      LatentBlock block(*p.model, series_of(*p.model)), other(*p.model, series_of(*p.model));
      for (int k = 0; k < warmup; ++k) block.update(p.state, rng, true);
      Writer w;
      block.save(w);
      const auto bytes = std::move(w).take();
      Reader r(bytes);
      other.load(r);
      EXPECT_TRUE(r.at_end());
      State copy = p.state;
      Rng same = rng;
      for (int k = 0; k < 80; ++k) {
        if (k == 50)
          for (Block* b : {&block, &other}) b->freeze();
        block.update(p.state, rng, k < 50);
        other.update(copy, same, k < 50);
      }
      EXPECT_EQ(p.state, copy) << warmup;
    }
}

/// Quantiles of an intercept beside a series whose rows are seen with this noise.
std::pair<double, double> middle_of_intercept(double noise) {
  constexpr std::size_t n = 10;
  Rng rng(66, 0);
  std::vector<double> y;
  for (double x = 0; y.size() < n; y.push_back(x + noise * rng.normal())) x = 0.5 * x + 0.7 * rng.normal();
  ModelBuilder b;
  const Var s = b.positive("s"), sigma = b.positive("sigma"), a = b.real("a"), x = b.real("x", n);
  b.start(s, {0.7});
  b.start(sigma, {noise});
  b.factor("half_normal", {s, 1});
  b.factor("half_normal", {sigma, 1});
  b.factor("normal", {a, 0, 2});
  b.factor("normal", {gather(x, Index{0}), 0, s});
  b.factor("normal", {gather(x, range(1, n)), 0.5 * gather(x, range(0, n - 1)), s});
  b.factor("normal", {std::move(y), a + x, sigma});
  const auto model = b.build();
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  LatentBlock block(*model, series_of(*model));
  for (int k = 0; k < 300; ++k) block.update(state, rng, true);
  block.freeze();
  std::vector<double> draws;
  for (int k = 0; k < 10000; ++k) {
    block.update(state, rng, false);
    draws.push_back(state.values[model->offset(model->parameters()[2])]);
  }
  std::sort(draws.begin(), draws.end());
  return {draws[500], draws[9500]};
}

TEST(LatentSeries, IsExactWhereTheFactorLosesItsDigits) {
  const auto [low, high] = middle_of_intercept(1e-2);
  const auto [tiny_low, tiny_high] = middle_of_intercept(std::pow(10, -7.5));
  const double error = 0.05 * (high - low);
  EXPECT_NEAR(tiny_low, low, error);
  EXPECT_NEAR(tiny_high, high, error);
}

/// Multiply-adds and rows by evaluation, after warmup.
double work_of(Rows kind, std::size_t n) {
  Rng rng(65, static_cast<std::uint64_t>(kind));
  Drawn p = draw(rng, kind, n);
  LatentBlock block(*p.model, series_of(*p.model));
  for (int k = 0; k < 60; ++k) block.update(p.state, rng, true);
  block.freeze();
  block.reset_work();
  for (int k = 0; k < 10; ++k) block.update(p.state, rng, false);
  const Work& work = block.work();
  return static_cast<double>(work.products + work.rows) / static_cast<double>(work.evaluations);
}

TEST(LatentSeries, WorksInProportionToTheLengthOfTheSeries) {
  for (const Rows kind : {Rows::normal, Rows::counts})
    EXPECT_LT(work_of(kind, 2000), 12 * work_of(kind, 200));
}

}  // namespace
}  // namespace cggibbs
