// The Gaussian block: exact invariance, agreement with slice, planted errors.
#include "samplers/linear/gaussian_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/tolerance.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/linear/gaussian_factory.hpp"
#include "samplers/linear/mixture_scales.hpp"
#include "samplers/test_agreement.hpp"

namespace cggibbs {
namespace {

/// A model family for exact tests: parameters from the prior, data from the likelihood, then one update.
struct Problem {
  friend std::ostream& operator<<(std::ostream& out, const Problem& p) { return out << p.name; }
  std::string name;
  std::size_t n, d;
  std::function<void(Rng&, std::vector<double>& theta)>
      draw_prior;  ///< scales first, as the builder declares them
  std::function<std::shared_ptr<const Model>(const DenseMatrix& x, const std::vector<double>& y)> build;
  std::size_t scales;  ///< how many leading entries of theta are scales, not coefficients
};

double half_cauchy(Rng& rng, double scale) {
  return std::abs(scale * std::tan(M_PI * (rng.uniform() - 0.5)));
}

std::shared_ptr<const Model> with_prior(const DenseMatrix& x, const std::vector<double>& y,
                                        const std::function<void(ModelBuilder&, const Var&)>& prior) {
  ModelBuilder b;
  const Var beta = b.real("b", x.cols);
  prior(b, beta);
  b.factor("bernoulli_logit", {y, linear(x, beta)});
  return b.build();
}

std::vector<Problem> problems() {
  std::vector<Problem> all;
  const auto plain = [&](const std::string& name, std::size_t n, std::size_t d, auto draw, auto prior) {
    all.push_back(
        {name, n, d,
         [=](Rng& rng, std::vector<double>& theta) {
           for (double& t : theta) t = draw(rng);
         },
         [=](const DenseMatrix& x, const std::vector<double>& y) { return with_prior(x, y, prior); }, 0});
  };
  const auto normal = [](Rng& rng) { return 0.5 + 1.5 * rng.normal(); };
  const auto normal_prior = [](ModelBuilder& b, const Var& v) { b.factor("normal", {v, 0.5, 1.5}); };
  plain("normal_wide", 4, 7, normal, normal_prior);
  plain("normal_tall", 9, 3, normal, normal_prior);
  const auto laplace = [](Rng& rng) { return (rng.uniform() < 0.5 ? -1 : 1) * 1.2 * rng.exponential(); };
  const auto laplace_prior = [](ModelBuilder& b, const Var& v) { b.factor("laplace", {v, 0, 1.2}); };
  plain("laplace_wide", 3, 5, laplace, laplace_prior);
  plain("laplace_tall", 8, 3, laplace, laplace_prior);
  const auto student = [](Rng& rng) {
    return rng.normal() / std::sqrt(rng.gamma(2.0) / 2.0);
  };  // 4 degrees of freedom
  const auto student_prior = [](ModelBuilder& b, const Var& v) { b.factor("student_t", {v, 4, 0, 1}); };
  plain("student_t_wide", 3, 5, student, student_prior);
  plain("student_t_tall", 8, 3, student, student_prior);
  for (const auto& [name, n, d] : {std::tuple{"horseshoe_wide", 4, 6}, std::tuple{"horseshoe_tall", 7, 3}}) {
    const auto size = static_cast<std::size_t>(d);
    all.push_back({name, static_cast<std::size_t>(n), size,
                   [size](Rng& rng, std::vector<double>& theta) {
                     theta[0] = half_cauchy(rng, 1);
                     for (std::size_t j = 0; j < size; ++j) theta[1 + j] = half_cauchy(rng, 1);
                     for (std::size_t j = 0; j < size; ++j)
                       theta[1 + size + j] = theta[0] * theta[1 + j] * rng.normal();
                   },
                   [size](const DenseMatrix& x, const std::vector<double>& y) {
                     ModelBuilder b;
                     const Var tau = b.positive("tau");
                     const Var lambda = b.positive("lambda", size);
                     const Var beta = b.real("b", size);
                     b.factor("half_cauchy", {tau, 1});
                     b.factor("half_cauchy", {lambda, 1});
                     b.factor("normal", {beta, 0, lambda * tau});
                     b.factor("bernoulli_logit", {y, linear(x, beta)});
                     return b.build();
                   },
                   1 + size});
  }
  for (const auto& [name, n, d] :
       {std::tuple{"regularized_wide", 4, 6}, std::tuple{"regularized_tall", 7, 3}}) {
    const auto size = static_cast<std::size_t>(d);
    all.push_back({name, static_cast<std::size_t>(n), size,
                   [size](Rng& rng, std::vector<double>& theta) {
                     theta[0] = half_cauchy(rng, 1);
                     theta[1] = 3 / rng.gamma(2);
                     for (std::size_t j = 0; j < size; ++j) {
                       theta[2 + j] = half_cauchy(rng, 1);
                       theta[2 + size + j] =
                           rng.normal() / std::sqrt(1 / square(theta[0] * theta[2 + j]) + 1 / theta[1]);
                     }
                   },
                   [size](const DenseMatrix& x, const std::vector<double>& y) {
                     ModelBuilder b;
                     const Var tau = b.positive("tau");
                     const Var c2 = b.positive("c2");
                     const Var lambda = b.positive("lambda", size);
                     const Var beta = b.real("b", size);
                     b.factor("half_cauchy", {tau, 1});
                     b.factor("inverse_gamma", {c2, 2, 3});
                     b.factor("half_cauchy", {lambda, 1});
                     b.factor("normal", {beta, 0, 1 / sqrt(1 / square(lambda * tau) + 1 / c2)});
                     b.factor("bernoulli_logit", {y, linear(x, beta)});
                     return b.build();
                   },
                   2 + size});
  }
  return all;
}

/// Largest distance between two empirical distribution functions, times sqrt(n / 2): above 2.5 has probability 7e-6.
double ks(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double worst = 0;
  std::size_t j = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    while (j < b.size() && b[j] <= a[i]) ++j;
    worst = std::max(
        worst, std::abs(static_cast<double>(i + 1) - static_cast<double>(j)) / static_cast<double>(a.size()));
  }
  return worst * std::sqrt(static_cast<double>(a.size()) / 2);
}

using Tamper = std::function<void(State&, const Model&)>;

/// Runs replicates of prior, data, one update; returns the largest KS statistic over coordinates and two functions.
double invariance_statistic(const Problem& p, int replicates, const Tamper& tamper = {}) {
  Rng rng(77, 3);
  const DenseMatrix x = test::dense(p.n, p.d, rng);
  const std::size_t size = p.scales + p.d;
  std::vector<std::vector<double>> before(size + 2), after(size + 2);
  for (int r = 0; r < replicates; ++r) {
    std::vector<double> theta(size);
    p.draw_prior(rng, theta);
    std::vector<double> y(p.n);
    for (std::size_t i = 0; i < p.n; ++i) {
      double eta = 0;
      for (std::size_t j = 0; j < p.d; ++j) eta += x.col(j)[i] * theta[p.scales + j];
      y[i] = rng.uniform() < inv_logit(eta) ? 1 : 0;
    }
    const auto model = p.build(x, y);
    State state = make_state(*model);
    std::copy(theta.begin(), theta.end(), state.values.begin());  // parameters are declared in this order
    recompute(*model, state);
    auto blocks = make_gaussian_blocks(*model);
    const auto note = [&](std::vector<std::vector<double>>& into) {
      for (std::size_t k = 0; k < size; ++k) into[k].push_back(state.values[k]);
      into[size].push_back(state.values[p.scales] * state.values[p.scales + 1]);
      into[size + 1].push_back(state.factor_sum.back().value());
    };
    note(before);
    // Axes are shaped by another draw of the prior, then frozen: a kernel shaped by the very state that it moves would
    // not be exact, nor need it be (warmup draws are not kept).
    State elsewhere = state;
    std::vector<double> other(size);
    p.draw_prior(rng, other);
    std::copy(other.begin(), other.end(), elsewhere.values.begin());
    recompute(*model, elsewhere);
    blocks[0]->update(elsewhere, rng, true);
    blocks[0]->freeze();
    blocks[0]->update(state, rng, false);
    if (tamper) tamper(state, *model);
    note(after);
  }
  double worst = 0;
  for (std::size_t k = 0; k < before.size(); ++k) worst = std::max(worst, ks(before[k], after[k]));
  return worst;
}

class ExactBlock : public testing::TestWithParam<Problem> {};

TEST_P(ExactBlock, LeavesTheJointLawOfParametersAndDataInvariant) {
  EXPECT_LT(invariance_statistic(GetParam(), 20000), 2.5);
}

INSTANTIATE_TEST_SUITE_P(Priors, ExactBlock, testing::ValuesIn(problems()),
                         [](const auto& p) { return p.param.name; });

TEST(GaussianBlock, PlantedBugsAreCaughtByTheSameTest) {
  // Coefficients a little too small, as if a prior scale were squared; a global scale that was not updated with them.
  const auto all = problems();
  EXPECT_GT(invariance_statistic(all[0], 20000,
                                 [](State& s, const Model&) {
                                   for (std::size_t k = 0; k < 7; ++k) s.values[k] *= 0.9;
                                 }),
            2.5);
  EXPECT_GT(invariance_statistic(all[6], 20000, [](State& s, const Model&) { s.values[0] *= 1.3; }), 2.5);
  // A slab that did not follow the global scale.
  EXPECT_GT(invariance_statistic(all[8], 20000, [](State& s, const Model&) { s.values[1] *= 1.2; }), 2.5);
}

TEST(GaussianBlock, AgreesWithSliceForEveryFamilyAndMixtureAndWithFlatCoefficients) {
  Rng rng(9, 0);
  const std::size_t n = 25;
  std::vector<double> counts(n), offsets = test::normals(n, rng);
  for (double& c : counts) c = static_cast<double>(rng.below(5));
  for (const std::string family : {"poisson", "negative_binomial", "normal"}) {
    ModelBuilder b;
    const Var a = b.real("a");  // flat
    const Var beta = b.real("b", 3);
    const Var u = b.real("u", 4);
    const Var sd = b.positive("sd");
    const Var phi = b.positive("phi");
    b.factor("laplace", {beta, 0, 1});
    b.factor("normal", {u, 0, sd});
    b.factor("half_normal", {sd, 1});
    b.factor("gamma", {phi, 3, 2});
    const Var eta = a + linear(test::dense(n, 3, rng), beta) + gather(u, test::groups(n, 4, rng)) + offsets;
    if (family == "poisson") b.factor("poisson_log", {counts, eta});
    if (family == "negative_binomial") b.factor("negative_binomial", {counts, exp(eta), phi});
    if (family == "normal") b.factor("normal", {counts, eta, phi}, std::vector<double>(n, 0.7));
    SCOPED_TRACE(family);
    const auto model = b.build();
    test::expect_agreement(*model, {}, make_gaussian_blocks(*model), 20000);
  }
}

// Columns that are nearly the same and scales that differ by orders of magnitude: the matrices are as ill-conditioned as those of
// real gene expressions, and coefficients whose predictor is not that of the moves would be another model's.
TEST(GaussianBlock, WritesTheCoefficientsOfThePredictorThatItsMovesSaw) {
  const std::size_t n = 30;
  const std::size_t d = 300;
  Rng rng(3, 0);
  DenseMatrix x = test::dense(n, d, rng);
  std::vector<double> common(n);
  for (double& v : common) v = rng.normal();
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < n; ++i) x.col(j)[i] = common[i] + 0.01 * x.col(j)[i];
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = common[i] > 0 ? 1 : 0;
  ModelBuilder b;
  const Var tau = b.positive("tau");
  const Var lambda = b.positive("lambda", d);
  const Var beta = b.real("b", d);
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  b.factor("normal", {beta, 0, lambda * tau});
  b.factor("bernoulli_logit", {y, linear(x, beta)});
  const auto model = b.build();
  const auto blocks = make_gaussian_blocks(*model);
  ASSERT_EQ(blocks.size(), 1U);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  for (int sweep = 0; sweep < 1000; ++sweep) blocks[0]->update(state, rng, sweep < 200);
  EXPECT_LT(blocks[0]->drift(), tol::block_predictor);
  EXPECT_GT(blocks[0]->drift(), 0);
}

