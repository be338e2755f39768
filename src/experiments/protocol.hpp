// The paper's protocol: one chain, half of it warmup, longer and longer until every coordinate has 100 effective samples.
#pragma once

#include <span>
#include <vector>

#include "experiments/experiment.hpp"
#include "run/prepared.hpp"

namespace cggibbs {

inline constexpr double enough_ess = 100;

/// A cell by one of our samplers, or by another program.
Rows run_cell(const Cell& cell, const Lab& lab);

/// Data read, model built, sampler chosen: ready to run.
Prepared prepare_cell(const Cell& cell, const Lab& lab);

/// Coefficients and intercept among the outputs of its model: so many at most, evenly spaced.
std::vector<std::size_t> coordinates_of(const std::vector<std::string>& names, std::size_t most);

/// Effective sample sizes of coordinates and their squares, both definitions, into the row.
void measure_ess(std::span<const std::span<const double>> coordinates, Row& row);

/// The factor by which a chain must grow to have enough: a power of two from 2 to 16, but `most` at most; 1: it cannot grow.
std::size_t growth(double ess_min, double most);

}  // namespace cggibbs
