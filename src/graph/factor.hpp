// The log density of a factor's rows.
#pragma once

#include <string>

#include "base/double_double.hpp"
#include "graph/model.hpp"

namespace cggibbs {

/// Of all rows from scratch, and of their location part alone.
double factor_log_density(const Model& model, const double* values, const Factor& factor);
double factor_location_part(const Model& model, const double* values, const Factor& factor);
/// The first, where the second is known; and its specification, row by row.
double factor_log_density(const Model& model, const double* values, const Factor& factor,
                          double location_part);
double factor_log_density_by_rows(const Model& model, const double* values, const Factor& factor);
BesideSums find_beside_sums(const std::vector<Node>& nodes, const Factor& factor);
/// Of one row.
double row_log_density(const Model& model, const double* values, const Factor& factor, std::size_t i);
/// "x = 1, mu = 0, sigma = 2": the arguments of one row.
std::string row_in_words(const Model& model, const double* values, const Factor& factor, std::size_t i);

/// Adds the derivatives of all rows to what is not null in `out`, one per argument; returns the sum (of the location part
/// where nothing else moves).
double add_factor_slopes(const Model& model, const double* values, const Factor& factor, double* const* out);

/// The argument views of a factor over all its rows.
void factor_views(const Model& model, const double* values, const Factor& factor, ArgView* views);

/// The sufficient statistics of a factor, summed from scratch into t.
void factor_stats(const Model& model, const double* values, const Factor& factor, DoubleDouble* t);

/// Sums over some rows of a factor; owns what it needs to gather them.
class FactorRows {
 public:
  double sum(const Model& model, const double* values, const Factor& factor, const RowSet& rows,
             bool location = false);

 private:
  static constexpr std::size_t block = 256;
  std::vector<double> buffers_ = std::vector<double>((max_arguments + 1) * block);
};

}  // namespace cggibbs
