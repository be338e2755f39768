// Elements in step leave their law as it is.
#include "samplers/joint/array_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <cggibbs/model.hpp>
#include <cmath>
#include <functional>
#include <ostream>
#include <vector>

#include "base/test_statistics.hpp"
#include "distributions/beta.hpp"
#include "distributions/gamma.hpp"
#include "graph/structure.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t n = 9;

/// An array x, and y, what is seen of it: a parameter that nobody moves, so that one model serves all replicates.
struct Seen {
  const char* name;
  std::function<std::shared_ptr<const Model>()> model;
  std::function<double(Rng&)> draw;            ///< an element of x from its prior
  std::function<double(double x, Rng&)> look;  ///< what is seen of it
  double tilt;
};

std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  return out << seen.name;
}

double binomial(int trials, double p, Rng& rng) {
  double successes = 0;
  for (int i = 0; i < trials; ++i) successes += rng.uniform() < p;
  return successes;
}

double poisson(double mean, Rng& rng) {
  double events = -1;
  for (double t = 0; t < mean; t += rng.exponential()) ++events;
  return events;
}

const std::vector<Seen> cases{
    {"normal",
     [] {
       ModelBuilder b;
       const Var x = b.real("x", n), y = b.real("y", n);
       b.factor("normal", {x, 0.3, 1.2});
       b.factor("normal", {y, 2 * x, 0.8});
       return b.build();
     },
     [](Rng& rng) { return 0.3 + 1.2 * rng.normal(); },
     [](double x, Rng& rng) { return 2 * x + 0.8 * rng.normal(); }, 0.6},
    {"gamma",
     [] {
       ModelBuilder b;
       const Var x = b.positive("x", n), y = b.count("y", {n});
       b.factor("gamma", {x, 2, 1.5});
       b.factor("poisson", {y, x});
       return b.build();
     },
     [](Rng& rng) { return Gamma::draw(rng, 2, 1.5); }, poisson, 0.3},
    {"beta",
     [] {
       ModelBuilder b;
       const Var x = b.unit("x", n), y = b.integer("y", n, 0, 5);
       b.factor("beta", {x, 2, 3});
       b.factor("binomial", {y, x, 5});
       return b.build();
     },
     [](Rng& rng) { return Beta::draw(rng, 2, 3); }, [](double x, Rng& rng) { return binomial(5, x, rng); },
     1.5},
    {"whole numbers",
     [] {
       ModelBuilder b;
       const Var x = b.integer("x", n, 0, 3), y = b.real("y", n);
       b.factor("binomial", {x, 0.4, 3});
       b.factor("normal", {y, x, 0.7});
       return b.build();
     },
     [](Rng& rng) { return binomial(3, 0.4, rng); },
     [](double x, Rng& rng) { return x + 0.7 * rng.normal(); }, 0.3},
    {"slices of the line",
     [] {
       ModelBuilder b;
       const Var x = b.real("x", n), y = b.integer("y", n, 0, 4);
       b.factor("normal", {x, 0.5, 1.5});
       b.factor("binomial_logit", {y, x, 4});
       return b.build();
     },
     [](Rng& rng) { return 0.5 + 1.5 * rng.normal(); },
     [](double x, Rng& rng) { return binomial(4, 1 / (1 + std::exp(-x)), rng); }, 0.3},
    {"slices of logarithms",
     [] {
       ModelBuilder b;
       const Var x = b.positive("x", n), y = b.real("y", n);
       b.factor("lognormal", {x, 0.2, 0.7});
       b.factor("normal", {y, 1, x});
       return b.build();
     },
     [](Rng& rng) { return std::exp(0.2 + 0.7 * rng.normal()); },
     [](double x, Rng& rng) { return 1 + x * rng.normal(); }, 0.3},
};

