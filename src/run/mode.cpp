// Newton's method with second derivatives by differences of gradients; steps are damped until the density rises.
#include "run/mode.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>

#include "base/rng.hpp"
#include "graph/block_density.hpp"
#include "graph/start.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class Climb {
 public:
  explicit Climb(const Model& model) : density_(model, model.parameters()) {
    State state = make_state(model);
    Rng rng(1, 0);
    draw_valid_start(model, state, rng);
    u_.resize(static_cast<Index>(density_.dimension()));
    density_.read(state, u_.data());
    value_ = at(u_, slope_);
  }

  /// One damped step; false when nothing is left to gain.
  bool step(const MatrixXd& precision) {
    const double scale = precision.diagonal().cwiseAbs().maxCoeff() + 1e-300;
    for (double damping = 0; damping < 1e12; damping = std::max(4 * damping, 1e-6)) {
      MatrixXd damped = precision;
      damped.diagonal().array() += damping * scale;
      const Eigen::LLT<MatrixXd> factor(damped);
      if (factor.info() != Eigen::Success) continue;
      const VectorXd to = u_ + factor.solve(slope_);
      VectorXd slope(u_.size());
      const double value = at(to, slope);
      if (!(value > value_)) {
        if (damping > 1e6) return false;
        continue;
      }
      const double gain = value - value_;
      u_ = to;
      slope_ = slope;
      value_ = value;
      return gain > 1e-10;
    }
    return false;
  }

  /// Central differences of gradients, symmetric.
  MatrixXd precision() {
    const Index d = u_.size();
    MatrixXd out(d, d);
    VectorXd more(d), less(d);
    for (Index j = 0; j < d; ++j) {
      const double h = 1e-4 * std::max(1e-2, std::abs(u_[j]));
      VectorXd to = u_;
      to[j] = u_[j] + h;
      const double up = at(to, more);
      to[j] = u_[j] - h;
      if (!(up > -INFINITY && at(to, less) > -INFINITY))
        throw Error("the density is zero right beside its mode: there are no second derivatives there.");
      out.col(j) = (less - more) / (2 * h);
    }
    return 0.5 * (out + out.transpose());
  }

  const VectorXd& position() const { return u_; }
  const VectorXd& slope() const { return slope_; }
  std::vector<std::string> names() const { return density_.names(); }

 private:
  double at(const VectorXd& u, VectorXd& slope) {
    slope.resize(u.size());
    return density_.log_conditional(u.data(), slope.data(), work_);
  }

  BlockDensity density_;
  Work work_;
  VectorXd u_, slope_;
  double value_ = 0;
};

}  // namespace

Mode find_mode(const Model& model) {
  Climb climb(model);
  MatrixXd precision = climb.precision();
  constexpr int most_steps = 100;
  for (int k = 0; k < most_steps && climb.step(precision); ++k) precision = climb.precision();
  // A mode is where all directions lead down, not a ridge along which the density still rises.
  const Eigen::LLT<MatrixXd> factor(precision);
  constexpr double left_to_gain = 1e-6;
  if (factor.info() != Eigen::Success || !(climb.slope().dot(factor.solve(climb.slope())) < left_to_gain))
    throw Error(
        "no mode was found: the density does not fall in every direction. Priors that shrink with unknown "
        "scales "
        "(horseshoe) and flat priors have none: use draws of a fit instead.");
  return {climb.names(), climb.position(), precision};
}

}  // namespace cggibbs
