// How long cells run, and what they count.
#include "experiments/protocol.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "experiments/peers.hpp"
#include "experiments/rows.hpp"
#include "models/standardize.hpp"

namespace cggibbs {
namespace {

struct SmallLab {
  DataSets data{testing::TempDir()};  // has none of the panel's files
  Peers peers{"none"};
  std::atomic<bool> interrupt{false};
  Lab lab{false, 1, {5e8, 1, 100, 50}, data, peers, interrupt};
};

TEST(Protocol, RunsUntilEveryCoordinateHas100EffectiveSamples) {
  const SmallLab l;
  for (const char* sampler : {"paper", "auto", "nuts"}) {
    const Cell cell{"synthetic", 20, 4, "normal", sampler, 1};
    const Row r = run_cell(cell, l.lab).front();
    EXPECT_EQ(r.status, Row::Status::done) << sampler;
    EXPECT_GE(r.ess_min, 100) << sampler;
    EXPECT_EQ(r.all_sweeps, 2 * r.draws * r.thin) << sampler;  // half is warmup
    EXPECT_EQ(r.coordinates, 5U);
    const Row again = run_cell(cell, l.lab).front();
    EXPECT_EQ(r.draws, again.draws);
    EXPECT_EQ(r.ess_min, again.ess_min);
    EXPECT_EQ(r.cost, again.cost);
  }
}

TEST(Protocol, ALimitOfCountedWorkIsToldAsCensored) {
  SmallLab l;
  l.lab.limits.cost = 2e5;
  const Row r = run_cell({"synthetic", 20, 30, "normal", "paper", 1}, l.lab).front();
  EXPECT_EQ(r.status, Row::Status::censored);
  const Row fixed = run_cell({"synthetic", 20, 30, "normal", "naive", 1, 1000}, l.lab).front();
  EXPECT_EQ(fixed.status, Row::Status::censored);
  EXPECT_LT(fixed.all_sweeps, 1000U);
  EXPECT_GT(fixed.all_sweeps, 0U);
}

TEST(Protocol, NaiveDrawsTheSameWithMoreWork) {
  const SmallLab l;
  const Row cached = run_cell({"synthetic", 10, 16, "normal", "paper", 1, 50}, l.lab).front();
  const Row naive = run_cell({"synthetic", 10, 16, "normal", "naive", 1, 50}, l.lab).front();
  EXPECT_EQ(cached.all_sweeps, 50U);
  EXPECT_GT(naive.cost, 1.5 * cached.cost);
}

TEST(Protocol, GrowthIsAPowerOfTwo) {
  EXPECT_EQ(growth(99, inf), 2U);
  EXPECT_EQ(growth(30, inf), 4U);
  EXPECT_EQ(growth(1, inf), 16U);
  EXPECT_EQ(growth(nan, inf), 2U);
  // What room is left is used.
  EXPECT_EQ(growth(1, 5), 4U);
  EXPECT_EQ(growth(1, 2), 2U);
  EXPECT_EQ(growth(1, 1.9), 1U);
}

TEST(Protocol, IndependentDrawsAreWorthTheirNumber) {
  Rng rng(1, 1);
  std::vector<double> a(1000), b(1000);
  for (auto& v : a) v = rng.normal();
  for (auto& v : b) v = rng.normal();
  Row r;
  const std::span<const double> both[] = {a, b};
  measure_ess(both, r);
  // The error of an estimated size of 1000 is some 6%; the smallest of four is lower.
  EXPECT_GT(r.ess_min, 700);
  EXPECT_NEAR(r.ess_median, 1000, 250);
  EXPECT_NEAR(r.ess_paper_median, r.ess_median, 100);
}

TEST(DataSets, FewerColumnsAreTheFirstOfMore) {
  const SmallLab l;
  const auto columns = [&](std::size_t d, std::size_t replicate) {
    return std::get<DenseMatrix>(l.data.of({"colon", 62, d, "normal", "paper", replicate}, 1).x).values;
  };
  const auto few = columns(3, 1), more = columns(8, 1), other = columns(3, 2);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), more.begin()));
  EXPECT_NE(few, other);
  EXPECT_TRUE(l.data.is_stand_in("colon"));
  EXPECT_FALSE(l.data.is_stand_in("synthetic"));
}