/// A global scale at which the coefficients vanish in the rounding of the predictor may grow, but not past the data.
TEST(GaussianBlock, HorseshoeCoefficientsBelowRoundingStillMoveThePredictor) {
  Rng rng(41, 0);
  ModelBuilder b;
  const Var a = b.real("a");
  const Var tau = b.positive("tau");
  const Var lambda = b.positive("lambda", 3);
  const Var beta = b.real("b", 3);
  b.factor("normal", {a, 3, 1});
  b.factor("half_cauchy", {tau, 1});
  b.factor("half_cauchy", {lambda, 1});
  b.factor("normal", {beta, 0, lambda * tau});
  b.factor("normal", {std::vector<double>(12, 3.0), a + linear(test::dense(12, 3, rng), beta), 1});
  const auto model = b.build();
  for (int r = 0; r < 200; ++r) {
    const auto blocks = make_gaussian_blocks(*model);
    ASSERT_EQ(blocks.size(), 1U);
    State state = make_state(*model);
    draw_start(*model, state, rng);
    state.values[model->offset(model->parameters()[1])] = 1e-17;
    for (std::size_t j = 0; j < 3; ++j)
      state.values[model->offset(model->parameters()[3]) + j] = 1e-17 * rng.normal();
    recompute(*model, state);
    for (int sweep = 0; sweep < 3; ++sweep) blocks[0]->update(state, rng, false);
    EXPECT_LT(blocks[0]->drift(), tol::block_predictor);
  }
}

