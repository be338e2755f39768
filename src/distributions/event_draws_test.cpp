// Draws of vectors and matrices: under them the slopes of the log density in every parameter have mean 0.
#include <gtest/gtest.h>

#include <cmath>

#include "distributions/event_draws.hpp"
#include "distributions/multinomial.hpp"

namespace cggibbs {
namespace {

using Arguments = std::vector<std::vector<double>>;

struct Example {
  std::string name;
  std::size_t size;  ///< of the variate
  Arguments parameters;
};

const std::vector<double> square_matrix{2, 0.5, 0.5, 1};
const Example examples[] = {
    {"multi_normal", 2, {{0.5, 0}, square_matrix}},
    {"multi_normal_precision", 2, {{0.5, 0}, square_matrix}},
    {"multi_normal_cholesky", 2, {{0.5, 0}, {2, 0, 0.5, 1}}},
    {"dirichlet", 3, {{0.4, 1, 4}}},
    {"multinomial", 3, {{0.2, 0.6, 1.2}}},
    {"categorical", 1, {{0.2, 0.6, 1.2}}},
    {"multi_student_t_precision", 2, {{0.5, 0}, square_matrix, {5}}},
    {"wishart", 4, {square_matrix, {3.5}}},
    {"scaled_wishart", 4, {{1.5, 0.8}, {3}}},
    {"ordered_logit", 1, {{0.3}, {-0.5, 0.4, 1.2}}},
    {"ordered_probit", 1, {{0.3}, {-0.5, 0.4, 1.2}}},
    {"interval", 1, {{0.3}, {-0.5, 0.2, 1.2}}},
    {"normal_mixture", 1, {{0.3, 2}, {0.7, 1.2}, {0.8, 1.2}}},
    {"subset", 4, {{0.2, 0.6, 1.2, 0.5}, {2}}},
    {"rounded", 1, {{1.267}, {1}}},
    {"total", 1, {{1, 2.5}}},
};

void draw(const Example& e, Rng& rng, std::span<double> x) {
  const std::vector<Event> parameters(e.parameters.begin(), e.parameters.end());
  if (e.name == "multinomial")
    Multinomial::draw(rng, 5, parameters[0], x);
  else
    find_event_draw(e.name)(rng, parameters.data(), x);
}

/// The largest |mean| over its Monte Carlo error of any slope in a parameter; infinite where a draw has no density.
double worst_score(const Example& e, const Example& drawn) {
  constexpr int n = 40000;
  const EventDistribution& d = *find_event_distribution(e.name)->event;
  Rng rng(11, 3);
  std::vector<double> x(e.size);
  Arguments sum = e.parameters, squares = e.parameters;
  for (auto* all : {&sum, &squares})
    for (auto& a : *all) std::fill(a.begin(), a.end(), 0.0);
  for (int i = 0; i < n; ++i) {
    draw(drawn, rng, x);
    std::vector<Event> args{x};
    args.insert(args.end(), e.parameters.begin(), e.parameters.end());
    if (!std::isfinite(d.log_density(args.data()))) return inf;
    Arguments slope = e.parameters;
    for (auto& a : slope) std::fill(a.begin(), a.end(), 0.0);
    std::vector<double*> out{nullptr};
    for (auto& a : slope) out.push_back(a.data());
    d.add_slopes(args.data(), 1, out.data());
    for (std::size_t k = 0; k < slope.size(); ++k)
      for (std::size_t j = 0; j < slope[k].size(); ++j) {
        sum[k][j] += slope[k][j];
        squares[k][j] += slope[k][j] * slope[k][j];
      }
  }
  double worst = 0;
  for (std::size_t k = 0; k < sum.size(); ++k)
    for (std::size_t j = 0; j < sum[k].size(); ++j)
      if (squares[k][j] > 0) worst = std::max(worst, std::abs(sum[k][j]) / std::sqrt(squares[k][j]));
  return worst;
}

TEST(EventDraws, ScoresHaveMeanZero) {
  for (const auto& e : examples) EXPECT_LT(worst_score(e, e), 4.5) << e.name;
}

TEST(EventDraws, ScoresSeeDrawsOfOtherParameters) {
  const auto other = [](std::size_t k, Arguments parameters) {
    Example e = examples[k];
    e.parameters = std::move(parameters);
    return e;
  };
  EXPECT_GT(worst_score(examples[1], other(1, {{0.5, 0}, {2, 0.4, 0.4, 1}})), 6);  // less correlated
  EXPECT_GT(worst_score(examples[7], other(7, {square_matrix, {3.6}})), 6);
  EXPECT_GT(worst_score(examples[3], other(3, {{0.42, 1, 4}})), 6);
  EXPECT_GT(worst_score(examples[13], other(13, {{0.22, 0.6, 1.2, 0.5}, {2}})), 6);
}

TEST(EventDraws, ParametersWithoutADistributionGiveNoNumber) {
  Rng rng(1, 1);
  std::vector<double> x(4, 0.0);
  draw({"wishart", 4, {{1, 2, 2, 1}, {3}}}, rng, x);
  EXPECT_TRUE(std::isnan(x[3]));
  draw({"categorical", 1, {{1, -1}}}, rng, {x.data(), 1});
  EXPECT_TRUE(std::isnan(x[0]));
  draw({"subset", 3, {{1, 1, 0}, {3}}}, rng, {x.data(), 3});
  EXPECT_TRUE(std::isnan(x[0]));
}

}  // namespace
}  // namespace cggibbs
