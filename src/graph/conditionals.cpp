// Passes over the rows that some or all elements of a parameter own.
#include "graph/conditionals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/explain_nan.hpp"

namespace cggibbs {
namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};
constexpr std::size_t block = 256;

/// Rows of few entries are written anew: a pass over them takes less than finding what has moved.
bool has_short_rows(const Model& model, NodeId v) {
  constexpr std::uint32_t most_entries = 4;
  const auto& linear = *model.node(v).as<LinearNode>();
  std::vector<std::uint32_t> count(model.node(v).size);
  for (const LinearTerm& term : linear.terms) {
    if (model.is_data(term.source)) return false;
    for (std::size_t j = 0; j < term.columns->cols(); ++j) {
      const ColumnView c = term.columns->col(j);
      for (std::size_t t = 0; t < c.count; ++t)
        if (++count[c.row(t)] > most_entries) return false;
    }
  }
  return true;
}

/// What a fused step says of its linear node.
NodeStep step_of(const Model& model, const FusedStep& fused) {
  const auto& linear = *model.node(fused.linear).as<LinearNode>();
  NodeStep step{fused.linear, fused.rows, nullptr, {}};
  for (std::uint32_t i = 0; i < linear.terms.size(); ++i)
    if (linear.terms[i].source == fused.source) step.moving.push_back({i, TouchSet::self()});
  return step;
}

/// Nothing but the location of this factor moves with the nodes that `moves` names.
bool only_location_moves(const Factor& factor, const std::vector<char>& moves) {
  for (std::size_t k = 0; k < factor.args.size(); ++k)
    if (moves[factor.args[k]] && static_cast<int>(k) != factor.distribution->location) return false;
  return true;
}

}  // namespace

Conditionals::Conditionals(const Model& model, NodeId parameter)
    : model_(model),
      parameter_(parameter),
      body_(model.node(parameter).as<ParameterNode>()),
      everyone_(model.node(parameter).size),
      current_(everyone_.size()),
      total_(everyone_.size()),
      buffers_((max_arguments + 1) * block) {
  std::iota(everyone_.begin(), everyone_.end(), 0U);
}

std::optional<Conditionals> Conditionals::of(const Model& model, const Plan& plan, NodeId parameter) {
  if (model.node(parameter).as<ParameterNode>()->support == SupportKind::ordered) return std::nullopt;
  Conditionals all(model, parameter);
  if (!all.add(plan.of(parameter))) return std::nullopt;
  return all;
}

