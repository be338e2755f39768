// Whole decompositions of small matrices, Lanczos on products with large ones and their inverses.
#include "theory/spectrum_ends.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "base/symmetric_eigen.hpp"
#include "theory/lanczos.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double negligible = 1e-7;
/// Pairs that are kept of a Krylov space, and of a whole decomposition.
constexpr Index most_kept = 100, most_kept_of_all = 400;

/// Mean of what the first so many leave of the trace.
double mean_of_rest(const VectorXd& values, Index kept, Index size, double trace) {
  if (kept == size) return 0;
  return std::clamp((trace - values.head(kept).sum()) / static_cast<double>(size - kept), 0.0, values[0]);
}

SpectrumEnd first_of(const VectorXd& values, const MatrixXd& vectors, double sharpness, Index size,
                     double trace) {
  const Index most = values.size() == size ? most_kept_of_all : most_kept;
  const auto matters = [&](double value) {
    return value > 0 && sharpness * std::log(value / values[0]) > std::log(negligible);
  };
  Index kept = 1;
  const Index all = size <= most_decomposed ? size : 0;
  while (kept < std::min(values.size(), most) && (kept < all || matters(values[kept]))) ++kept;
  // An eigenvalue that occurs many times: what else is known must not be taken for a part of it.
  if (values.size() <= most && matters(mean_of_rest(values, values.size(), size, trace)))
    kept = values.size();
  return {values.head(kept), vectors.leftCols(kept), size - kept, mean_of_rest(values, kept, size, trace)};
}

VectorXd starting_vector(Index d, const SpectrumEnd* nearby) {
  Rng rng(1, 0);
  VectorXd v(d);
  for (double& each : v) each = rng.normal();
  if (!nearby) return v;
  v *= 0.01 / v.norm();
  for (Index k = 0; k < nearby->vectors.cols(); ++k) v += rng.normal() * nearby->vectors.col(k);
  return v;
}

/// The traces of the matrix and of its inverse.
struct Traces {
  double top, bottom;
};

SpectrumEnds decomposed(const ScaledMatrix& matrix, const VectorXd& log_scale, double sharpness,
                        const Traces& trace) {
  const Index d = matrix.size();
  const SymmetricEigen e = symmetric_eigen(matrix.scaled(log_scale));
  SpectrumEnd top = first_of(e.values.reverse(), e.vectors.rowwise().reverse(), sharpness, d, trace.top);
  // Small eigenvalues are rounded as the largest is.
  if (e.values[0] > 1e-7 * e.values[d - 1])
    return {top, first_of(e.values.cwiseInverse(), e.vectors, sharpness, d, trace.bottom)};
  const SymmetricEigen i = symmetric_eigen(matrix.scaled_inverse(log_scale));
  return {top, first_of(i.values.reverse(), i.vectors.rowwise().reverse(), sharpness, d, trace.bottom)};
}

}  // namespace

SpectrumEnds spectrum_ends(const ScaledMatrix& matrix, const VectorXd& log_scale, double sharpness,
                           const SpectrumEnds* nearby) {
  const Index d = matrix.size();
  const Traces trace{(2 * log_scale.array()).exp().sum(),
                     ((-2 * log_scale.array()).exp() * matrix.inverse_diagonal().array()).sum()};
  if (d <= most_decomposed) return decomposed(matrix, log_scale, sharpness, trace);
  const bool may_decompose = d <= 4 * most_decomposed;
  LanczosSettings s;
  s.window = std::min(0.5, 7 / sharpness);  // beyond it a weight is below exp(-7)
  s.accuracy = std::min(1e-3, 1e-3 * s.window);
  s.most = may_decompose ? 120 : 300;
  const auto top = largest_eigenpairs([&](const VectorXd& v) { return matrix.times(log_scale, v); },
                                      starting_vector(d, nearby ? &nearby->top : nullptr), s);
  if (may_decompose && !top.accurate) return decomposed(matrix, log_scale, sharpness, trace);
  const auto bottom =
      largest_eigenpairs([&](const VectorXd& v) { return matrix.inverse_times(log_scale, v); },
                         starting_vector(d, nearby ? &nearby->bottom : nullptr), s);
  if (may_decompose && !bottom.accurate) return decomposed(matrix, log_scale, sharpness, trace);
  return {first_of(top.values, top.vectors, sharpness, d, trace.top),
          first_of(bottom.values, bottom.vectors, sharpness, d, trace.bottom)};
}

}  // namespace cggibbs
