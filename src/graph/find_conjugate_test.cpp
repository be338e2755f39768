// Which parameters are found to have conditionals that can be drawn from, and which are not.
#include "graph/find_conjugate.hpp"

#include <gtest/gtest.h>

#include <cggibbs/model.hpp>

namespace cggibbs {
namespace {

DensityForm form_of(const std::shared_ptr<const Model>& model, const std::string& name) {
  const auto forms = find_conjugate(*model);
  for (NodeId p : model->parameters())
    if (model->node(p).name == name) return forms[p];
  ADD_FAILURE() << name;
  return DensityForm::other;
}

TEST(FindConjugate, FindsPrecisionsRatesVariancesAndProbabilities) {
  ModelBuilder b;
  const Var tau = b.positive("tau"), by_group = b.positive("by_group", 2), rate = b.positive("rate"),
            variance = b.positive("variance"), p = b.unit("p"), mean = b.positive("mean");
  const std::vector<double> y{0.3, -1, 2, 0.5}, counts{1, 0, 2, 4};
  b.factor("gamma", {tau, 0.5, 2});
  b.factor("normal", {y, 0, pow(tau, -0.5)});
  b.factor("normal", {0.3, 1, 1 / sqrt(3 * tau)});
  b.factor("gamma", {by_group, 0.5, rate});
  b.factor("normal", {y, 0, inverse(sqrt(gather(by_group, {0, 0, 1, 1})))});
  b.factor("exponential", {rate, 2});
  b.factor("poisson", {counts, rate * b.data({1, 2, 1, 3})});
  b.factor("inverse_gamma", {variance, 2, 1});
  b.factor("normal", {y, 1, sqrt(variance)});
  b.factor("beta", {p, 2, 3});
  b.factor("binomial", {counts, p, 7});
  b.factor("bernoulli", {std::vector<double>{0, 1}, 1 - p});
  b.factor("inverse_gamma", {mean, 2, 1});
  b.factor("gamma_mean", {std::vector<double>{1, 2}, mean, 3});
  const auto model = b.build();
  EXPECT_EQ(form_of(model, "tau"), DensityForm::log_linear);
  EXPECT_EQ(form_of(model, "by_group"), DensityForm::log_linear);
  EXPECT_EQ(form_of(model, "rate"), DensityForm::log_linear);
  EXPECT_EQ(form_of(model, "variance"), DensityForm::log_inverse);
  EXPECT_EQ(form_of(model, "p"), DensityForm::log_log1m);
  EXPECT_EQ(form_of(model, "mean"), DensityForm::log_inverse);
}

TEST(FindConjugate, LeavesAloneWhatIsReadInAnotherWay) {
  const std::vector<double> y{0.3, -1, 2, 0.5}, counts{1, 0, 2, 4};
  const auto with = [&](auto tell) {
    ModelBuilder b;
    const Var x = b.positive("x"), p = b.unit("p");
    b.factor("gamma", {x, 2, 3});
    b.factor("beta", {p, 2, 3});
    tell(b, x, p);
    return b.build();
  };
  const auto x_is_free = [&](auto tell) { EXPECT_EQ(form_of(with(tell), "x"), DensityForm::other); };
  const auto p_is_free = [&](auto tell) { EXPECT_EQ(form_of(with(tell), "p"), DensityForm::other); };
  x_is_free([&](auto& b, const Var& x, const Var&) { b.factor("normal", {y, 0, x}); });
  x_is_free([&](auto& b, const Var& x, const Var&) { b.factor("normal", {y, x, 1}); });
  x_is_free([&](auto& b, const Var& x, const Var&) { b.factor("normal", {y, x, pow(x, -0.5)}); });
  x_is_free([&](auto& b, const Var& x, const Var&) { b.factor("poisson", {counts, 1 + x}); });
  x_is_free([&](auto& b, const Var& x, const Var&) { b.factor("poisson", {counts, x * x}); });
  x_is_free([&](auto& b, const Var& x, const Var&) { b.factor("poisson", {counts, exp(x)}); });
  x_is_free([&](auto& b, const Var& x, const Var&) { b.factor("gamma", {std::vector<double>{1, 2}, x, 2}); });
  x_is_free([&](auto& b, const Var& x, const Var&) { b.increment(-square(x)); });
  x_is_free([&](auto& b, const Var& x, const Var&) {
    b.truncated("exponential", {std::vector<double>{1, 2}, x}, 0.5, 3);
  });
  p_is_free([&](auto& b, const Var&, const Var& p) { b.factor("binomial", {counts, 0.5 * p, 7}); });
  p_is_free([&](auto& b, const Var&, const Var& p) { b.factor("binomial", {counts, sqrt(p), 7}); });
  p_is_free([&](auto& b, const Var& x, const Var& p) { b.factor("poisson", {counts, x * p}); });
}

TEST(FindConjugate, FindsWhatIsNormalGivenTheRest) {
  const auto form = [](auto tell) {
    ModelBuilder b;
    const Var x = b.real("x"), other = b.real("other"), scale = b.positive("scale");
    b.factor("normal", {x, 0, scale});
    b.factor("normal", {other, 1, 2});
    b.factor("gamma", {scale, 1, 1});
    tell(b, x, other, scale);
    return form_of(b.build(), "x");
  };
  const std::vector<double> y{0.3, -1, 2};
  EXPECT_EQ(form([](auto&, const Var&, const Var&, const Var&) {}), DensityForm::quadratic);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var& o, const Var& s) {
              b.factor("normal", {y, 2 - 3 * x * s + o * x, s});
            }),
            DensityForm::quadratic);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var& o, const Var&) {
              b.factor("normal", {x - o, x, 1});
            }),
            DensityForm::quadratic);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var& o, const Var& s) {
              b.factor("normal", {y, x / s + o / 2, 1});
            }),
            DensityForm::quadratic);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var&, const Var&) {
              b.factor("normal", {y, x * x, 1});
            }),
            DensityForm::other);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var&, const Var&) {
              b.factor("normal", {y, exp(x), 1});
            }),
            DensityForm::other);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var&, const Var&) {
              b.factor("normal", {y, 0, exp(x)});
            }),
            DensityForm::other);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var& o, const Var&) {
              b.factor("normal", {y, o / x, 1});
            }),
            DensityForm::other);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var&, const Var&) {
              b.factor("bernoulli_logit", {std::vector<double>{0, 1}, x});
            }),
            DensityForm::other);
  EXPECT_EQ(form([&](auto& b, const Var& x, const Var&, const Var&) {
              b.factor("laplace", {y, x, 1});
            }),
            DensityForm::other);
}

}  // namespace
}  // namespace cggibbs
