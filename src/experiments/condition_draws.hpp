// A posterior's draws, nearly independent, for condition numbers.
#pragma once

#include "experiments/experiment.hpp"
#include "theory/condition_numbers.hpp"
#include "theory/draws_covariance.hpp"

namespace cggibbs {

struct DrawnCondition {
  double kappa, kappa_cor;
  double kappa_r;  ///< its upper bound, within 1%
  bool rough;      ///< from too few draws for the dimension
};

struct ConditionDraws {
  std::size_t count = 0, width = 0;
  std::vector<double> values;  ///< a coordinate's draws next to each other: intercept, then coefficients

  DrawnCondition condition() const {
    const DrawsCovariance s = draws_covariance(count, width, values);
    const ConditionNumbers c =
        condition_numbers(ScaledMatrix(s.covariance, "the posterior covariance"), {.gap = 0.01});
    return {c.kappa, c.kappa_cor, c.r.upper, s.rough};
  }
};

/// By auto, so many draws of every coordinate of the cell's posterior.
ConditionDraws draw_for_condition(const Cell& cell, const Lab& lab, std::size_t count);

}  // namespace cggibbs