TEST(DataSets, StandInsHaveTheSizesOfThePanel) {
  const SmallLab l;
  for (const char* name : {"colon", "PCMAC"}) {
    const PanelSet& p = panel_set(name);
    const MatrixData m = l.data.of({name, p.n, p.d, "normal", "paper", 1}, 1);
    EXPECT_EQ(rows(m.x), p.n);
    EXPECT_EQ(cols(m.x), p.d);
    if (p.zeros > sparse_above) EXPECT_NEAR(share_of_zeros(m.x), p.zeros, 0.002);
    for (double y : m.y) EXPECT_TRUE(y == 0 || y == 1);
  }
}

TEST(DataSets, ColumnsThatSayNothing) {
  const SmallLab l;
  const auto x = [&](const char* kind) {
    return std::get<DenseMatrix>(
        l.data.of({std::string("irrelevant-") + kind, 20, 40, "normal", "paper", 1}, 1).x);
  };
  const DenseMatrix copies = x("copies"), zero = x("zero"), independent = x("normal");
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(copies.col(35)[i], copies.col(0)[i]);
    EXPECT_EQ(zero.col(35)[i], 0);
    EXPECT_EQ(zero.col(5)[i], independent.col(5)[i]);
  }
}

TEST(DataSets, SparseSubsetsAreThoseOfTheDenseMatrix) {
  SparseMatrix s{3, 3, {0, 2, 3, 5}, {0, 2, 1, 0, 2}, {1, 2, 3, 4, 5}};
  MatrixData all{s, {0, 1, 1}, {"a", "b", "c"}, "test"};
  const std::size_t rows_wanted[] = {2, 0}, cols_wanted[] = {2, 0};
  const MatrixData part = subset(all, rows_wanted, cols_wanted);
  const auto& x = std::get<SparseMatrix>(part.x);
  EXPECT_EQ(part.y, (std::vector<double>{1, 0}));
  EXPECT_EQ(part.names, (std::vector<std::string>{"c", "a"}));
  EXPECT_EQ(x.row, (std::vector<std::uint32_t>{1, 0, 1, 0}));
  EXPECT_EQ(x.values, (std::vector<double>{4, 5, 1, 2}));
}

/// Rows of 1000 sweeps whose work and seconds go as powers of d.
Rows scaling_rows(double cached, double naive) {
  Rows rows;
  for (const std::size_t d : {64, 256, 1024})
    for (const auto& [sampler, power] : {std::pair{"paper", cached}, {"naive", naive}}) {
      Row r;
      r.cell = {"synthetic", 10, d, "normal", sampler, 1, 1000};
      r.all_sweeps = 1000;
      r.seconds = r.cost = std::pow(static_cast<double>(d), power);
      rows.push_back(r);
    }
  return rows;
}

TEST(Verdicts, GibbsScalingHoldsForLinearAgainstQuadratic) {
  EXPECT_EQ(gibbs_scaling.verdict(scaling_rows(1, 2)).holds, Verdict::Holds::yes);
  EXPECT_EQ(gibbs_scaling.verdict(scaling_rows(2, 2)).holds, Verdict::Holds::no);
  EXPECT_EQ(gibbs_scaling.verdict({}).holds, Verdict::Holds::unknown);
}

TEST(Verdicts, EveryExperimentBearsNoRowsAtAll) {
  for (const auto* e : experiments()) {
    EXPECT_FALSE(e->cells(false).empty()) << e->name;
    EXPECT_GE(e->cells(true).size(), e->cells(false).size()) << e->name;
    EXPECT_EQ(e->verdict({}).holds, Verdict::Holds::unknown) << e->name;
    EXPECT_FALSE(svg_text(draw(e->figure({}))).empty());
  }
}

}  // namespace
}  // namespace cggibbs
