// Sums of factors by their shorter forms against the same sums row by row.
#include "graph/factor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "graph/start.hpp"
#include "graph/test_models.hpp"

namespace cggibbs {
namespace {

void expect_rows(const Model& model, const State& state) {
  for (std::size_t f = 0; f < model.factors().size(); ++f) {
    const double exact = factor_log_density_by_rows(model, state.values.data(), model.factors()[f]);
    EXPECT_NEAR(state.factor_sum[f].value(), exact, 1e-11 * (1 + std::abs(exact)))
        << model.factors()[f].distribution->name;
  }
}

TEST(Factor, ItsSumIsThatOfItsRowsOnEveryModel) {
  for (const auto& [name, model] : test::zoo()) {
    SCOPED_TRACE(name);
    Rng rng(50, 0);
    State state = make_state(*model);
    draw_valid_start(*model, state, rng);
    recompute(*model, state);
    expect_rows(*model, state);
  }
}

/// y log mu - mu and log y! are of the size of y log y each, and their sum is -log(2 pi y) / 2.
TEST(Factor, SumsOfLargeCountsKeepTheirDigits) {
  for (const double y : {0.0, 3.0, 1e3, 1e6, 1e9, 1e12}) {
    ModelBuilder b;
    const Var eta = b.real("eta", 10);
    b.factor("normal", {eta, 0, 100});
    b.factor("poisson_log", {std::vector<double>(10, y), eta});
    const auto model = b.build();
    State state = make_state(*model);
    std::fill(state.values.begin(), state.values.end(), std::log(y + 0.5));
    recompute(*model, state);
    expect_rows(*model, state);
  }
}

TEST(Factor, AResponseThatCannotBeHasNoDensityWhateverIsKnownOfIt) {
  for (const double y : {-1.0, 0.5}) {
    ModelBuilder b;
    const Var eta = b.real("eta", 2);
    b.factor("bernoulli_logit", {std::vector<double>{1, y}, eta});
    b.factor("poisson_log", {std::vector<double>{1, y}, eta});
    const auto model = b.build();
    const std::vector<double> values(model->state_size(), 0.25);
    for (const auto& f : model->factors()) EXPECT_EQ(factor_log_density(*model, values.data(), f), -inf);
  }
}

}  // namespace
}  // namespace cggibbs
