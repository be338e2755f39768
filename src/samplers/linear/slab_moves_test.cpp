// Moves of the scales of a regularized horseshoe: what they leave invariant, and what they compute.
#include "samplers/linear/slab_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/test_statistics.hpp"
#include "graph/test_models.hpp"
#include "samplers/linear/collapsed_scales.hpp"
#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t d = 6;
const HorseshoeScales scales{0, 0, 1.5, 0.5, Slab{0, 2, 3}};

double half_cauchy(Rng& rng, double scale) {
  return std::abs(scale * std::tan(M_PI * (rng.uniform() - 0.5)));
}

struct Point {
  double tau, c2, lambda[d], x[d];
};

double deviation(const Point& p, std::size_t j) {
  return 1 / std::sqrt(1 / square(p.tau * p.lambda[j]) + 1 / p.c2);
}

Point from_prior(Rng& rng) {
  Point p{half_cauchy(rng, scales.tau_scale), scales.slab->scale / rng.gamma(scales.slab->shape), {}, {}};
  for (std::size_t j = 0; j < d; ++j) {
    p.lambda[j] = half_cauchy(rng, scales.lambda_scale);
    p.x[j] = deviation(p, j) * rng.normal();
  }
  return p;
}

/// Largest distance of two empirical distribution functions, times sqrt(n / 2), over scales and a coefficient: above 2.5 has
/// probability 7e-6 where the move keeps the prior.
double invariance_statistic(const std::function<void(Point&, Rng&)>& move) {
  constexpr int replicates = 40000;
  Rng rng(5, 0);
  std::vector<std::vector<double>> before(4), after(4);
  const auto note = [](const Point& p, std::vector<std::vector<double>>& into) {
    const double all[]{p.tau, p.c2, p.lambda[0], std::abs(p.x[0])};
    for (std::size_t k = 0; k < 4; ++k) into[k].push_back(all[k]);
  };
  for (int k = 0; k < replicates; ++k) {
    Point p = from_prior(rng);
    note(p, before);
    move(p, rng);
    note(p, after);
  }
  double worst = 0;
  for (std::size_t c = 0; c < before.size(); ++c)
    worst = std::max(worst, test::ks_statistic(before[c], after[c]));
  return worst;
}

void grow(Moving moving, double s, Point& p) {
  if (moving == Moving::tau)
    p.tau *= std::exp(s);
  else
    p.c2 *= std::exp(2 * s);
}

/// `forget` is added per unit of s, as by one who forgets a Jacobian.
void move_given(Moving moving, double forget, Point& p, Rng& rng) {
  SlabMoves moves;
  moves.read(p.x, p.lambda, p.tau, p.c2, d);
  const auto f = [&](double s) { return moves.log_given(moving, s, scales, p.tau, p.c2) + forget * s; };
  grow(moving, slice_step(0.0, f(0.0), f, 1.0, SliceRule{}, rng).x, p);
}

void move_held(Moving moving, double forget, Point& p, Rng& rng) {
  SlabMoves moves;
  moves.read(p.x, p.lambda, p.tau, p.c2, d);
  const auto f = [&](double s) { return SlabMoves::log_prior(moving, s, scales, p.tau, p.c2) + forget * s; };
  const double s = slice_step(0.0, f(0.0), f, 1.0, SliceRule{}, rng).x;
  for (std::size_t j = 0; j < d; ++j) p.x[j] *= moves.growth(moving, j, s);
  grow(moving, s, p);
}

TEST(SlabMoves, LeaveThePriorInvariantAndForgottenJacobiansAreCaught) {
  for (const Moving moving : {Moving::tau, Moving::c})
    for (const auto& kernel : {move_given, move_held}) {
      const auto statistic = [&](double forget) {
        return invariance_statistic([&](Point& p, Rng& rng) { kernel(moving, forget, p, rng); });
      };
      EXPECT_LT(statistic(0), 2.5);
      EXPECT_GT(statistic(1), 2.5);
    }
}

