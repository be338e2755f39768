// Newton's method on soft ends of the spectrum, sharpened whenever the smoothing is what keeps the bounds apart.
#include "theory/best_scaling.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "theory/scaling_bound.hpp"
#include "theory/soft_end.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One scale, and all that is known there.
struct Point {
  VectorXd log_scale;
  SpectrumEnds ends;
  SoftEnd top, bottom;

  void soften_ends(double sharpness) {
    top = soften(ends.top, sharpness);
    bottom = soften(ends.bottom, sharpness);
  }
  double objective() const { return top.log_value + bottom.log_value; }
  VectorXd slope() const { return 2 * (top.diagonal - bottom.diagonal); }
};

Point point_at(const ScaledMatrix& matrix, VectorXd log_scale, double sharpness, const SpectrumEnds* nearby) {
  Point p;
  p.ends = spectrum_ends(matrix, log_scale, sharpness, nearby);
  p.log_scale = std::move(log_scale);
  p.soften_ends(sharpness);
  return p;
}

/// Conjugate gradients on the Newton equations, with the curvature of a diagonal matrix as preconditioner.
VectorXd newton_step(const Point& at) {
  const SoftCurvature top(at.ends.top, at.top), bottom(at.ends.bottom, at.bottom);
  const VectorXd slope = at.slope();
  const VectorXd sum = at.top.diagonal + at.bottom.diagonal;
  const VectorXd diagonal = 4 * at.top.sharpness * (sum.array() + 1e-8 * sum.maxCoeff());
  VectorXd step = VectorXd::Zero(slope.size()), residual = -slope;
  VectorXd conditioned = residual.cwiseQuotient(diagonal), direction = conditioned;
  double size = residual.dot(conditioned);
  const double enough = std::max(1e-6 * size, 1e-24);
  for (int k = 0; k < 200 && size > enough; ++k) {
    VectorXd bent = top.times(direction) + bottom.times(direction);
    // All scales together change nothing: without this there is no curvature against them.
    // And where hardly any weight lies, hardly any: a step there is worth nothing, and must not be long.
    bent += 1e-3 * diagonal.cwiseProduct(direction);
    bent.array() += 8 * at.top.sharpness * direction.mean() / static_cast<double>(direction.size());
    const double curvature = direction.dot(bent);
    if (!(curvature > 0)) return k == 0 ? conditioned : step;
    const double length = size / curvature;
    step += length * direction;
    residual -= length * bent;
    conditioned = residual.cwiseQuotient(diagonal);
    const double next = residual.dot(conditioned);
    direction = (conditioned + next / size * direction).eval();
    size = next;
  }
  return step;
}

Point move(const ScaledMatrix& matrix, const Point& from, const VectorXd& step) {
  const double fall = from.slope().dot(step), sharpness = from.top.sharpness;
  // Ends of large matrices are rounded: near the minimum their soft values waver.
  const double slack = matrix.size() <= most_decomposed ? 1e-13 : 1e-7;
  double length = 1;
  for (int halvings = 0;; ++halvings, length /= 2) {
    Point to = point_at(matrix, from.log_scale + length * step, sharpness, &from.ends);
    if (to.objective() <= from.objective() + 1e-4 * length * fall + slack || halvings == 8) return to;
  }
}

bool is_positive_definite(MatrixXd m) {
  const Eigen::LLT<Eigen::Ref<MatrixXd>> factor(m);
  return factor.info() == Eigen::Success;
}

/// An upper bound of the condition number that holds although Lanczos' eigenvalues are only near the extreme ones: what is beyond
/// them leaves a positive definite matrix.
double proven_condition(const ScaledMatrix& matrix, const Point& at) {
  if (matrix.size() <= most_decomposed) return at.ends.condition();
  const MatrixXd s = matrix.scaled(at.log_scale);
  const auto identity = MatrixXd::Identity(s.rows(), s.cols());
  double above = 1e-6, below = 1e-6;
  while (!is_positive_definite((1 + above) * at.ends.top.values[0] * identity - s)) above *= 4;
  while (below < 1 && !is_positive_definite(s - (1 - below) / at.ends.bottom.values[0] * identity))
    below *= 4;
  return at.ends.condition() * (1 + above) / (1 - std::min(below, 1 - 1e-6));
}

}  // namespace

BestScaling best_scaling(const ScaledMatrix& matrix, const ScalingSettings& settings) {
  BestScaling out;
  // Where tr(S) tr(S^-1) is least.
  VectorXd start = 0.25 * matrix.inverse_diagonal().array().log();
  double sharpness = 8;
  Point at = point_at(matrix, start, sharpness, nullptr), best = at;
  double gap_before = INFINITY;
  for (;; ++out.steps) {
    if (at.ends.condition() < best.ends.condition()) best = at;
    const double lower = scaling_lower_bound(matrix, at.log_scale, at.ends, at.top, at.bottom);
    out.lower = std::max(out.lower, lower);
    const double gap = best.ends.condition() / out.lower - 1;
    if (gap <= settings.gap || out.steps >= settings.most_steps) break;
    // Large matrices with many eigenvalues close to the extreme ones: their ends are not accurate enough to go on.
    constexpr int look_back = 10;
    if (out.steps % look_back == look_back - 1 && matrix.size() > most_decomposed) {
      if (gap > 0.9 * gap_before) break;
      gap_before = gap;
    }
    const double soft = at.top.mean / at.bottom.mean_inverse;  // the bound, were the diagonals equal
    if (at.ends.condition() / soft > soft / lower) at.soften_ends(sharpness *= 2);
    at = move(matrix, at, newton_step(at));
  }
  out.upper = std::max(proven_condition(matrix, best), out.lower);
  out.scale = (best.log_scale - matrix.log_sd()).array().exp();
  return out;
}

}  // namespace cggibbs
