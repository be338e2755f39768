// Member lists of moving indexes after random moves.
#include "graph/members.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "graph/conditional.hpp"
#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

TEST(MemberLists, HoldTheSameRowsAfterRandomMovesAsFromScratch) {
  Rng rng(1, 0);
  const std::size_t n = 50, values = 7;
  std::vector<double> index(n);
  for (double& i : index) i = 1 + static_cast<double>(rng.below(3));  // some values have no rows at first
  MemberLists repaired;
  repaired.group(index.data(), 1, n, 1, values);
  for (int move = 0; move < 2000; ++move) {
    const auto r = static_cast<std::uint32_t>(rng.below(n));
    const double to = static_cast<double>(rng.below(values + 2));  // 0 and 8 are outside
    repaired.move(r, repaired.group_of(index[r], 1), repaired.group_of(to, 1));
    index[r] = to;
    MemberLists fresh;
    fresh.group(index.data(), 1, n, 1, values);
    ASSERT_EQ(repaired.start, fresh.start);
    for (std::size_t v = 0; v <= values; ++v) {
      std::vector<std::uint32_t> rows(repaired.of(v).begin(), repaired.of(v).end());
      std::sort(rows.begin(), rows.end());
      ASSERT_TRUE(std::equal(rows.begin(), rows.end(), fresh.of(v).begin(), fresh.of(v).end()));
    }
    for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(repaired.row[repaired.place[i]], i);
  }
}

TEST(Gather, AMoveOfAnElementReadsTheRowsThatLookItUpNow) {
  const std::size_t n = 300, classes = 3;
  Rng rng(2, 0);
  ModelBuilder b;
  const Var mu = b.real("mu", classes);
  const Var z = b.integer("z", n, 0, classes - 1);
  b.factor("normal", {mu, 0, 1});
  b.factor("normal", {test::normals(n, rng), gather(mu, z), 1});
  const auto model = b.build();
  const Plan plan(*model);
  State state = make_state(*model);
  draw_valid_start(*model, state, rng);
  Conditional conditional(*model, plan, state);
  const NodeId first = model->parameters()[0], index = model->parameters()[1];
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t k = 0; k < classes; ++k) {
      const double* value = state.values.data() + model->offset(index);
      const auto rows = static_cast<std::uint64_t>(std::count(value, value + n, static_cast<double>(k)));
      conditional.focus({first, k});
      conditional.delta(0.1);
      const auto before = conditional.work().rows;
      conditional.delta(0.2);
      EXPECT_EQ(conditional.work().rows - before, 2 * rows + 1);  // looked up, their densities, and a prior
      conditional.commit(0.2);
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      conditional.focus({index, i});
      const double to = static_cast<double>(rng.below(classes));
      const auto before = conditional.work().rows;
      conditional.delta(to);
      EXPECT_EQ(conditional.work().rows - before, 2u);  // its own row
      conditional.commit(to);
    }
  }
}

}  // namespace
}  // namespace cggibbs
