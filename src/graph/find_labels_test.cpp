// Atoms and priors of Dirichlet processes, and models in which labels would mean something.
#include "graph/find_labels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cggibbs/model.hpp>
#include <functional>

#include "base/test_error.hpp"

namespace cggibbs {
namespace {

using testing::HasSubstr;

constexpr std::size_t n = 4;
const std::vector<double> y{1, 2, 3, 4};

struct Parts {
  ModelBuilder b;
  Var z = b.integer("z", n, 1, n);
  Var mu = b.real("mu", n);
  Parts() { b.factor("chinese_restaurant", {z, 1}); }
  void prior() { b.factor("normal", {mu, 0, 1}); }
};

std::string error_of(const std::function<void(Parts&)>& write) {
  Parts p;
  return test::error_of([&] {
    write(p);
    find_labels(*p.b.build());
  });
}

TEST(FindLabels, FollowsGathersToAtomsAndTheirPriors) {
  Parts p;
  const Var kappa = p.b.positive("kappa"), tau = p.b.positive("tau", n), m = p.b.real("m");
  p.b.factor("gamma", {kappa, 2, 2});
  p.b.factor("normal", {m, 0, 1});
  p.b.factor("gamma", {tau, 2, 2});
  p.b.factor("normal", {p.mu, m, pow(kappa * tau, -0.5)});
  p.b.factor("normal", {y, gather(p.mu, p.z, 1), gather(pow(tau, -0.5), p.z, 1)});
  const auto model = p.b.build();
  const auto all = find_labels(*model);
  ASSERT_EQ(all.size(), 1U);
  const auto name = [&](NodeId v) { return model->node(v).name; };
  ASSERT_EQ(all[0].atoms.size(), 2U);
  EXPECT_EQ(name(all[0].atoms[0].parameter), "tau");  // the prior of mu reads it
  EXPECT_EQ(name(all[0].atoms[1].parameter), "mu");
  EXPECT_EQ(all[0].priors.size(), 2U);
  std::vector<std::string> shared;
  for (NodeId v : all[0].shared) shared.push_back(name(v));
  EXPECT_THAT(shared, testing::UnorderedElementsAre("kappa", "m"));
}

TEST(FindLabels, ElementsOfAMatrixGoByTheirRow) {
  ModelBuilder b;
  const Var z = b.integer("z", n, 1, n), mu = b.real("mu", 2 * n);  // mu[k, j] at k + n j
  b.factor("chinese_restaurant", {z, 1});
  b.factor("normal", {mu, 0, 1});
  b.factor("normal", {y, gather(mu, z, 1), 1});
  b.factor("normal", {y, gather(mu, z + static_cast<double>(n), 1), 1});
  const auto model = b.build();
  const auto all = find_labels(*model);
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all[0].atoms.size(), 1U);
  EXPECT_EQ(all[0].atoms[0].each, 2U);
  EXPECT_THAT(all[0].atoms[0].elements, testing::ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
}

TEST(FindLabels, PriorsMayDifferWithinALabel) {
  ModelBuilder b;  // beta[k, j] ~ normal(m[j], 1) at k + n j, read through two copies of beta
  const Var z = b.integer("z", n, 1, n), m = b.real("m", 2), beta = b.real("beta", 2 * n);
  std::vector<std::uint32_t> of, same;
  for (std::uint32_t e = 0; e < 2 * n; ++e) {
    of.push_back(e / n);
    same.push_back(e);
  }
  b.factor("chinese_restaurant", {z, 1});
  b.factor("normal", {m, 0, 1});
  b.factor("normal", {beta, gather(m, of), 1});
  b.factor("normal", {y, gather(gather(beta, same), z, 1), 1});
  b.factor("normal", {y, gather(gather(beta, same), z + static_cast<double>(n), 1), 1});
  const auto model = b.build();
  const auto all = find_labels(*model);
  ASSERT_EQ(all[0].atoms.size(), 1U);
  EXPECT_THAT(all[0].atoms[0].elements, testing::ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
  ASSERT_EQ(all[0].shared.size(), 1U);
  EXPECT_EQ(model->node(all[0].shared[0]).name, "m");
}

TEST(FindLabels, RefusesModelsInWhichLabelsMeanSomething) {
  EXPECT_EQ(error_of([](Parts& p) {
              p.prior();
              p.b.factor("normal", {y, gather(p.mu, p.z, 1), 1});
            }),
            "(no error)");
  EXPECT_THAT(error_of([](Parts& p) {
                p.b.factor("normal", {p.mu, y, 1});
                p.b.factor("normal", {y, gather(p.mu, p.z, 1), 1});
              }),
              HasSubstr("differ by label"));
  EXPECT_THAT(error_of([](Parts& p) {
                p.prior();
                p.b.factor("normal", {y, gather(p.mu, p.z, 1), 1});
                p.b.factor("normal", {3, gather(p.mu, {0}), 1});
              }),
              HasSubstr("has atoms of which normal reads those of some labels only"));
  EXPECT_THAT(error_of([](Parts& p) {
                p.prior();
                p.b.factor("normal", {y, gather(p.mu, p.z, 1) + p.z, 1});
              }),
              HasSubstr("'z'"));
  EXPECT_THAT(
      error_of([](Parts& p) {
        p.b.factor("multi_normal", {p.mu, p.b.data({0, 0, 0, 0}), p.b.data(std::vector<double>(16, 0.0))});
        p.b.factor("normal", {y, gather(p.mu, p.z, 1), 1});
      }),
      HasSubstr("several labels"));
}

}  // namespace
}  // namespace cggibbs
