// A line to move along, and log priors along it.
#pragma once

#include <cmath>
#include <optional>

#include "graph/state.hpp"
#include "graph/structure.hpp"
#include "samplers/linear/event_prior.hpp"
#include "samplers/scalar/newton_step.hpp"

namespace cggibbs {

/// What a step does to a predictor: t * unit * column.
struct Line {
  const double* column;
  double width;                  ///< for slices
  StepMemory* memory = nullptr;  ///< for those who learn about the line
  const double* next = nullptr;  ///< the column after this one, if known
  double unit = 1;
};

/// -(a t^2 / 2 - b t)
struct QuadraticPrior {
  double a, b;
  double change(double t) const { return t * (b - 0.5 * a * t); }
  void add(LinePoint& p, double t) const {
    p.change += change(t);
    p.slope += b - a * t;
    p.curvature += a;
  }
};

/// Row j of a factor as a function of its first argument.
class RowPrior {
 public:
  RowPrior(const Distribution* d, const ArgView* a, std::size_t count, std::size_t j)
      : distribution_(d), x_(a[0][j]) {
    for (std::size_t k = 0; k < count; ++k) arguments_[k] = a[k][j];
    here_ = d->log_density(arguments_);
  }
  double change(double t) const {
    arguments_[0] = x_ + t;
    return distribution_->log_density(arguments_) - here_;
  }
  void add(LinePoint& p, double t) const {
    p.change += change(t);
    double first[max_arguments], second[max_arguments];
    distribution_->partials(arguments_, first, second);
    p.slope += first[0];
    p.curvature += std::fmax(-second[0], 0);
  }

 private:
  const Distribution* distribution_;
  mutable double arguments_[max_arguments];
  double x_, here_;
};

/// The priors of a part's coefficients, each along its own column, as the values of the state have them.
class PartPrior {
 public:
  PartPrior(const Model& model, const double* values, const GaussianPart& part) : kind_(part.kind) {
    if (kind_ == MixtureKind::flat) return;
    factor_ = &model.factors()[part.factor];
    if (kind_ == MixtureKind::correlated) {
      events_.emplace(model, values, part);
      theta_ = model.values(values).of(part.parameter);
      return;
    }
    factor_views(model, values, *factor_, a_);
  }
  /// f(prior) of coefficient j.
  template <class F>
  double with(std::size_t j, const F& f) const {
    switch (kind_) {
      case MixtureKind::flat:
        return f(QuadraticPrior{0, 0});
      case MixtureKind::normal:
      case MixtureKind::scaled: {
        const double sd = kind_ == MixtureKind::normal ? a_[2][j] : a_[2][j] * a_[3][j];
        const double precision = 1 / (sd * sd);
        return f(QuadraticPrior{precision, (a_[1][j] - a_[0][j]) * precision});
      }
      case MixtureKind::student_t:
      case MixtureKind::cauchy:
      case MixtureKind::laplace:
        break;
      case MixtureKind::correlated: {
        const auto [precision, slope] = events_->along_coefficient(j, theta_);
        return f(QuadraticPrior{precision, slope});
      }
    }
    return f(RowPrior(factor_->distribution, a_, factor_->args.size(), j));
  }

 private:
  MixtureKind kind_;
  const Factor* factor_ = nullptr;
  std::optional<EventPrior> events_;  ///< correlated
  const double* theta_ = nullptr;     ///< correlated
  ArgView a_[max_arguments] = {};
};

}  // namespace cggibbs