TEST(SlabMoves, LocalScalesGivenCoefficientsLeaveThePriorInvariant) {
  const std::vector<double> mean(d, 0.0);
  const auto statistic = [&](double seen) {
    return invariance_statistic([&](Point& p, Rng& rng) {
      draw_local_scales(p.x, mean.data(), p.tau, scales.lambda_scale, seen / p.c2, d, rng, p.lambda);
    });
  };
  EXPECT_LT(statistic(1), 2.5);
  EXPECT_GT(statistic(0), 2.5);  // as if there were no slab
}

TEST(SlabMoves, DeviationsGrowAsTheyAreComputedAfresh) {
  Rng rng(6, 0);
  for (int r = 0; r < 100; ++r) {
    const Point p = from_prior(rng);
    SlabMoves moves;
    moves.read(p.x, p.lambda, p.tau, p.c2, d);
    for (const Moving moving : {Moving::tau, Moving::c})
      for (const double s : {-30.0, -1.0, 0.0, 0.3, 30.0}) {
        Point q = p;
        grow(moving, s, q);
        for (std::size_t j = 0; j < d; ++j) {
          const double expected = deviation(q, j) / deviation(p, j);
          EXPECT_NEAR(moves.growth(moving, j, s), expected, 1e-10 * expected);
        }
      }
  }
}

/// Against the normal density of a few rows, written out; and columns without an effect on a row's mean, of lower rank.
TEST(CollapsedScales, DensityOfThePredictorIsThatOfTheNormalWithItsCovariance) {
  Rng rng(7, 0);
  for (const bool centred : {false, true}) {
    DenseMatrix x = test::dense(3, d, rng);
    for (std::size_t j = 0; centred && j < d; ++j) {
      double* c = x.col(j).data();
      const double mean = (c[0] + c[1] + c[2]) / 3;
      for (std::size_t i = 0; i < 3; ++i) c[i] -= mean;
    }
    ModelBuilder b;
    const Var beta = b.real("b", d);
    b.factor("normal", {beta, 0, 1});
    b.factor("bernoulli_logit", {test::coin_flips(3, rng), linear(x, beta)});
    const auto model = b.build();
    const ReducedDesign design(*model, model->structure().predictors().at(0).parts);
    CollapsedScales collapsed(design);
    // The first two rows are coordinates of what centred columns span, as any two are; a third says the rest.
    const auto expected = [&](const std::vector<double>& sd, const std::vector<double>& shift) {
      const std::size_t n = centred ? 2 : 3;
      double k[3][3] = {}, w[3] = {}, total = 0;
      for (std::size_t r = 0; r < n; ++r)
        for (std::size_t c = 0; c < n; ++c)
          for (std::size_t j = 0; j < d; ++j) k[r][c] += square(sd[j]) * x.col(j)[r] * x.col(j)[c];
      for (std::size_t r = 0; r < n; ++r) {  // Cholesky, a row at a time
        for (std::size_t c = 0; c < r; ++c) {
          for (std::size_t m = 0; m < c; ++m) k[r][c] -= k[r][m] * k[c][m];
          k[r][c] /= k[c][c];
        }
        for (std::size_t m = 0; m < r; ++m) k[r][r] -= square(k[r][m]);
        k[r][r] = std::sqrt(k[r][r]);
        w[r] = shift[r];
        for (std::size_t m = 0; m < r; ++m) w[r] -= k[r][m] * w[m];
        w[r] /= k[r][r];
        total -= std::log(k[r][r]) + 0.5 * square(w[r]);
      }
      return total;
    };
    std::vector<double> first;
    for (int r = 0; r < 5; ++r) {
      std::vector<double> sd(d), shift(3, 0.0);
      for (std::size_t j = 0; j < d; ++j) {
        sd[j] = half_cauchy(rng, 1);
        const double z = rng.normal();
        for (std::size_t i = 0; i < 3; ++i) shift[i] += sd[j] * z * x.col(j)[i];
      }
      Work work;
      // Up to a constant that does not depend on the scales: that of the coordinates.
      first.push_back(collapsed.log_density(sd, shift.data(), work) - expected(sd, shift));
      EXPECT_NEAR(first.back(), first.front(), 1e-8);
    }
  }
}

}  // namespace
}  // namespace cggibbs
