// Looking at the rows of an experiment: groups, medians over replicates, slopes, lines of a figure.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"

namespace cggibbs {

using Number = std::function<double(const Row&)>;
using Choice = std::function<bool(const Row&)>;

Rows chosen(const Rows& rows, const Choice& choice);
Rows by_sampler(const Rows& rows, const std::string& sampler);
/// The median over rows of such a d.
double at_dimension(const Rows& rows, std::size_t d, const Number& y);
/// Different values, in ascending order.
std::vector<std::size_t> dimensions(const Rows& rows);
std::vector<std::string> samplers_in(const Rows& rows);

/// Of a line through (log x, log y): least squares; NaN with fewer than two places.
double log_slope(const std::vector<std::pair<double, double>>& points);

/// A line per sampler of the rows, a box per place.
std::vector<Series> series_of(const Rows& rows, const Number& x, const Number& y);

double d_of(const Row& r);
double seconds_per_median_ess(const Row& r);
double seconds_per_min_ess(const Row& r);
double sweeps_per_median_ess(const Row& r);

/// "3.1", "310", "0.0042": three digits that matter.
std::string told(double v);

/// Which data were simulated and how many cells were cut: lines below a figure.
std::vector<std::string> usual_notes(const Rows& rows);

}  // namespace cggibbs
