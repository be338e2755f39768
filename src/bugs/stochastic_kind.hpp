// The distribution of a stochastic relation: its row of the table, and ours behind it.
#pragma once

#include <cmath>
#include <limits>

#include "bugs/distribution_table.hpp"
#include "bugs/stochastic.hpp"
#include "distributions/event.hpp"

namespace cggibbs::bugs {

/// What the elements of a row may be; NaN: only sampling tells.
struct StochasticRelations::Limits {
  double lower = -inf, upper = inf;
};

struct StochasticRelations::Kind {
  const DistributionRow* row;
  const Distribution* ours;
  bool event() const { return ours->event != nullptr; }
  /// The variate is a vector or a matrix.
  bool whole() const { return event() && ours->event->shapes[0] != EventShape::number; }
};

inline double at_row(const Value& v, std::size_t i) {
  return v.constant() ? v.numbers()[v.rows() == 1 ? 0 : i] : std::numeric_limits<double>::quiet_NaN();
}

inline Support support_at(const Distribution& d, const std::vector<Value>& parameters, std::size_t i) {
  double p[max_arguments];
  for (std::size_t k = 0; k < parameters.size(); ++k) p[k] = at_row(parameters[k], i);
  return d.support(p);
}

}  // namespace cggibbs::bugs
