// Whole decompositions of small matrices, Lanczos on products with large ones and their inverses.
#include "theory/spectrum_ends.hpp"

#include "base/rng.hpp"
#include "base/symmetric_eigen.hpp"
#include "theory/lanczos.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

SpectrumEnds decomposed(const ScaledMatrix& matrix, const VectorXd& log_scale) {
  const Index last = matrix.size() - 1;
  const VectorXd e = symmetric_eigenvalues(matrix.scaled(log_scale));
  // Small eigenvalues are rounded as the largest is.
  if (e[0] > 1e-7 * e[last]) return {e[last], e[0]};
  return {e[last], 1 / symmetric_eigenvalues(matrix.scaled_inverse(log_scale))[last]};
}

VectorXd starting_vector(Index d, const VectorXd& near) {
  Rng rng(1, 0);
  VectorXd v(d);
  for (double& each : v) each = rng.normal();
  if (near.size() == 0 || !(near.norm() > 0)) return v;
  return near / near.norm() + 0.01 * v / v.norm();
}

}  // namespace

SpectrumEnds spectrum_ends(const ScaledMatrix& matrix, const VectorXd& log_scale, double accuracy,
                           const NearEnds& near) {
  const Index d = matrix.size();
  if (d <= most_decomposed) return decomposed(matrix, log_scale);
  LanczosSettings s;
  s.accuracy = accuracy;
  const auto top = largest_eigenpairs([&](const VectorXd& v) { return matrix.times(log_scale, v); },
                                      starting_vector(d, near.top), s);
  const auto bottom =
      largest_eigenpairs([&](const VectorXd& v) { return matrix.inverse_times(log_scale, v); },
                         starting_vector(d, near.bottom), s);
  return {top.values[0], 1 / bottom.values[0]};
}

}  // namespace cggibbs
