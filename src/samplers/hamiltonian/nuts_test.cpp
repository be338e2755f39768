// NUTS and HMC on targets whose moments are known.
#include "samplers/hamiltonian/nuts.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>

#include "samplers/hamiltonian/dual_averaging.hpp"
#include "samplers/hamiltonian/hmc.hpp"
#include "samplers/hamiltonian/windows.hpp"

namespace cggibbs {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

LogDensityGradient normal_target(MatrixXd precision) {
  return [precision = std::move(precision)](const double* q, double* g) {
    const auto d = precision.rows();
    const Eigen::Map<const VectorXd> x(q, d);
    Eigen::Map<VectorXd> out(g, d);
    out.noalias() = -(precision * x);
    return 0.5 * out.dot(x);
  };
}

struct Outcome {
  VectorXd mean, variance;
  double step = 0, depth = 0, acceptance = 0, leapfrogs = 0;
  int divergent = 0;
  VectorXd ess;  ///< by the variance of batch means
};

/// Warmup as in a block, then draws.
template <class Sampler>
Outcome run(Sampler sampler, const LogDensityGradient& density, MetricKind kind, std::size_t d, int warmup,
            int draws, std::uint64_t seed, double target = 0.8) {
  Rng rng(seed, 1);
  auto metric = make_metric(kind, d);
  std::vector<double> q(d), before;
  for (double& x : q) x = rng.normal();
  PhasePoint start(d);
  const auto step_here = [&](double from) {
    start.q = q;
    start.logp = density(q.data(), start.gradient.data());
    return find_step_size(start, density, *metric, from, rng);
  };
  double step = step_here(1);
  DualAveraging averaging(target);
  averaging.restart(step);
  Windows windows(static_cast<std::size_t>(warmup));
  for (std::size_t t = 0; t < static_cast<std::size_t>(warmup); ++t) {
    before = q;
    averaging.learn(sampler.move(density, *metric, step, q.data(), rng).acceptance);
    step = averaging.step();
    if (windows.collects(t)) metric->learn(before.data(), sampler.start_gradient().data());
    if (windows.closes(t)) {
      metric->renew();
      step = step_here(step);
      averaging.restart(step);
    }
  }
  step = averaging.average();
  const auto n = static_cast<Eigen::Index>(d);
  const int batches = 40;
  MatrixXd batch = MatrixXd::Zero(n, batches);
  VectorXd sum = VectorXd::Zero(n), squares = sum;
  Outcome r;
  r.step = step;
  for (int t = 0; t < draws; ++t) {
    const auto m = sampler.move(density, *metric, step, q.data(), rng);
    const Eigen::Map<const VectorXd> x(q.data(), n);
    sum += x;
    squares += x.cwiseAbs2();
    batch.col(t * batches / draws) += x;
    r.depth += static_cast<double>(m.depth) / draws;
    r.leapfrogs += static_cast<double>(m.leapfrogs) / draws;
    r.acceptance += m.acceptance / draws;
    r.divergent += m.divergent;
  }
  r.mean = sum / draws;
  r.variance = squares / draws - r.mean.cwiseAbs2();
  batch = batch * batches / draws;
  const VectorXd between = (batch.colwise() - r.mean).rowwise().squaredNorm() / (batches - 1);
  r.ess = batches * r.variance.cwiseQuotient(between);
  return r;
}

/// Stan's and NUTS's classic: precision from a Wishart law with d degrees of freedom.
MatrixXd wishart_precision(Eigen::Index d) {
  Rng rng(250, 0);
  MatrixXd z(d, d);
  for (double& x : z.reshaped()) x = rng.normal();
  return z * z.transpose();
}

void expect_right_moments(const Outcome& r, const VectorXd& variance, double z_limit, double variance_limit) {
  for (Eigen::Index k = 0; k < variance.size(); ++k) {
    const double error = std::sqrt(variance[k] / std::min(r.ess[k], 1e4));
    EXPECT_LT(std::abs(r.mean[k]) / error, z_limit) << k;
  }
  EXPECT_NEAR((r.variance.array() / variance.array()).mean(), 1, variance_limit);
}

/// A stationary autoregression: correlation rho between neighbours, unit variances, gradient in O(d).
LogDensityGradient autoregression(std::size_t d, double rho) {
  return [d, rho](const double* q, double* g) {
    const double precision = 1 / (1 - rho * rho);
    double total = -0.5 * q[0] * q[0];
    g[0] = -q[0];
    for (std::size_t k = 1; k < d; ++k) {
      const double e = q[k] - rho * q[k - 1];
      total -= 0.5 * precision * e * e;
      g[k] = -precision * e;
      g[k - 1] += rho * precision * e;
    }
    return total;
  };
}

TEST(Nuts, StandardNormalOf250DimensionsHasTheStepSizeAndDepthOfTheory) {
  const Outcome r = run(Nuts(250, 10), autoregression(250, 0), MetricKind::diag, 250, 1000, 1000, 1);
  expect_right_moments(r, VectorXd::Ones(250), 4.5, 0.1);
  // Energy errors over a trajectory have variance d step^4 / 32, so 0.8 is accepted at a step of 0.44; as in Stan
  // the averaged step comes out somewhat smaller. Half a period is pi / step steps: 7 to 15 of them.
  EXPECT_GT(r.step, 0.3);
  EXPECT_LT(r.step, 0.5);
  EXPECT_GE(r.depth, 2.99);
  EXPECT_LE(r.depth, 4.01);
  EXPECT_EQ(r.divergent, 0);
}

TEST(Nuts, CorrelatedNormalOf250DimensionsHasTheRightMoments) {
  // Correlation 0.9 between neighbours: condition number 361, which the diagonal metric cannot lower.
  for (const auto kind : {MetricKind::diag, MetricKind::low_rank}) {
    SCOPED_TRACE(name(kind));
    const Outcome r = run(Nuts(250, 10), autoregression(250, 0.9), kind, 250, 1000, 500, 2);
    expect_right_moments(r, VectorXd::Ones(250), 4.5, 0.15);
    EXPECT_EQ(r.divergent, 0);
    EXPECT_GT(r.depth, 3);
    EXPECT_LT(r.depth, 7);
  }
}

TEST(Nuts, WishartPrecisionIsSampledToItsNarrowestAndWidestDirection) {
  const Eigen::Index d = 50;
  const MatrixXd precision = wishart_precision(d);
  const VectorXd variance = precision.inverse().diagonal();
  const Outcome diag = run(Nuts(50, 12), normal_target(precision), MetricKind::diag, 50, 1000, 2000, 3);
  const Outcome dense = run(Nuts(50, 12), normal_target(precision), MetricKind::dense, 50, 2000, 2000, 3);
  const Outcome low = run(Nuts(50, 12), normal_target(precision), MetricKind::low_rank, 50, 1000, 2000, 3);
  expect_right_moments(diag, variance, 4.5, 0.2);
  expect_right_moments(dense, variance, 4.5, 0.2);
  expect_right_moments(low, variance, 4.5, 0.2);
  EXPECT_LT(dense.leapfrogs, 0.3 * diag.leapfrogs);
  EXPECT_LT(low.leapfrogs, 0.3 * diag.leapfrogs);
}

TEST(Hmc, CorrelatedNormalHasTheRightMoments) {
  MatrixXd covariance(3, 3);
  covariance << 1, 0.8, 0, 0.8, 4, 0.5, 0, 0.5, 9;
  for (const auto kind : {MetricKind::unit, MetricKind::diag, MetricKind::dense}) {
    SCOPED_TRACE(name(kind));
    const Outcome r = run(Hmc(3, 2), normal_target(covariance.inverse()), kind, 3, 1000, 20000, 4);
    expect_right_moments(r, covariance.diagonal(), 4, 0.05);
  }
}

TEST(DualAveraging, ReachesItsTarget) {
  const auto density = autoregression(20, 0.5);
  auto metric = make_metric(MetricKind::unit, 20);
  for (const double target : {0.6, 0.8, 0.95}) {
    Rng rng(5, 1);
    Nuts nuts(20, 10);
    std::vector<double> q(20, 0.0);
    DualAveraging averaging(target);
    averaging.restart(1);
    for (int t = 0; t < 5000; ++t)
      averaging.learn(nuts.move(density, *metric, averaging.step(), q.data(), rng).acceptance);
    double acceptance = 0;
    for (int t = 0; t < 2000; ++t)
      acceptance += nuts.move(density, *metric, averaging.average(), q.data(), rng).acceptance / 2000;
    EXPECT_NEAR(acceptance, target, 0.03);
  }
}

TEST(Windows, AreStans) {
  const auto ends = [](std::size_t warmup) {
    Windows w(warmup);
    std::vector<std::size_t> out;
    for (std::size_t t = 0; t < warmup; ++t)
      if (w.closes(t)) out.push_back(t + 1);
    return out;
  };
  EXPECT_EQ(ends(1000), (std::vector<std::size_t>{100, 150, 250, 450, 950}));
  EXPECT_EQ(ends(100), (std::vector<std::size_t>{90}));
  EXPECT_EQ(ends(10), (std::vector<std::size_t>{}));
}

TEST(Nuts, StopsAtMaxDepthAndReportsDivergence) {
  auto metric = make_metric(MetricKind::unit, 1);
  const auto flat = normal_target(MatrixXd::Identity(1, 1) * 1e-8);
  Nuts nuts(1, 4);
  Rng rng(1, 1);
  double q = 0;
  const auto deep = nuts.move(flat, *metric, 0.1, &q, rng);
  EXPECT_EQ(deep.depth, 4);
  EXPECT_EQ(deep.leapfrogs, 15);
  EXPECT_FALSE(deep.divergent);
  const auto narrow = normal_target(MatrixXd::Identity(1, 1) * 1e8);
  q = 1e-4;
  const auto lost = nuts.move(narrow, *metric, 0.1, &q, rng);
  EXPECT_TRUE(lost.divergent);
  EXPECT_EQ(q, 1e-4);
}

}  // namespace
}  // namespace cggibbs
