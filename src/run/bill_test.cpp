// The bill before the run: what it counts and when it refuses.
#include "run/bill.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cggibbs/error.hpp>
#include <cggibbs/model.hpp>

namespace cggibbs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::shared_ptr<const Model> three_parameters() {
  ModelBuilder b;
  b.factor("normal", {b.real("b", 3), 0, 1});
  return b.build();
}

TEST(Bill, BytesReadWell) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(12'300), "12 kB");
  EXPECT_EQ(bytes_text(1.25e6), "1.2 MB");
  EXPECT_EQ(bytes_text(3.21e9), "3.2 GB");
}

TEST(Bill, DiskGrowsWithChainsDrawsAndSavedParameters) {
  FitSettings s;
  s.chains = 2;
  const double one = make_bill(*three_parameters(), s).disk();
  EXPECT_EQ(one, 2 * 1000 * 3 * 8.0);  // without -o only the scratch file
  s.save = {"b[1]"};
  EXPECT_DOUBLE_EQ(make_bill(*three_parameters(), s).disk(), one / 3);
  s.save = {};
  s.output = "out";
  EXPECT_GT(make_bill(*three_parameters(), s).disk(), 3 * one);
  const double plain = make_bill(*three_parameters(), s).disk();
  s.save_warmup = true;
  EXPECT_GT(make_bill(*three_parameters(), s).disk(), plain);
}

TEST(Bill, SummaryOnlyNeedsNoDiskAndItsMemoryDoesNotGrow) {
  FitSettings s;
  s.format = &draws_online;
  s.output = "out";
  const Bill small = make_bill(*three_parameters(), s);
  s.draws = 1'000'000'000;
  EXPECT_EQ(small.disk(), 0);
  EXPECT_EQ(make_bill(*three_parameters(), s).memory(), small.memory());
}

TEST(Bill, CountsDrawsWhereTheyAreKept) {
  FitSettings s;
  s.chains = 2;
  s.draws = 1000;
  s.format = &draws_in_memory;
  const Bill thousand = make_bill(*three_parameters(), s);
  s.draws = 2000;
  EXPECT_EQ(thousand.disk(), 0);
  // three parameters, the log density, the time
  EXPECT_EQ(make_bill(*three_parameters(), s).memory() - thousand.memory(), 2 * 8 * 5 * 1000.0);
}

TEST(Bill, CountsTheDenseMetricOfEveryChain) {
  ModelBuilder b;
  b.factor("normal", {b.real("b", 1000), 0, 1});
  const auto model = b.build();
  FitSettings s;
  s.chains = 3;
  const double slice = make_bill(*model, s).memory();
  s.chain.gibbs.sampler = "nuts";
  const double diag = make_bill(*model, s).memory();
  EXPECT_GT(diag, slice + 3 * 8 * 50 * 1000.0);
  s.chain.gibbs.hamiltonian.metric = MetricKind::dense;
  EXPECT_GT(make_bill(*model, s).memory(), diag + 3 * 8 * 3e6);
}

TEST(Bill, CountsTheMatricesOfBlocksOfCoefficients) {
  const std::size_t n = 100, d = 60;
  ModelBuilder b;
  const Var beta = b.real("b", d);
  b.factor("normal", {beta, 0, 1});
  b.factor("poisson_log",
           {std::vector<double>(n, 1.0), linear(DenseMatrix{n, d, std::vector<double>(n * d, 1.0)}, beta)});
  const auto model = b.build();
  FitSettings s;
  s.chains = 2;
  const double plain = make_bill(*model, s).memory();
  s.chain.gibbs.sampler = "gaussian_block";
  EXPECT_GT(make_bill(*model, s).memory(), plain + 2 * 8.0 * (n * d + d * d));
  s.chain.gibbs.sampler = "newton";
  EXPECT_GT(make_bill(*model, s).memory(), plain + 2 * 8.0 * 64 * (n + d));
}

TEST(Bill, RefusesWhatThisMachineCannotHold) {
  FitSettings s;
  EXPECT_NO_THROW(check_bill(make_bill(*three_parameters(), s), s));
  EXPECT_THAT([&] { check_bill({.model_bytes = 1e18}, s); },
              ThrowsMessage<Error>(HasSubstr("the run needs 1000000000.0 GB of memory but")));
  s.output = "some/where/new";
  EXPECT_THAT([&] { check_bill({.scratch_bytes = 1e20}, s); },
              ThrowsMessage<Error>(
                  ::testing::AllOf(HasSubstr("on disk but some/where/new has"), HasSubstr("`thin`"))));
  s.draws = 1'000'000'000'000;
  EXPECT_THROW(check_bill(make_bill(*three_parameters(), s), s), Error);
}

}  // namespace
}  // namespace cggibbs
