// Who is believed when samplers disagree.
#include "run/dispute.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/rng.hpp"
#include "run/unique_names.hpp"

namespace cggibbs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Independent draws of two quantities, the second around `level`.
Witness witness(const std::string& sampler, double level, std::uint64_t stream) {
  return {sampler, {"x", "y"}, [=](std::size_t k) {
            Rng rng(9, 10 * stream + k);
            Draws d(2, 300);
            for (double& v : d.flat()) v = rng.normal() + (k == 1 ? level : 0);
            return d;
          }};
}

TEST(Dispute, IsFoundNamedAndHeldAgainstTheOneThatDisagreesWithSlice) {
  const std::vector<Witness> all{witness("gaussian_block", 1, 1), witness("nuts", 1, 2),
                                 witness("slice", 0, 3)};
  const auto found = find_disputes(all, 2);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].quantity, "y");
  EXPECT_THAT(in_words(found[0]), HasSubstr("y has median 1.1"));
  EXPECT_THAT(in_words(found[0]), HasSubstr("by slice"));
  EXPECT_EQ(dispute_record(found[0])["a"]["sampler"], "gaussian_block");
  // Two against one, but slice is the plainest kernel.
  EXPECT_THAT(disbelieved(3, found), ElementsAre(true, true, false));
}

TEST(Dispute, IsSettledByTheMajorityWhereSliceDoesNotKnow) {
  const std::vector<Witness> all{witness("newton", 0, 1), witness("gaussian_block", 1, 2),
                                 witness("nuts", 0, 3)};
  EXPECT_THAT(disbelieved(3, find_disputes(all, 1)), ElementsAre(false, true, false));
}

TEST(Dispute, IsNotRaisedByOneThatHasNotMixed) {
  // Its other quantities crawl: that these seem sharp says nothing.
  std::vector<Witness> all{witness("newton", 0, 1), witness("slice", 0.5, 2)};
  EXPECT_EQ(find_disputes(all, 1).size(), 1U);
  all[1].least_ess = 8;
  EXPECT_EQ(find_disputes(all, 1).size(), 0U);
}

TEST(Dispute, NamesThatOccurTwiceAreToldApart) {
  EXPECT_THAT(unique_names({"sigma", "x", "sigma", "sigma"}),
              ElementsAre("sigma", "x", "sigma (2)", "sigma (3)"));
}

TEST(Dispute, BetweenTwoIsLeftOpen) {
  const std::vector<Witness> all{witness("newton", 0, 1), witness("gaussian_block", 1, 2)};
  const auto found = find_disputes(all, 1);
  EXPECT_EQ(found.size(), 1U);
  EXPECT_THAT(disbelieved(2, found), ElementsAre(false, false));
}

TEST(Dispute, ComparesQuantitiesOfTheSameNameOnly) {
  Witness swapped = witness("nuts", 5, 1);
  swapped.quantities = {"x", "log density of another form"};
  EXPECT_TRUE(find_disputes({witness("slice", 0, 2), swapped}, 1).empty());
  EXPECT_TRUE(find_disputes({}, 1).empty());
}

}  // namespace
}  // namespace cggibbs
