// The normal factors that tie the elements of series, as sparse rows whose entries follow the scales.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/structure.hpp"

namespace cggibbs {

/// Residual i of all ties is r_i + g_i' s at a step s from an origin, with precision w_i. Columns are those of parts side by side.
class TiedRows {
 public:
  TiedRows(const Model& model, const std::vector<GaussianPart>& parts);

  bool empty() const { return weight_.empty(); }
  std::size_t rows() const { return weight_.size(); }
  std::size_t entries() const { return column_.size(); }
  /// The entries of row i are those from start(i) to start(i + 1).
  std::size_t start(std::size_t i) const { return start_[i]; }
  std::uint32_t column(std::size_t e) const { return column_[e]; }
  double entry(std::size_t e) const { return entry_[e]; }
  double weight(std::size_t i) const { return weight_[i]; }

  /// g, w and r as values have them, whose coefficients are the origin. Values are State::values.
  void read(const double* values);
  /// Half the sum of the logarithms of w.
  double log_precision() const { return log_precision_; }
  /// Adds the slope of the log density at the origin.
  void add_slope(double* slope) const;
  /// The sum of w_i (r_i + g_i' step)^2.
  double squares(const double* step) const;

 private:
  struct Contribution {
    std::size_t entry, row;  ///< the row within its factor
    double value;
  };
  struct Term {
    std::vector<NodeId> scalars, arrays;  ///< that multiply it
    std::vector<Contribution> contributions;
  };
  struct TiedFactor {
    std::size_t factor, first;  ///< its first row
  };
  void add(const Tie& tie, std::size_t first_column);
  void read_entries(const double* values);

  const Model& model_;
  std::vector<TiedFactor> factors_;
  std::vector<Term> terms_;  ///< those that follow the scales
  std::vector<std::size_t> start_{0};
  std::vector<std::uint32_t> column_;
  std::vector<double> constant_, entry_, weight_, residual_;
  double log_precision_ = 0;
};

}  // namespace cggibbs
