// Finding, for every observed total, a term that it determines, and for every observed interval the node inside.
#include "bugs/constraints.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "bugs/stochastic_kind.hpp"

namespace cggibbs::bugs {
namespace {

Places observed_rows(const Placed& p) {
  Places rows;
  const std::size_t each = p.event_size();
  for (std::uint32_t i = 0; i < p.space->rows; ++i)
    if (p.variable->known(p.targets[i * each])) rows.push_back(i);
  return rows;
}

}  // namespace

Constraints::Constraints(const Evaluator& evaluator, std::vector<Placed>& placed)
    : evaluator_(evaluator), placed_(placed) {
  for (std::uint32_t r = 0; r < placed.size(); ++r) {
    const Placed& p = placed[r];
    if (!p.relation->stochastic || p.space->rows == 0) continue;
    const DistributionRow* row = find_row(p.relation->value.name);
    const Stated stated = row ? row->stated : Stated::no;
    if (stated == Stated::total) find_sum(r);
    if ((stated == Stated::rounded || stated == Stated::interval) && p.relation->value.args.size() == 2)
      find_interval(p, stated == Stated::rounded);
  }
}

void Constraints::find_sum(std::uint32_t r) {
  const Placed& p = placed_[r];
  if (!p.event.empty())
    evaluator_.fail(p.relation->target.at, "dsum adds single numbers here. Write a loop over the elements.");
  const Places rows = observed_rows(p);
  if (rows.empty()) return;
  for (std::size_t k = p.relation->value.args.size(); k-- > 0;)
    if (takes(r, k, rows)) return;
  evaluator_.fail(p.relation->at,
                  "this sum is observed, so one of its terms must be a node with a distribution of its own "
                  "(x[i] ~ ...) that "
                  "is not observed and in no other sum: it is what the others leave of the total.");
}

bool Constraints::takes(std::uint32_t r, std::size_t k, const Places& rows) {
  const Placed& p = placed_[r];
  const Expr& term = p.relation->value.args[k];
  if (term.kind != ExprKind::reference || p.space->find(term.name)) return false;
  Reading reading;
  try {
    reading = evaluator_.reading(term, p.space->select(rows));
  } catch (const NotYet&) {
    return false;
  }
  if (reading.sampled || !reading.shape.empty() || (reading.rows == 1 && rows.size() > 1)) return false;
  auto& elements = const_cast<Variable*>(reading.variable)->elements;
  std::set<std::uint32_t> owners, seen;
  for (const auto at : reading.at) {
    const Element& e = elements[at];
    if (e.relation == nowhere || e.made || reading.variable->known(at) || !seen.insert(at).second)
      return false;
    const Placed& owner = placed_[e.relation];
    if (!owner.relation->stochastic || !owner.event.empty() || kind_of(evaluator_, *owner.relation).stated())
      return false;
    owners.insert(e.relation);
  }
  for (const auto at : reading.at) elements[at].made = true;
  for (const auto owner : owners)
    for (std::size_t j = 0; j < p.relation->value.args.size(); ++j)
      if (j != k) collect_names(p.relation->value.args[j], placed_[owner].also_needs);
  sums_.push_back({r, k, rows, const_cast<Variable*>(reading.variable), reading.at});
  return true;
}

void Constraints::define(const std::vector<std::uint32_t>& relations) const {
  for (const auto& s : sums_) {
    const std::uint32_t owner = s.variable->elements[s.at[0]].relation;
    if (std::find(relations.begin(), relations.end(), owner) == relations.end()) continue;
    const Placed& p = placed_[s.relation];
    const Space space = p.space->select(s.rows);
    std::vector<double> totals;
    for (const auto i : s.rows) totals.push_back(p.variable->numbers[p.targets[i]]);
    Value left(totals, s.rows.size(), {});
    for (std::size_t j = 0; j < p.relation->value.args.size(); ++j)
      if (j != s.term) {
        const Value other = evaluator_.evaluate(p.relation->value.args[j], space);
        if (!other.is_number())
          evaluator_.fail(p.relation->value.args[j].at, "dsum adds single numbers here; this is an array.");
        left = subtract(left, other);
      }
    set_elements(*s.variable, s.at, left);
  }
}

/// The node inside starts there, wherever the distribution has its bulk.
void Constraints::find_interval(const Placed& p, bool rounded) {
  const Expr& inside = p.relation->value.args[0];
  if (inside.kind != ExprKind::reference || p.space->find(inside.name) || !p.event.empty()) return;
  const Places rows = observed_rows(p);
  try {
    for_even_rows(rows, [&](const Places& even) {
      if (even.empty()) return;
      const Space space = p.space->select(even);
      const Reading reading = evaluator_.reading(inside, space);
      const Value other = evaluator_.evaluate(p.relation->value.args[1], space);
      if (reading.sampled || !reading.shape.empty() || reading.rows != even.size() || !other.constant())
        return;
      auto& variable = *const_cast<Variable*>(reading.variable);
      const std::size_t cuts = other.row_size();
      for (std::size_t i = 0; i < even.size(); ++i) {
        const double y = p.variable->numbers[p.targets[even[i]]];
        const double* cut = other.numbers().data() + (other.rows() == 1 ? 0 : i * cuts);
        if (rounded) {
          const double half = 0.5 * std::pow(10, -cut[0]);
          variable.between[reading.at[i]] = {y - half, y + half};
        } else if (y >= 0 && y <= static_cast<double>(cuts) && y == std::floor(y)) {
          const auto k = static_cast<std::size_t>(y);
          variable.between[reading.at[i]] = {k == 0 ? -inf : cut[k - 1], k == cuts ? inf : cut[k]};
        }
      }
    });
  } catch (const NotYet&) {
    return;
  }
}

}  // namespace cggibbs::bugs
