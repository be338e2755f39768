// The sequence of moves.
#include "samplers/linear/horseshoe_moves.hpp"

#include "samplers/scalar/slice.hpp"

namespace cggibbs {
namespace {

/// Per update; each costs two products with the design.
constexpr int exchanges = 5;

}  // namespace

void HorseshoeMoves::move(const HorseshoePlace& at, const std::vector<double>& weights, int ridges,
                          bool given_coefficients, bool learn, Rng& rng, Work& work) {
  const std::size_t d = at.a.cols();
  draw_local_scales(at.theta, at.mean, at.tau, scales_.lambda_scale, at.slab_precision(), d, rng, at.lambda);
  const double unit = coefficient_unit(mean_square_, weights);
  for (int k = 0; k < ridges; ++k) ridge_.move(at, ridge_size(unit, rng), rng, work);
  if (at.c2) {
    for (int k = 0; k < exchanges; ++k) exchange_.move(at, rng, work);
    slab_.move(at, learn ? warmup_reach : 100, rng, work);
  } else if (given_coefficients) {
    double squares = 0;
    for (std::size_t j = 0; j < d; ++j) squares += square((at.theta[j] - at.mean[j]) / at.lambda[j]);
    if (squares < inf) at.tau = draw_collapsed_tau(at.tau, squares, static_cast<double>(d), at.growth(), rng);
  }
  move_along_ridge(at.tau, scales_.tau_scale, at.lambda, scales_.lambda_scale, d, rng);
}

}  // namespace cggibbs
