// A posterior's draws, nearly independent, for condition numbers.
#pragma once

#include "diagnostics/condition_numbers.hpp"
#include "experiments/experiment.hpp"

namespace cggibbs {

struct ConditionDraws {
  std::size_t count = 0, width = 0;
  std::vector<double> values;  ///< a coordinate's draws next to each other: intercept, then coefficients

  ConditionNumbers condition() const { return condition_numbers(count, width, values); }
};

/// By auto, so many draws of every coordinate of the cell's posterior.
ConditionDraws draw_for_condition(const Cell& cell, const Lab& lab, std::size_t count);

}  // namespace cggibbs
