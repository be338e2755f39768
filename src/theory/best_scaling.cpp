// Steps of the ascent, looked at ever more rarely, until bounds meet.
#include "theory/best_scaling.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/rng.hpp"
#include "theory/scaling_ascent.hpp"
#include "theory/scaling_bound.hpp"
#include "theory/spectrum_ends.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

bool is_positive_definite(MatrixXd m) {
  const Eigen::LLT<Eigen::Ref<MatrixXd>> factor(m);
  return factor.info() == Eigen::Success;
}

/// An upper bound of the condition number that holds although Lanczos' eigenvalues are only near the extreme ones: what is beyond
/// them, by this share or some times it, leaves a positive definite matrix.
double proven_condition(const ScaledMatrix& matrix, const VectorXd& log_scale, const SpectrumEnds& ends,
                        double share) {
  if (matrix.size() <= most_decomposed) return ends.condition();
  const MatrixXd s = matrix.scaled(log_scale);
  const auto minus = [&](double shift, double sign) {
    MatrixXd m = sign * s;
    m.diagonal().array() -= sign * shift;
    return m;
  };
  double above = share, below = share;
  while (!is_positive_definite(minus((1 + above) * ends.largest, -1))) above *= 4;
  while (below < 1 && !is_positive_definite(minus((1 - below) * ends.smallest, 1))) below *= 4;
  return ends.condition() * (1 + above) / (1 - std::min(below, 1 - 1e-6));
}

/// A direction in the space of the rows' columns, in the units of the scale.
VectorXd some_direction(const MatrixXd& columns, const VectorXd& log_scale, Rng& rng) {
  VectorXd weights(columns.cols());
  for (double& each : weights) each = rng.normal();
  return (-log_scale).array().exp() * (columns * weights).array();
}

/// Whether the bounds still come closer: not, when the second half of five hundred steps or more has gained a twentieth or less.
class Patience {
 public:
  bool lost(int steps, double gap) {
    const bool lost = steps > 500 && gap > 0.95 * gaps_[0];
    std::rotate(gaps_.begin(), gaps_.begin() + 1, gaps_.end());
    gaps_.back() = gap;
    return lost;
  }

 private:
  std::array<double, 3> gaps_{INFINITY, INFINITY, INFINITY};
};

}  // namespace

BestScaling best_scaling(const ScaledMatrix& matrix, const ScalingSettings& settings) {
  // What Lanczos and the proof of the upper bound take off; there is a proof only where there is Lanczos.
  const bool exact = matrix.size() <= most_decomposed;
  const double share = std::max(0.1 * settings.gap, 1e-7),
               wanted = exact ? settings.gap : 0.75 * settings.gap;
  const double look_work = exact ? 10 * std::pow(static_cast<double>(matrix.size()), 3)
                                 : 300 * std::pow(static_cast<double>(matrix.size()), 2);
  BestScaling out;
  out.upper = INFINITY;
  ScalingAscent ascent(matrix);
  VectorXd best = ascent.log_scale();
  SpectrumEnds best_ends;
  Patience patience;
  Rng rng(2, 0);
  for (int next_look = 4;; ++out.steps) {
    const bool last = out.steps >= settings.most_steps || out.work >= settings.most_work;
    if (last || out.steps == next_look) {
      next_look += std::max(4, out.steps / 4);
      const VectorXd& x = ascent.log_scale();
      NearEnds near;
      if (!exact) near = {some_direction(ascent.y(), x, rng), some_direction(ascent.z(), x, rng)};
      const SpectrumEnds ends = spectrum_ends(matrix, x, 0.1 * share, near);
      if (ends.condition() < out.upper) {
        out.upper = ends.condition();
        best = x;
        best_ends = ends;
      }
      out.lower = std::max(out.lower, scaling_lower_bound(matrix, ascent.y(), ascent.z()));
      out.work += look_work + ascent.work();
      const double gap = out.upper / out.lower - 1;
      if (settings.progress) settings.progress(out.work, out.lower, out.upper);
      if (last || gap <= wanted || patience.lost(out.steps, gap)) break;
    }
    ascent.step();
    out.work += ascent.work();
  }
  out.upper = std::max(proven_condition(matrix, best, best_ends, share), out.lower);
  // The bounds are those of the correlations as doubles hold them.
  const double rounding = 1 + 4 * static_cast<double>(matrix.size()) * 0x1p-52 * out.upper;
  out.upper *= rounding;
  out.lower = std::max(1.0, out.lower / rounding);
  out.scale = (best - matrix.log_sd()).array().exp();
  return out;
}

}  // namespace cggibbs
