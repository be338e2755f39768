// Transforms, Jacobians and blocks against finite differences and recomputation.
#include "graph/block_density.hpp"

#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cmath>

#include "base/tolerance.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "graph/transform.hpp"

namespace cggibbs {
namespace {

/// log |det dx/du| by finite differences and elimination.
double numeric_log_jacobian(const ParameterNode& p, std::vector<double> u) {
  const std::size_t m = u.size();
  std::vector<std::vector<double>> j(m, std::vector<double>(m));
  for (std::size_t c = 0; c < m; ++c) {
    const double h = 1e-6, at = u[c];
    std::vector<double> up(m), down(m);
    u[c] = at + h;
    constrain(p, m, u.data(), up.data());
    u[c] = at - h;
    constrain(p, m, u.data(), down.data());
    u[c] = at;
    for (std::size_t r = 0; r < m; ++r) j[r][c] = (up[r] - down[r]) / (2 * h);
  }
  double log_det = 0;  // the maps are triangular with positive diagonals: no pivoting needed
  for (std::size_t k = 0; k < m; ++k) {
    log_det += std::log(j[k][k]);
    for (std::size_t r = k + 1; r < m; ++r)
      for (std::size_t c = m; c-- > k;) j[r][c] -= j[r][k] / j[k][k] * j[k][c];
  }
  return log_det;
}

const ParameterNode supports[] = {
    {SupportKind::real, -inf, inf, {}, {}},  {SupportKind::positive, 0, inf, {}, {}},
    {SupportKind::bounded, -1.5, 4, {}, {}}, {SupportKind::ordered, -inf, inf, {}, {}},
    {SupportKind::bounded, 2, inf, {}, {}},  {SupportKind::bounded, -inf, 3, {}, {}}};

TEST(Transform, GoesThereAndBackWithItsJacobian) {
  Rng rng(1, 0);
  for (const auto& p : supports)
    for (int trial = 0; trial < 20; ++trial) {
      const std::vector<double> u = test::normals(4, rng);
      std::vector<double> x(4), back(4);
      const double log_jacobian = constrain(p, 4, u.data(), x.data());
      unconstrain(p, 4, x.data(), back.data());
      for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(back[k], u[k], 1e-12);
      EXPECT_NEAR(log_jacobian, numeric_log_jacobian(p, u), 1e-7);
    }
}

// What rounds onto its bound would be infinite on the unconstrained scale, and no sampler would ever leave it.
TEST(Transform, StaysInsideItsBoundsWhereTheseAreNearerThanRounding) {
  for (const ParameterNode& p : {ParameterNode{SupportKind::bounded, -1.5, 4, {}, {}},
                                 ParameterNode{SupportKind::bounded, 0, 1, {}, {}}, supports[3]})
    for (const double far : {-1000.0, -50.0, 50.0, 1000.0}) {
      if (p.support == SupportKind::ordered && far > 700) continue;  // beyond the largest number
      const std::vector<double> u{1, far, 2};
      std::vector<double> x(3), back(3);
      EXPECT_TRUE(std::isfinite(constrain(p, 3, u.data(), x.data())));
      unconstrain(p, 3, x.data(), back.data());
      for (double b : back) EXPECT_TRUE(std::isfinite(b)) << far;
    }
}

TEST(Transform, GradientIncludesTheJacobian) {
  Rng rng(2, 0);
  for (const auto& p : supports)
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<double> u = test::normals(3, rng), slope = test::normals(3, rng), x(3), du(3);
      const auto f = [&] {
        std::vector<double> y(3);
        double total = constrain(p, 3, u.data(), y.data());
        for (std::size_t k = 0; k < 3; ++k) total += slope[k] * y[k] + std::cos(y[k]);
        return total;
      };
      constrain(p, 3, u.data(), x.data());
      std::vector<double> dx(3);
      for (std::size_t k = 0; k < 3; ++k) dx[k] = slope[k] - std::sin(x[k]);
      constrain_gradient(p, 3, u.data(), x.data(), dx.data(), du.data());
      for (std::size_t k = 0; k < 3; ++k) {
        const double h = 1e-6, at = u[k];
        u[k] = at + h;
        const double up = f();
        u[k] = at - h;
        const double down = f();
        u[k] = at;
        EXPECT_NEAR(du[k], (up - down) / (2 * h), 1e-6 * (1 + std::abs(du[k])));
      }
    }
}

class BlockOf : public testing::TestWithParam<test::NamedModel> {
 protected:
  std::vector<NodeId> continuous() const { return Gradient(*GetParam().model).moving(); }
};

TEST_P(BlockOf, GradientInUnconstrainedSpaceAgreesWithFiniteDifferences) {
  const Model& model = *GetParam().model;
  BlockDensity density(model, continuous());
  Rng rng(3, 0);
  Work work;
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  const std::size_t d = density.dimension();
  std::vector<double> u(d), gradient(d), ignored(d);
  density.read(state, u.data());
  const double here = density.log_conditional(u.data(), gradient.data(), work);
  for (std::size_t k = 0; k < d; ++k) {
    const double at = u[k], h = 1e-5;
    u[k] = at + h;
    const double up = density.log_conditional(u.data(), ignored.data(), work);
    u[k] = at - h;
    const double down = density.log_conditional(u.data(), ignored.data(), work);
    u[k] = at;
    EXPECT_NEAR(gradient[k], (up - down) / (2 * h),
                1e-9 * std::abs(here) + 1e-5 * (1 + std::abs(gradient[k])))
        << density.names()[k];
  }
}

TEST_P(BlockOf, WritingLeavesEveryCachedValueExact) {
  const Model& model = *GetParam().model;
  Rng rng(4, 0);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  for (NodeId p : continuous()) {
    BlockDensity density(model, {p});
    std::vector<double> u(density.dimension());
    density.read(state, u.data());
    for (double& v : u) v += 0.1 * rng.normal();
    density.write(u.data(), state);
    State again = state;
    recompute(model, again);
    EXPECT_TRUE(state == again) << model.node(p).name;
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, BlockOf, testing::ValuesIn(test::zoo()), [](const auto& p) {
  std::string name = p.param.name;
  for (char& c : name) c = c == ' ' ? '_' : c;
  return name;
});

TEST(BlockDensity, RefusesIntegers) {
  ModelBuilder b;
  const Var z = b.integer("z", 2, 0, 3);
  b.factor("poisson", {z, 1.5});
  const auto model = b.build();
  try {
    BlockDensity(*model, model->parameters());  // NOLINT(bugprone-unused-raii): making it throws
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("z=exact"), std::string::npos);
  }
}

TEST(BlockDensity, IsMinusInfinityWhereTheDensityOverflows) {
  const auto model = test::eight_schools();
  BlockDensity density(*model, model->parameters());
  Rng rng(5, 0);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  std::vector<double> u(density.dimension()), g(u.size());
  density.read(state, u.data());
  u[1] = 800;  // log(tau)
  Work work;
  EXPECT_EQ(density.log_conditional(u.data(), g.data(), work), -inf);
  EXPECT_EQ(density.names()[1], "log(tau)");
}

}  // namespace
}  // namespace cggibbs
