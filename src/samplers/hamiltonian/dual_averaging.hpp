// Dual averaging of the step size towards a target acceptance (Hoffman and Gelman 2014, section 3.2.1).
#pragma once

#include <algorithm>
#include <cmath>

namespace cggibbs {

class DualAveraging {
 public:
  explicit DualAveraging(double target) : target_(target) {}

  /// Forgets everything; later steps are drawn towards ten times this one.
  void restart(double step) {
    mu_ = std::log(10 * step);
    log_step_ = std::log(step);
    log_average_ = 0;
    shortfall_ = 0;
    seen_ = 0;
  }
  void learn(double acceptance) {
    constexpr double gamma = 0.05, t0 = 10, kappa = 0.75;
    ++seen_;
    const double eta = 1 / (seen_ + t0);
    shortfall_ = (1 - eta) * shortfall_ + eta * (target_ - std::min(acceptance, 1.0));
    log_step_ = mu_ - shortfall_ * std::sqrt(seen_) / gamma;
    const double weight = std::pow(seen_, -kappa);
    log_average_ = (1 - weight) * log_average_ + weight * log_step_;
  }
  /// For the next move while learning, and for all moves afterwards.
  double step() const { return std::exp(log_step_); }
  double average() const { return std::exp(seen_ == 0 ? log_step_ : log_average_); }

 private:
  double target_;
  double mu_ = 0, log_step_ = 0, log_average_ = 0, shortfall_ = 0, seen_ = 0;
};

}  // namespace cggibbs
