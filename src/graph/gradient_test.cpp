// Derivatives of every map and of every model against finite differences.
#include "graph/gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graph/map_op.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

class GradientOf : public testing::TestWithParam<test::NamedModel> {};

TEST_P(GradientOf, AgreesWithFiniteDifferencesInEveryCoordinate) {
  const Model& model = *GetParam().model;
  const Gradient gradient(model);
  Rng rng(3, 0);
  Work work;
  for (int start = 0; start < 5; ++start) {
    State state = make_state(model);
    draw_valid_start(model, state, rng, 100);
    std::vector<double> values = state.values, adjoint(values.size(), nan);
    gradient.log_conditional(values.data(), adjoint.data(), work);
    for (NodeId p : gradient.moving())
      for (std::size_t k = 0; k < model.node(p).size; ++k) {
        const std::size_t at = model.offset(p) + k;
        const double x = state.values[at], h = 1e-5 * std::max(1e-2, std::abs(x));
        const auto density = [&](double moved) {
          std::vector<double> trial = state.values;
          trial[at] = moved;
          Work ignored;
          return naive_log_density(model, trial.data(), ignored);
        };
        const double up = density(x + h), down = density(x - h);
        const double noise = 1e-15 * (std::abs(up) + std::abs(down)) / h;
        EXPECT_NEAR(adjoint[at], (up - down) / (2 * h), 20 * noise + 1e-5 * (1 + std::abs(adjoint[at])))
            << model.coordinate_name({p, static_cast<std::uint32_t>(k)});
      }
  }
}

TEST_P(GradientOf, SomeParametersHaveTheDerivativesTheyHaveAmongAll) {
  const Model& model = *GetParam().model;
  const Gradient all(model);
  Rng rng(4, 0);
  State state = make_state(model);
  draw_valid_start(model, state, rng);
  std::vector<double> values = state.values, adjoint(values.size(), 0.0);
  Work work_all;
  all.log_conditional(values.data(), adjoint.data(), work_all);
  for (NodeId p : all.moving()) {
    const Gradient some(model, {p});
    std::vector<double> again = state.values, derivative(values.size(), nan), scratch = derivative;
    Work work;
    const double here = some.log_conditional(again.data(), derivative.data(), work);
    EXPECT_LE(work.rows, work_all.rows);
    for (std::size_t k = 0; k < model.node(p).size; ++k) {
      const std::size_t at = model.offset(p) + k;
      EXPECT_NEAR(derivative[at], adjoint[at], 1e-10 * (1 + std::abs(adjoint[at])));
      // The value differs from the log density by what does not move.
      std::vector<double> moved = state.values;
      moved[at] += 1e-3 * std::max(1e-3, std::abs(moved[at]));
      const double change = some.log_conditional(moved.data(), scratch.data(), work) - here;
      std::vector<double> before = state.values;
      const double expected =
          naive_log_density(model, moved.data(), work) - naive_log_density(model, before.data(), work);
      EXPECT_NEAR(change, expected, 1e-10 * (1 + std::abs(state.log_density())));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Zoo, GradientOf, testing::ValuesIn(test::zoo()), [](const auto& p) {
  std::string name = p.param.name;
  for (char& c : name) c = c == ' ' ? '_' : c;
  return name;
});

TEST(GradientWork, GrowsWithTheNonzerosOfSparseDataNotWithItsSize) {
  Rng rng(5, 0);
  const auto products = [&](double share) {
    const auto model = test::logistic(test::sparse(500, 400, share, rng), test::coin_flips(500, rng));
    State state = make_state(*model);
    std::vector<double> adjoint(state.values.size());
    Work work;
    Gradient(*model).log_conditional(state.values.data(), adjoint.data(), work);
    EXPECT_EQ(work.rows, 500U + 400U);                     // of the likelihood and of the priors
    return static_cast<double>(work.products) - 50 * 400;  // without those of the priors
  };
  EXPECT_NEAR(products(0.1) / products(0.01), 10, 1);
}

class MapAdjoint : public testing::TestWithParam<MapOp> {};

TEST_P(MapAdjoint, IsTheSlopeOfTheMap) {
  const MapOp op = GetParam();
  const std::size_t counts[] = {function(op).inputs == 0 ? 2 : function(op).inputs,
                                function(op).inputs == 0 ? 5 : function(op).inputs};
  Rng rng(6, 0);
  for (const std::size_t count : counts)
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<double> x(count);
      for (double& v : x) v = (op == MapOp::acosh ? 1.05 : 0.05) + 0.9 * rng.uniform();
      if (op == MapOp::log_within) x = {0.5, 0.4 * x[1], 0.6 + 0.4 * x[2]};
      if (op == MapOp::if_else && trial % 2 == 0) x[0] = 0;
      const auto at = [&](const std::vector<double>& y) {
        std::vector<ArgView> a;
        for (const double& v : y) a.push_back({&v, 0});
        double out;
        function(op).apply(1, a.data(), count, &out);
        return out;
      };
      std::vector<ArgView> a;
      for (const double& v : x) a.push_back({&v, 0});
      std::vector<double> slope(count, 2.0);
      std::vector<double*> into;
      for (double& v : slope) into.push_back(&v);
      const double adjoint = 0.7, value = at(x), h = 1e-6;
      function(op).add_adjoint(1, a.data(), count, &value, &adjoint, into.data());
      for (std::size_t k = op == MapOp::if_else ? 1 : 0; k < count; ++k) {
        auto up = x, down = x;
        up[k] += h;
        down[k] -= h;
        EXPECT_NEAR(slope[k], 2 + adjoint * (at(up) - at(down)) / (2 * h), 1e-6 * (1 + std::abs(slope[k])));
      }
    }
}

std::vector<MapOp> every_map() {
  std::vector<MapOp> all;
  for (int op = 0; op <= static_cast<int>(last_map); ++op) all.push_back(static_cast<MapOp>(op));
  return all;
}
INSTANTIATE_TEST_SUITE_P(EveryMap, MapAdjoint, testing::ValuesIn(every_map()));

TEST(MapAdjointTails, StayFinite) {
  const double x = -inf, y = -inf, adjoint = 1, value = -inf;
  double dx = 0, dy = 0;
  double* into[2] = {&dx, &dy};
  const ArgView a[2] = {{&x, 0}, {&y, 0}};
  function(MapOp::log_add_exp).add_adjoint(1, a, 2, &value, &adjoint, into);
  EXPECT_EQ(dx, 0);
  EXPECT_EQ(dy, 0);
}

}  // namespace
}  // namespace cggibbs