/// Their conditional is their prior: a level of a group that has no rows beside a horseshoe.
TEST(GaussianBlock, CompanionsThatNoRowSeesHaveTheirPrior) {
  for (const auto& [prior, median] : {std::pair{std::string("normal"), 674.4898},
                                      {std::string("laplace"), 693.1472},
                                      {std::string("student_t"), 726.6868}}) {
    SCOPED_TRACE(prior);
    Rng rng(43, 0);
    ModelBuilder b;
    const Var tau = b.positive("tau"), lambda = b.positive("lambda", 3);
    const Var beta = b.real("b", 3), u = b.real("u", 3);
    b.factor("half_cauchy", {tau, 1});
    b.factor("half_cauchy", {lambda, 1});
    b.factor("normal", {beta, 0, lambda * tau});
    if (prior == "student_t")
      b.factor(prior, {u, 5, 0, 1000});
    else
      b.factor(prior, {u, 0, 1000});
    b.factor("normal", {test::normals(10, rng),
                        linear(test::dense(10, 3, rng), beta) + gather(u, test::groups(10, 2, rng)), 1});
    const auto model = b.build();
    const auto blocks = make_gaussian_blocks(*model);
    ASSERT_EQ(blocks.size(), 1U);
    State state = make_state(*model);
    draw_valid_start(*model, state, rng);
    for (int sweep = 0; sweep < 200; ++sweep) blocks[0]->update(state, rng, true);
    // Half of the draws are nearer to zero than the median of |u|.
    constexpr int batches = 50, each = 100;
    double mean = 0, squares = 0;
    for (int r = 0; r < batches; ++r) {
      double share = 0;
      for (int t = 0; t < each; ++t) {
        blocks[0]->update(state, rng, false);
        share += std::abs(state.values[model->offset(model->parameters()[3]) + 2]) < median ? 1.0 / each : 0;
      }
      mean += share / batches;
      squares += share * share / batches;
    }
    const double error = std::sqrt((squares - mean * mean) / (batches - 1));
    EXPECT_NEAR(mean, 0.5, 4.5 * error);
  }
}

TEST(MixtureScales, InverseGaussianDrawsHaveTheirMeanAndVariance) {
  Rng rng(11, 0);
  const double mean = 0.7, shape = 2.0;
  const int n = 200000;
  double sum = 0, sum2 = 0;
  for (int i = 0; i < n; ++i) {
    const double x = draw_inverse_gaussian(rng, mean, shape);
    sum += x;
    sum2 += x * x;
  }
  const double variance = mean * mean * mean / shape;
  EXPECT_NEAR(sum / n, mean, 4 * std::sqrt(variance / n));
  EXPECT_NEAR(sum2 / n - square(sum / n), variance, 0.03 * variance);
}

}  // namespace
}  // namespace cggibbs