/// False where an element would share a row with another one.
bool Conditionals::add(const ParameterPlan& plan) {
  std::vector<NodeStep> steps = plan.nodes;
  std::vector<std::pair<std::size_t, TouchSet>> factors;
  for (const auto& f : plan.factors) factors.emplace_back(f.factor, f.rows);
  for (const auto& fused : plan.fused) {
    steps.push_back(step_of(model_, fused));
    for (NodeId m : fused.maps) steps.push_back({m, fused.rows, nullptr, {}});
    factors.emplace_back(fused.factor, fused.rows);
  }
  std::sort(steps.begin(), steps.end(), [](const NodeStep& a, const NodeStep& b) { return a.node < b.node; });
  std::sort(factors.begin(), factors.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  indexes_ = plan.indexes;

  std::vector<char> moves(model_.nodes().size(), false);
  moves[parameter_] = true;
  std::size_t visited = 0;
  bool needs_before = !indexes_.empty();
  for (auto& step : steps) {
    const Node& node = model_.node(step.node);
    const auto rows = rows_like(step.rows, node.size);
    if (!rows || node.as<MatrixNode>()) return false;  // matrices are evaluated whole
    if (node.as<LinearNode>() && !step.direct && has_short_rows(model_, step.node))
      step.direct = linear_rows(model_, step.node);
    const bool anew = !node.as<LinearNode>() || step.direct;
    needs_before = needs_before || !anew;
    moves[step.node] = true;
    visited += node.size;
    rows_ += owned_[*rows].list.capacity();
    nodes_.push_back({std::move(step), *rows, anew});
  }
  for (const auto& [f, touched] : factors) {
    const Factor& factor = model_.factors()[f];
    const auto rows = rows_like(touched, factor.size);
    if (!rows) return false;
    visited += factor.size;
    rows_ += owned_[*rows].list.capacity();
    factors_.push_back({f, *rows, only_location_moves(factor, moves)});
  }
  if (needs_before) before_.resize(model_.state_size());
  return visited <= 3 * rows_;  // commit() visits them all
}

/// The place of this touch set among those known; nothing where elements share rows in it.
std::optional<std::size_t> Conditionals::rows_like(const TouchSet& touched, std::size_t count) {
  if (!touched.fixed()) return std::nullopt;
  for (std::size_t i = 0; i < owned_.size(); ++i)
    if (owned_[i].touched == touched && owned_[i].owner.size() == count) return i;
  Rows rows{touched, std::vector<std::uint32_t>(count, nobody), {}, false, {nullptr, 0, 0}};
  std::size_t owned = 0;
  for (std::uint32_t k : everyone_) {
    const RowSet mine = touched.rows(k);
    for (std::size_t t = 0; t < mine.count; ++t) {
      if (mine[t] >= count || rows.owner[mine[t]] != nobody) return std::nullopt;
      rows.owner[mine[t]] = k;
    }
    owned += mine.count;
  }
  rows.all_owned = owned == count;
  rows.list.reserve(owned);
  owned_.push_back(std::move(rows));
  return owned_.size() - 1;
}

void Conditionals::open(State& state) {
  state_ = &state;
  double* values = state.values.data();
  std::copy_n(values + model_.offset(parameter_), size(), current_.begin());
  if (!before_.empty()) {
    std::copy_n(values + model_.offset(parameter_), size(), before_.begin() + place(parameter_));
    for (const auto& n : nodes_)
      std::copy_n(values + model_.offset(n.step.node), model_.node(n.step.node).size,
                  before_.begin() + place(n.step.node));
  }
}

/// Where most elements move, rows are taken as they lie: what others have there does not matter, for it is theirs alone.
void Conditionals::choose_rows(std::span<const std::uint32_t> which) {
  for (Rows& rows : owned_) {
    if (rows.all_owned && 2 * which.size() >= size()) {
      rows.moving = {nullptr, 0, rows.owner.size()};
      continue;
    }
    rows.list.clear();
    for (std::uint32_t k : which) {
      const RowSet mine = rows.touched.rows(k);
      for (std::size_t t = 0; t < mine.count; ++t) rows.list.push_back(static_cast<std::uint32_t>(mine[t]));
    }
    rows.moving = {rows.list.data(), 0, rows.list.size()};
  }
}

void Conditionals::evaluate_nodes(std::span<const std::uint32_t> which, Work& work) {
  const Values after = model_.values(state_->values.data());
  for (const auto& n : nodes_) {
    const Node& node = model_.node(n.step.node);
    double* out = state_->values.data() + model_.offset(n.step.node);
    if (n.anew) {
      const Move move{after, after, n.step, 0, state_->members, owned_[n.rows].moving, nullptr};
      work.rows += propose(node, move, out);
      continue;
    }
    const Values before = model_.values(before_.data());
    const double* now = before_.data() + model_.offset(n.step.node);
    for (std::uint32_t k : which) {
      const Move move{before, after, n.step, k, state_->members, n.step.rows.rows(k), now};
      work.rows += propose(node, move, out);
    }
  }
}

void Conditionals::add_events(const Factor& factor, const Rows& rows) {
  for (std::size_t t = 0; t < rows.moving.count; ++t) {
    const std::size_t r = rows.moving[t];
    const double weight = factor.weights.empty() ? 1 : factor.weights[r];
    if (weight != 0) add(rows.owner[r], weight, row_log_density(model_, state_->values.data(), factor, r));
  }
}

/// Adds the log density of each row to its element's total.
void Conditionals::add_factor(const FactorPart& part) {
  const Factor& factor = model_.factors()[part.factor];
  const Rows& rows = owned_[part.rows];
  if (!factor.event.empty()) return add_events(factor, rows);
  const auto each = part.location ? factor.distribution->each_location_part : factor.distribution->each;
  ArgView a[max_arguments];
  factor_views(model_, state_->values.data(), factor, a);
  double* out = buffers_.data() + max_arguments * block;
  for (std::size_t start = 0; start < rows.moving.count; start += block) {
    const std::size_t n = std::min(block, rows.moving.count - start);
    const std::uint32_t* list = rows.moving.list ? rows.moving.list + start : nullptr;
    ArgView b[max_arguments];
    for (std::size_t k = 0; k < factor.args.size(); ++k) {
      b[k] = a[k];
      if (a[k].stride == 0) continue;
      if (!list) {
        b[k].data += start;
        continue;
      }
      double* buffer = buffers_.data() + k * block;
      for (std::size_t t = 0; t < n; ++t) buffer[t] = a[k].data[list[t]];
      b[k].data = buffer;
    }
    each(n, b, out);
    for (std::size_t t = 0; t < n; ++t) {
      const std::size_t r = list ? list[t] : start + t;
      if (factor.weights.empty())
        add(rows.owner[r], 1, out[t]);
      else if (factor.weights[r] != 0)  // drops its row even where the density is zero
        add(rows.owner[r], factor.weights[r], out[t]);
    }
  }
}

/// Totals of these elements at what the state has.
void Conditionals::evaluate(std::span<const std::uint32_t> which, Work& work) {
  choose_rows(which);
  evaluate_nodes(which, work);
  std::fill(total_.begin(), total_.end(), 0.0);
  for (const auto& part : factors_) {
    add_factor(part);
    work.rows += owned_[part.rows].moving.count;
  }
  ++work.evaluations;
}

void Conditionals::log_densities(std::span<const std::uint32_t> which, std::span<const double> at,
                                 std::span<double> out, Work& work) {
  double* x = state_->values.data() + model_.offset(parameter_);
  const auto inside = [&](double y) { return y >= body_->lower && y <= body_->upper; };
  for (std::size_t i = 0; i < which.size(); ++i) x[which[i]] = inside(at[i]) ? at[i] : current_[which[i]];
  evaluate(which, work);
  for (std::size_t i = 0; i < which.size(); ++i) {
    const double total = inside(at[i]) ? total_[which[i]] : -inf;
    // +inf is a density spike on the boundary of a support: see Conditional.
    out[i] = total < inf ? total : -inf;
    if (std::isnan(total)) explain_nan(model_, state_->values.data(), {parameter_, which[i]}, at[i]);
  }
}

/// Rows of a moving index go to the lists of its new values.
void Conditionals::move_members() {
  for (const auto& step : indexes_) {
    const double first = model_.indexes()[step.lists].first;
    const double* before = before_.data() + model_.offset(step.node);
    const double* after = state_->values.data() + model_.offset(step.node);
    MemberLists& members = state_->members[step.lists];
    for (std::uint32_t k : everyone_) {
      const RowSet rows = step.rows.rows(k);
      for (std::size_t t = 0; t < rows.count; ++t) {
        const std::size_t r = rows[t], from = members.group_of(before[r], first),
                          to = members.group_of(after[r], first);
        if (from != to) members.move(static_cast<std::uint32_t>(r), from, to);
      }
    }
  }
}

void Conditionals::commit(std::span<const double> values, Work& work) {
  std::copy(values.begin(), values.end(), state_->values.begin() + place(parameter_));
  choose_rows(everyone_);
  evaluate_nodes(everyone_, work);
  move_members();
  for (const auto& part : factors_) recompute_factor(model_, *state_, part.factor);
  ++work.commits;
}

}  // namespace cggibbs