/// A state of the joint law.
void draw_state(const Seen& seen, const Model& model, State& s, Rng& rng) {
  double *at_x = s.values.data() + model.offset(model.parameters()[0]),
         *at_y = s.values.data() + model.offset(model.parameters()[1]);
  for (std::size_t k = 0; k < n; ++k) {
    at_x[k] = seen.draw(rng);
    at_y[k] = seen.look(at_x[k], rng);
  }
  recompute(model, s);
}

/// So that mirror steps are known to pay.
void warm_up(const Seen& seen, const Model& model, ArrayBlock& block) {
  Rng rng(29, 0);
  State s = make_state(model);
  draw_state(seen, model, s, rng);
  for (int i = 0; i < 100; ++i) block.update(s, rng, true);
}

/// The smallest p value of "the same law before and after" three updates.
double invariance_p(const Seen& seen, double tilt, bool warm = false) {
  const auto model = seen.model();
  const NodeId x = model->parameters()[0], y = model->parameters()[1];
  auto conditionals = Conditionals::of(*model, Plan(*model), x);
  if (!conditionals) return nan;
  ArrayBlock block(*model, std::move(*conditionals), {}, 2, tilt);
  if (warm) warm_up(seen, *model, block);
  Rng rng(23, 0);
  std::vector<std::vector<double>> before(4), after(4);
  for (int r = 0; r < 20000; ++r) {
    State s = make_state(*model);
    double *at_x = s.values.data() + model->offset(x), *at_y = s.values.data() + model->offset(y);
    draw_state(seen, *model, s, rng);
    const auto note = [&](auto& into) {
      into[0].push_back(at_x[0]);
      into[1].push_back(at_x[n - 1]);
      into[2].push_back(at_x[3] * at_x[4]);
      into[3].push_back(at_x[5] * at_y[5]);
    };
    note(before);
    for (int k = 0; k < 3; ++k) block.update(s, rng, false);
    note(after);
  }
  double smallest = 1;
  for (std::size_t k = 0; k < before.size(); ++k)
    smallest = std::min(smallest, test::ks_two_sample(before[k], after[k]));
  return smallest;
}

class EveryConditional : public testing::TestWithParam<Seen> {};

TEST_P(EveryConditional, IsLeftInvariantAndATiltIsCaught) {
  EXPECT_GT(invariance_p(GetParam(), 0), 1e-4);
  EXPECT_LT(invariance_p(GetParam(), GetParam().tilt), 1e-6);
  EXPECT_GT(invariance_p(GetParam(), 0, true), 1e-4);
  EXPECT_LT(invariance_p(GetParam(), GetParam().tilt, true), 1e-6);
}

TEST_P(EveryConditional, TakesPassesOverAllElementsAndNoneOverOne) {
  const auto model = GetParam().model();
  const NodeId x = model->parameters()[0];
  ArrayBlock block(*model, *Conditionals::of(*model, Plan(*model), x), {}, 2);
  State s = make_state(*model);
  Rng rng(1, 0);
  draw_state(GetParam(), *model, s, rng);
  constexpr int sweeps = 200;
  block.reset_work();
  for (int i = 0; i < sweeps; ++i) block.update(s, rng, false);
  const bool slices = model->structure().conjugate(x) == DensityForm::other &&
                      model->node(x).as<ParameterNode>()->support != SupportKind::integer;
  // Exact draws take the same few passes however many elements there are; slices end when the last one has ended.
  EXPECT_LE(block.work().evaluations, sweeps * (slices ? 25 : 4));
  const auto cold = static_cast<double>(block.work().evaluations);
  warm_up(GetParam(), *model, block);
  block.reset_work();
  for (int i = 0; i < sweeps; ++i) block.update(s, rng, false);
  // Mirror steps take six, and are not taken where many would have to be sliced besides.
  EXPECT_LE(static_cast<double>(block.work().evaluations), slices ? 1.1 * cold : 4. * sweeps);
}

INSTANTIATE_TEST_SUITE_P(Arrays, EveryConditional, testing::ValuesIn(cases), [](const auto& seen) {
  std::string name = seen.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
}  // namespace cggibbs
