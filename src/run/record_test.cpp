// What is written down about a run.
#include "run/record.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cggibbs {
namespace {

TEST(Record, HasTheFactsAndPriorsOfTheProblem) {
  Problem p{};
  p.priors = {{"Intercept", "normal(0,10)"}, {"2 coefficients", "flat", {{"a", "flat"}, {"b", "flat"}}}};
  p.facts = {{"family", "poisson"}, {"rows", std::size_t{12}}, {"weighted", true}, {"scale", 0.5}};
  EXPECT_EQ(problem_record(p),
            (nlohmann::json{{"priors", {{"Intercept", "normal(0,10)"}, {"a", "flat"}, {"b", "flat"}}},
                            {"family", "poisson"},
                            {"rows", 12},
                            {"weighted", true},
                            {"scale", 0.5}}));
}

}  // namespace
}  // namespace cggibbs
