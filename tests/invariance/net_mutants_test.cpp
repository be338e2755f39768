// Planted bugs in what the net's axes stand for, each caught by the net's own check at one of its cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "invariance/net_check.hpp"

namespace cggibbs::test {
namespace {

/// The response, one value per row of the design.
std::vector<double> response(const GlmCase& c, const Model& model, const State& state) {
  const Factor& f = model.factors()[likelihood_of(model)];
  const double* y = value(model, state.values.data(), f.args[0]);
  if (c.copies.empty()) return {y, y + f.size};
  std::vector<double> out(c.design.rows);
  for (std::size_t i = 0; i < c.copies.size(); ++i) out[c.copies[i].response] = y[i];
  return out;
}

/// Right sweeps of a wrong model of the same data.
Step mistaken(const NetCell& cell, const std::function<void(GlmCase&)>& spoil) {
  const GlmCase right = net_case(cell);
  GlmCase wrong = right;
  spoil(wrong);
  const Step sweeps = warmed_sweeps(net_sampler("stepping"), 3);
  return [=](const Model& model, State& state, Rng& rng) {
    const auto other = wrong.model(response(right, model, state));
    State moved = make_state(*other);
    place(*other, moved, read_variates(model, state));
    sweeps(*other, moved, rng);
    place(model, state, read_variates(*other, moved));
  };
}

double p_of(const NetCell& cell, const std::function<void(GlmCase&)>& spoil,
            int replicates = quick_replicates) {
  return net_outcome(cell, mistaken(cell, spoil), replicates).p;
}

const auto nothing = [](GlmCase&) {};

TEST(NetMutants, WithoutABugPasses) {
  for (const RowKind rows : {RowKind::plain, RowKind::both})
    for (const Look look : {Look::dense, Look::sparse})
      EXPECT_GT(p_of({.look = look, .rows = rows}, nothing), smallest_quick_p);
}

TEST(NetMutants, ANamedPriorReadByPositionIsCaught) {
  // normal(sd=0.4,mean=0.9) read as normal(0.4,0.9); laplace(scale=0.3,location=-0.6), Student t and the gamma of
  // sigma likewise.
  const auto swapped = [](std::size_t a, std::size_t b) {
    return [=](GlmCase& c) {
      auto& args = c.settings.prior.others[0].args;
      std::swap(args[a], args[b]);
      for (double& x : args) x = std::abs(x);
    };
  };
  EXPECT_LT(p_of({.prior = PriorChoice::normal}, swapped(0, 1)), smallest_quick_p);
  EXPECT_LT(p_of({.shape = Shape::wide, .prior = PriorChoice::laplace}, swapped(0, 1)), smallest_quick_p);
  EXPECT_LT(p_of({.prior = PriorChoice::student_t}, swapped(0, 2)), smallest_quick_p);
  EXPECT_LT(p_of({.prior = PriorChoice::student_t},
                 [](GlmCase& c) {
                   Prior& sigma = c.settings.dispersion_prior.entries[0].prior;
                   ASSERT_EQ(sigma.kind, PriorKind::gamma);
                   std::swap(sigma.args[0], sigma.args[1]);
                 }),
            smallest_quick_p);
}

TEST(NetMutants, AForgottenLocationOfAPriorIsCaught) {
  for (const PriorChoice prior : {PriorChoice::student_t, PriorChoice::cauchy, PriorChoice::laplace})
    EXPECT_LT(p_of({.shape = Shape::wide, .prior = prior},
                   [](GlmCase& c) {
                     Prior& p = c.settings.prior.others[0];
                     p.args[p.kind == PriorKind::student_t ? 1 : 0] = 0;
                   }),
              smallest_quick_p);
}

TEST(NetMutants, IgnoredWeightsAreCaught) {
  const auto ignored = [](GlmCase& c) {
    for (RowCopy& copy : c.copies) copy.weight = 1;
  };
  const auto never_zero = [](GlmCase& c) {
    for (RowCopy& copy : c.copies)
      if (copy.weight == 0) copy.weight = 1;
  };
  // Counts say little: of 400 replicates every other seed leaves p above 1e-4.
  constexpr int many = 4 * quick_replicates;
  for (const FamilyLink fl :
       {FamilyLink{Family::gaussian, Link::identity}, FamilyLink{Family::poisson, Link::log}}) {
    EXPECT_LT(p_of({.rows = RowKind::weights, .family = fl}, ignored, many), smallest_quick_p);
    EXPECT_LT(p_of({.rows = RowKind::weights, .family = fl}, never_zero, many), smallest_quick_p);
  }
}

TEST(NetMutants, AForgottenOffsetIsCaught) {
  EXPECT_LT(
      p_of({.look = Look::few_valued, .rows = RowKind::offsets}, [](GlmCase& c) { c.design.offset.clear(); }),
      smallest_quick_p);
}

TEST(NetMutants, CorrelatedEffectsOfAnotherShapeOrInAnotherOrderAreCaught) {
  const NetCell cell{.groups = Groups::correlated};
  EXPECT_GT(p_of(cell, nothing), smallest_quick_p);
  EXPECT_LT(p_of(cell, [](GlmCase& c) { c.settings.prior.groups[0].prior.args[0] = 4; }), smallest_quick_p);
  EXPECT_LT(p_of(cell,
                 [](GlmCase& c) {
                   auto& values = c.design.groups[0].values;
                   std::swap(values[0], values[1]);
                 }),
            smallest_quick_p);
}

TEST(NetMutants, SparseEntriesInTheWrongRowsAreCaught) {
  EXPECT_LT(p_of({.look = Look::sparse},
                 [](GlmCase& c) {
                   auto& x = std::get<SparseMatrix>(c.design.x);  // upside down
                   for (std::size_t j = 0; j < x.cols; ++j) {
                     const auto low = static_cast<std::ptrdiff_t>(x.start[j]);
                     const auto high = static_cast<std::ptrdiff_t>(x.start[j + 1]);
                     std::reverse(x.row.begin() + low, x.row.begin() + high);
                     std::reverse(x.values.begin() + low, x.values.begin() + high);
                   }
                   for (auto& row : x.row) row = static_cast<std::uint32_t>(x.rows) - 1 - row;
                 }),
            smallest_quick_p);
}

}  // namespace
}  // namespace cggibbs::test
