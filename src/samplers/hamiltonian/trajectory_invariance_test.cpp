// Trajectories leave the posterior invariant, and the test that says so notices planted errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cggibbs/model.hpp>
#include <cmath>

#include "samplers/hamiltonian/hamiltonian_block.hpp"

namespace cggibbs {
namespace {

/// Largest distance between two empirical distribution functions, times sqrt(n m / (n + m)).
double kolmogorov(std::vector<double> a, std::vector<double> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  double worst = 0;
  const auto n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  for (double x : a) {
    const double fa = static_cast<double>(std::upper_bound(a.begin(), a.end(), x) - a.begin()) / n;
    const double fb = static_cast<double>(std::upper_bound(b.begin(), b.end(), x) - b.begin()) / m;
    worst = std::max(worst, std::abs(fa - fb));
  }
  return worst * std::sqrt(n * m / (n + m));
}

/// mu ~ N(0, 1), sigma ~ exponential(1), y ~ N(mu, sigma): parameters from the prior and data given them, then one
/// update of both. Whatever the data, (mu, sigma) must still follow the prior.
struct Scene {
  std::shared_ptr<const Model> model;
  State state;
};
Scene draw_scene(Rng& rng) {
  const double mu = rng.normal(), sigma = rng.exponential();
  std::vector<double> y(4);
  for (double& v : y) v = mu + sigma * rng.normal();
  ModelBuilder b;
  const Var m = b.real("mu"), s = b.positive("sigma");
  b.factor("normal", {m, 0, 1});
  b.factor("exponential", {s, 1});
  b.factor("normal", {y, m, s});
  Scene scene{b.build(), {}};
  scene.state = make_state(*scene.model);
  scene.state.values[scene.model->offset(scene.model->parameters()[0])] = mu;
  scene.state.values[scene.model->offset(scene.model->parameters()[1])] = sigma;
  recompute(*scene.model, scene.state);
  return scene;
}

/// KS distances of mu, log sigma and their product between the prior and what `update` makes of it.
template <class Update>
std::array<double, 3> distances(int replicates, Update update) {
  Rng rng(77, 0);
  std::array<std::vector<double>, 3> after, prior;
  const auto keep = [](auto& where, double mu, double log_sigma) {
    where[0].push_back(mu);
    where[1].push_back(log_sigma);
    where[2].push_back(mu * mu - log_sigma);
  };
  for (int r = 0; r < replicates; ++r) {
    Scene scene = draw_scene(rng);
    update(scene, rng);
    const auto& p = scene.model->parameters();
    keep(after, scene.state.values[scene.model->offset(p[0])],
         std::log(scene.state.values[scene.model->offset(p[1])]));
    keep(prior, rng.normal(), std::log(rng.exponential()));
  }
  return {kolmogorov(after[0], prior[0]), kolmogorov(after[1], prior[1]), kolmogorov(after[2], prior[2])};
}
constexpr double ks_limit = 1.95;  ///< exceeded with probability 0.001
constexpr int replicates = 20000;

double worst(const std::array<double, 3>& d) {
  return *std::max_element(d.begin(), d.end());
}

HamiltonianSettings coarse(Trajectory trajectory) {
  HamiltonianSettings s;
  s.trajectory = trajectory;
  s.metric = MetricKind::unit;
  s.step_size = 0.5;  // large enough for energy errors, so that every weight matters
  s.integration_time = 1.5;
  return s;
}

TEST(HamiltonianBlock, NutsLeavesThePosteriorInvariant) {
  EXPECT_LT(worst(distances(replicates,
                            [](Scene& s, Rng& rng) {
                              HamiltonianBlock block(*s.model, s.model->parameters(),
                                                     coarse(Trajectory::nuts));
                              block.update(s.state, rng, false);
                            })),
            ks_limit);
}

TEST(HamiltonianBlock, HmcLeavesThePosteriorInvariant) {
  EXPECT_LT(worst(distances(replicates,
                            [](Scene& s, Rng& rng) {
                              HamiltonianBlock block(*s.model, s.model->parameters(),
                                                     coarse(Trajectory::hmc));
                              block.update(s.state, rng, false);
                            })),
            ks_limit);
}

TEST(HamiltonianBlock, OneParameterAtATimeLeavesThePosteriorInvariant) {
  EXPECT_LT(worst(distances(replicates,
                            [](Scene& s, Rng& rng) {
                              for (NodeId p : s.model->parameters()) {
                                HamiltonianBlock block(*s.model, {p}, coarse(Trajectory::nuts));
                                block.update(s.state, rng, false);
                              }
                            })),
            ks_limit);
}

/// A NUTS update with some of the rules broken, several times over so that small errors add up.
template <class Rules, class Density>
void broken_update(Scene& s, Rng& rng, Metric& metric, Density wrap) {
  BlockDensity density(*s.model, s.model->parameters());
  Work work;
  const LogDensityGradient f =
      wrap([&](const double* q, double* g) { return density.log_conditional(q, g, work); });
  BasicNuts<Rules> nuts(2, 10);
  double q[2];
  density.read(s.state, q);
  for (int t = 0; t < 5; ++t) nuts.move(f, metric, 0.5, q, rng);
  density.write(q, s.state);
}
const auto as_it_is = [](LogDensityGradient f) { return f; };

template <class Rules>
double worst_under() {
  return worst(distances(replicates, [](Scene& s, Rng& rng) {
    auto metric = make_metric(MetricKind::unit, 2);
    broken_update<Rules>(s, rng, *metric, as_it_is);
  }));
}

TEST(PlantedErrors, NoneIsNotCaught) {
  EXPECT_LT(worst_under<NutsRules>(), ks_limit);
}

TEST(PlantedErrors, MissingJacobianIsCaught) {
  const auto without_jacobian = [](LogDensityGradient f) -> LogDensityGradient {
    return [f = std::move(f)](const double* q, double* g) {
      const double value = f(q, g) - q[1];
      g[1] -= 1;
      return value;
    };
  };
  EXPECT_GT(worst(distances(replicates,
                            [&](Scene& s, Rng& rng) {
                              auto metric = make_metric(MetricKind::unit, 2);
                              broken_update<NutsRules>(s, rng, *metric, without_jacobian);
                            })),
            2 * ks_limit);
}

TEST(PlantedErrors, MomentaOfTheWrongScaleAreCaught) {
  class WrongMomenta : public Metric {
   public:
    void velocity(const double* p, double* v) override { v[0] = p[0], v[1] = p[1]; }
    void draw_momentum(Rng& rng, double* p) override { p[0] = 1.5 * rng.normal(), p[1] = 1.5 * rng.normal(); }
    void learn(const double*, const double*) override {}
    void renew() override {}
    void rescale(const double*) override {}
    std::vector<double> inverse_mass() const override { return {1, 1}; }
    void save(Writer&) const override {}
    void load(Reader&) override {}
  };
  EXPECT_GT(worst(distances(replicates,
                            [](Scene& s, Rng& rng) {
                              WrongMomenta metric;
                              broken_update<NutsRules>(s, rng, metric, as_it_is);
                            })),
            1.5 * ks_limit);
}

struct NewHalfAlways : NutsRules {
  static bool takes_new_half(double, double, Rng&) { return true; }
};
struct NoSecondHalfStep : NutsRules {
  static void step(PhasePoint& z, const LogDensityGradient& density, Metric& metric, double step) {
    for (std::size_t k = 0; k < z.size(); ++k) z.p[k] += step * z.gradient[k];
    metric.velocity(z.p.data(), z.v.data());
    for (std::size_t k = 0; k < z.size(); ++k) z.q[k] += step * z.v[k];
    z.logp = density(z.q.data(), z.gradient.data());
  }
};

TEST(PlantedErrors, TakingTheNewHalfWhateverItsWeightIsCaught) {
  EXPECT_GT(worst_under<NewHalfAlways>(), 1.5 * ks_limit);
}
TEST(PlantedErrors, MissingHalfStepsAreCaught) {
  EXPECT_GT(worst_under<NoSecondHalfStep>(), 1.5 * ks_limit);
}

}  // namespace
}  // namespace cggibbs
