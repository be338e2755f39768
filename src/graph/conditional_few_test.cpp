// Conditionals of coefficients whose columns have few distinct values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/tolerance.hpp"
#include "graph/conditional.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

/// An intercept, groups, and dense and sparse columns of one to eight values.
std::shared_ptr<const Model> few_valued(const std::string& family) {
  Rng rng(41, 0);
  const std::size_t n = 300;
  std::vector<double> y(n);
  for (double& v : y) v = family == "gamma_log" ? rng.exponential() : static_cast<double>(rng.below(2));
  DenseMatrix dense = test::dense(n, 8, rng);
  for (std::size_t j = 0; j < 8; ++j) {
    const DenseMatrix column =
        test::of_few_values(DenseMatrix{n,
                                        1,
                                        {dense.values.begin() + static_cast<std::ptrdiff_t>(j * n),
                                         dense.values.begin() + static_cast<std::ptrdiff_t>((j + 1) * n)}},
                            j + 1);
    std::copy(column.values.begin(), column.values.end(),
              dense.values.begin() + static_cast<std::ptrdiff_t>(j * n));
  }
  ModelBuilder b;
  const Var a = b.real("a");
  const Var u = b.real("u", 3);
  const Var beta = b.real("beta", 8);
  const Var gamma = b.real("gamma", 4);
  b.factor("normal", {a, 0, 2});
  b.factor("normal", {u, 0, 2});
  b.factor("normal", {beta, 0, 2});
  b.factor("normal", {gamma, 0, 2});
  const Var eta = a + gather(u, test::groups(n, 3, rng)) + linear(dense, beta) +
                  linear(test::of_few_values(test::sparse(n, 4, 0.4, rng), 3), gamma);
  std::vector<Arg> args{y, eta};
  if (family == "gamma_log") args.emplace_back(1.7);
  b.factor(family, args);
  return b.build();
}

class FewValued : public testing::TestWithParam<std::string> {};

TEST_P(FewValued, ChangesAgreeWithTheNaiveEvaluatorNearAndFar) {
  const auto model = few_valued(GetParam());
  const Plan plan(*model);
  Rng rng(42, 0);
  State fast = make_state(*model);
  State slow = make_state(*model);
  recompute(*model, fast);
  recompute(*model, slow);
  Conditional cached(*model, plan, fast);
  Conditional naive(*model, plan, slow, true);
  const auto coordinates = model->coordinates();
  for (int move = 0; move < 2000; ++move) {
    const Coordinate c = coordinates[rng.below(coordinates.size())];
    cached.focus(c, rng.uniform() < 0.8);
    naive.focus(c);
    double x = 0;
    State before;
    // The second is too far for factors of cached odds: the next must not notice.
    for (const double size : {0.3, 300.0, 3.0, 0.1}) {
      before = fast;
      x = 0.9 * cached.current() + size * rng.normal();
      const double a = cached.delta(x), b = naive.delta(x);
      if (b == -inf)
        ASSERT_EQ(a, -inf);
      else
        ASSERT_NEAR(a, b, 1e-10 * (1 + std::abs(b) + std::abs(slow.log_density())))
            << model->coordinate_name(c) << " by " << x - cached.current();
      ASSERT_TRUE(fast == before);
    }
    if (rng.uniform() < 0.2) cached.delta(x + 200);
    cached.commit(x);
    naive.commit(x);
    ASSERT_NEAR(fast.log_density(), slow.log_density(),
                tol::log_density * (1 + std::abs(slow.log_density())));
    // Without a new focus.
    const double again = x + 0.2 * rng.normal();
    ASSERT_NEAR(cached.delta(again), naive.delta(again), 1e-10 * (1 + std::abs(slow.log_density())));
  }
  EXPECT_LT(cached.refresh(), tol::cached_sum);
}

TEST_P(FewValued, CandidatesShareOnePassOfExponentials) {
  const auto model = few_valued(GetParam());
  const Plan plan(*model);
  State state = make_state(*model);
  recompute(*model, state);
  Conditional conditional(*model, plan, state);
  for (const Coordinate c : model->coordinates()) {
    conditional.focus(c, true);
    conditional.work() = {};
    for (int k = 1; k <= 5; ++k) conditional.delta(0.1 * k);
    // Their priors, and the rows of the likelihood once.
    EXPECT_EQ(conditional.work().rows, 5 + plan.rows_per_evaluation(c) - 1) << model->coordinate_name(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, FewValued, testing::Values("bernoulli_logit", "poisson_log", "gamma_log"));

}  // namespace
}  // namespace cggibbs
