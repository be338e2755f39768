// Which point of a trajectory NUTS takes: the analytical probabilities, and planted errors that only they show.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/test_statistics.hpp"
#include "samplers/hamiltonian/nuts.hpp"

namespace cggibbs {
namespace {

/// exp(-q^4 / 4): steep walls, so that coarse steps make weights of very different sizes.
double quartic(const double* q, double* g) {
  *g = -q[0] * q[0] * q[0];
  return -0.25 * q[0] * q[0] * q[0] * q[0];
}

/// Trees grow to the largest depth: 2^depth points, whatever the directions.
template <class Rules>
struct NeverTurns : Rules {
  static bool goes_on(const std::vector<double>&, const std::vector<double>&, const std::vector<double>&) {
    return true;
  }
};
struct HalvesAlike : NutsRules {
  static bool takes_later_half(double, double, Rng& rng) { return rng.uniform() < 0.5; }
};
/// Right at the top of the tree, wrong inside a half.
struct BiasedInside : NutsRules {
  static bool takes_later_half(double later, double both, Rng& rng) {
    return rng.uniform() < std::exp(later - both) / (1 - std::exp(later - both));
  }
};
struct LaterHalfAlways : NutsRules {
  static bool takes_later_half(double, double, Rng&) { return true; }
};
struct EarlyHalfAlways : NutsRules {
  static bool takes_later_half(double, double, Rng&) { return false; }
};
struct MultinomialAtTheTop : NutsRules {  // leaves the target invariant too, but is not what we say we do
  static bool takes_new_half(double fresh, double old, Rng& rng) {
    return takes_later_half(fresh, log_add_exp(fresh, old), rng);
  }
};

constexpr int depth = 3;
constexpr int reach = (1 << depth) - 1;       ///< steps to either side that a tree can make
constexpr std::size_t cells = 2 * reach + 1;  ///< points -reach ... reach
constexpr double step = 0.71, start_q = 1.4, start_p = 1.2;
constexpr int moves = 100000;

class FixedMomentum : public Metric {
 public:
  void velocity(const double* p, double* v) override { *v = *p; }
  void draw_momentum(Rng&, double* p) override { *p = start_p; }
  void learn(const double*, const double*) override {}
  void renew() override {}
  void rescale(const double*) override {}
  std::vector<double> inverse_mass() const override { return {1}; }
  void save(Writer&) const override {}
  void load(Reader&) override {}
};

struct Orbit {
  std::array<double, cells> q{}, weight{};
};
Orbit orbit() {
  Orbit o;
  FixedMomentum metric;
  PhasePoint start(1);
  start.q[0] = start_q;
  start.p[0] = start.v[0] = start_p;
  start.logp = quartic(start.q.data(), start.gradient.data());
  for (const int direction : {-1, 1}) {
    PhasePoint z = start;
    for (int k = 0; k <= reach; ++k) {
      const int place = reach + direction * k;
      const auto at = static_cast<std::size_t>(place);
      o.q[at] = z.q[0];
      o.weight[at] = std::exp(start.energy() - z.energy());
      leapfrog(z, quartic, metric, direction * step);
    }
  }
  return o;
}

/// By the definition: each doubling goes either way, its points come forward in proportion to their weights, and the
/// new half as a whole with probability min(1, its weight / the old weight).
std::array<double, cells> expected(const std::array<double, cells>& weight) {
  std::array<double, cells> total{};
  for (int directions = 0; directions < 1 << depth; ++directions) {
    std::array<double, cells> p{};
    p[reach] = 1;
    std::size_t low = reach, high = reach;
    double old = weight[reach];
    for (int level = 0; level < depth; ++level) {
      const std::size_t length = high - low + 1;
      const bool up = (directions >> level & 1) != 0;
      const std::size_t first = up ? high + 1 : low - length;
      double fresh = 0;
      for (std::size_t i = first; i < first + length; ++i) fresh += weight[i];
      const double taken = std::min(1.0, fresh / old);
      for (double& x : p) x *= 1 - taken;
      for (std::size_t i = first; i < first + length; ++i) p[i] = taken * weight[i] / fresh;
      old += fresh;
      (up ? high : low) = up ? high + length : first;
    }
    for (std::size_t i = 0; i < cells; ++i) total[i] += p[i] / (1 << depth);
  }
  return total;
}

/// p value of the points that many moves take from one start against their probabilities.
template <class Rules>
double p_value() {
  const Orbit o = orbit();
  BasicNuts<NeverTurns<Rules>> nuts(1, depth);
  FixedMomentum metric;
  Rng rng(31, 0);
  std::array<double, cells> count{};
  for (int t = 0; t < moves; ++t) {
    double q = start_q;
    nuts.move(quartic, metric, step, &q, rng);
    const auto at = std::find(o.q.begin(), o.q.end(), q);
    EXPECT_NE(at, o.q.end());
    ++count[static_cast<std::size_t>(at - o.q.begin())];
  }
  return test::chi_square(count, expected(o.weight));
}

TEST(SubtreeWeights, DifferStronglyAlongTheOrbitOfThisTest) {
  const Orbit o = orbit();
  const auto [least, most] = std::minmax_element(o.weight.begin(), o.weight.end());
  EXPECT_GT(*most, 20 * *least);
  for (const double p : expected(o.weight)) EXPECT_GT(p * moves, 5);
}

TEST(SubtreeWeights, GiveEveryPointItsAnalyticalProbability) {
  EXPECT_GT(p_value<NutsRules>(), 0.001);
}

TEST(SubtreeWeights, AreMissedWhenAnErrorIsPlanted) {
  EXPECT_LT(p_value<HalvesAlike>(), 1e-12);
  EXPECT_LT(p_value<BiasedInside>(), 1e-12);
  EXPECT_LT(p_value<LaterHalfAlways>(), 1e-12);
  EXPECT_LT(p_value<EarlyHalfAlways>(), 1e-12);
  EXPECT_LT(p_value<MultinomialAtTheTop>(), 1e-12);
}

/// From exact draws of the quartic, a few coarse moves, so that errors add up: p value of the law of q^4 / 4, which
/// is gamma(1/4). Trees of one dimension turn so soon that errors inside subtrees need NeverTurns to show.
template <class Rules>
double invariance_p_value() {
  auto metric = make_metric(MetricKind::unit, 1);
  BasicNuts<Rules> nuts(1, depth);
  Rng rng(32, 0);
  std::vector<double> energy(moves);
  for (double& e : energy) {
    double q = std::pow(4 * rng.gamma(0.25), 0.25) * (rng.uniform() < 0.5 ? -1 : 1);
    for (int t = 0; t < 4; ++t) nuts.move(quartic, *metric, step, &q, rng);
    e = 0.25 * q * q * q * q;
  }
  return test::ks_one_sample(std::move(energy), [](double e) { return boost::math::gamma_p(0.25, e); });
}

TEST(SubtreeWeights, LeaveTheTargetInvariantAtACoarseStep) {
  EXPECT_GT(invariance_p_value<NutsRules>(), 0.001);
  EXPECT_GT(invariance_p_value<NeverTurns<NutsRules>>(), 0.001);
  EXPECT_GT(invariance_p_value<NeverTurns<MultinomialAtTheTop>>(), 0.001);
}

TEST(SubtreeWeights, DoNotLeaveItInvariantWhenAnErrorIsPlanted) {
  EXPECT_LT(invariance_p_value<NeverTurns<HalvesAlike>>(), 1e-6);
  EXPECT_LT(invariance_p_value<NeverTurns<BiasedInside>>(), 1e-6);
}

}  // namespace
}  // namespace cggibbs
