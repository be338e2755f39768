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

struct Kind {
  const DistributionRow* row;
  const Distribution* ours;
  bool event() const { return ours->event != nullptr; }
  /// There is no chance in it: what is not observed is computed.
  bool stated() const { return row->stated != Stated::no; }
  /// The variate is a vector or a matrix.
  bool whole() const { return event() && ours->event->shapes[0] != EventShape::number; }
};

Kind kind_of(const Evaluator& evaluator, const Relation& relation);
/// Of ours, from the arguments of the relation in these rows.
std::vector<Value> parameters_of(const Evaluator& evaluator, const Placed& placed, const Kind& kind,
                                 const Space& space);
/// Whether parameters are as long as a variate of n elements asks for: vectors of one length d, matrices of d x d.
bool fits(const EventDistribution& d, std::size_t n, const std::vector<Event>& parameters);
/// "dnorm(mu = 0, tau = -1)" in one row; what is not one known number is "...".
std::string call_in_words(const Evaluator& evaluator, const Placed& placed, const Kind& kind,
                          std::uint32_t row);
/// Lower and upper of T(,) and I(,); infinite where there is none.
std::vector<Value> bounds_of(const Evaluator& evaluator, const Relation& relation, const Space& space);

inline double at_row(const Value& v, std::size_t i) {
  return v.constant() ? v.numbers()[v.rows() == 1 ? 0 : i] : std::numeric_limits<double>::quiet_NaN();
}

inline Support support_at(const Distribution& d, const std::vector<Value>& parameters, std::size_t i) {
  double p[max_arguments];
  for (std::size_t k = 0; k < parameters.size(); ++k) p[k] = at_row(parameters[k], i);
  return d.support(p);
}

}  // namespace cggibbs::bugs
