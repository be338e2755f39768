// Priors along coefficients and directions of correlated effects against the density of their factor.
#include "samplers/linear/event_prior.hpp"

#include <gtest/gtest.h>

#include "graph/factor.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"
#include "samplers/linear/line.hpp"

namespace cggibbs {
namespace {

struct Scene {
  std::shared_ptr<const Model> model;
  State state;
  const GaussianPart* part;

  double* theta() { return state.values.data() + model->offset(part->parameter); }
  double log_prior() const {
    return factor_log_density(*model, state.values.data(), model->factors()[part->factor]);
  }
};

Scene scene() {
  Rng rng(3, 0);
  Scene s{test::correlated_effects(20, 4, rng), {}, nullptr};
  for (const auto& part : s.model->structure().predictors().at(0).parts)
    if (part.kind == MixtureKind::correlated) s.part = &part;
  s.state = make_state(*s.model);
  draw_valid_start(*s.model, s.state, rng);
  recompute(*s.model, s.state);
  return s;
}

TEST(EventPrior, AlongACoefficientIsTheChangeOfTheDensity) {
  Scene s = scene();
  const PartPrior prior(*s.model, s.state.values.data(), *s.part);
  const double before = s.log_prior();
  for (std::size_t j = 0; j < s.part->size(); ++j)
    for (const double t : {-1.3, 0.4}) {
      const double said = prior.with(j, [&](const auto& p) { return p.change(t); });
      s.theta()[j] += t;
      EXPECT_NEAR(said, s.log_prior() - before, 1e-11 * (1 + std::abs(said)));
      s.theta()[j] -= t;
    }
}

TEST(EventPrior, AlongADirectionIsTheChangeOfTheDensity) {
  Scene s = scene();
  const EventPrior prior(*s.model, s.state.values.data(), *s.part);
  const double before = s.log_prior(), v[] = {0.7, -1.1}, t = 0.6;
  double* theta = s.theta() + 4;  // the third event
  const auto [precision, slope] = prior.along(v, theta, 2);
  for (std::size_t i = 0; i < 2; ++i) theta[i] += t * v[i];
  EXPECT_NEAR(t * (slope - 0.5 * precision * t), s.log_prior() - before, 1e-11 * (1 + std::abs(before)));
}

TEST(EventPrior, ColouringUndoesWhitening) {
  Scene s = scene();
  const EventPrior prior(*s.model, s.state.values.data(), *s.part);
  double x[] = {0.4, 2.0};
  prior.whiten(x);
  prior.colour(x);
  EXPECT_NEAR(x[0], 0.4, 1e-14);
  EXPECT_NEAR(x[1], 2.0, 1e-14);
}

}  // namespace
}  // namespace cggibbs
