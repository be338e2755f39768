// Deriving what a move touches from the graph, and fusing linear -> maps -> factor.
#include "graph/plan.hpp"

#include <algorithm>
#include <optional>

namespace cggibbs {
namespace {

bool one_entry_per_row(const Model& model, const LinearNode& linear) {
  return std::all_of(linear.terms.begin(), linear.terms.end(), [&](const LinearTerm& t) {
    return !model.is_data(t.source) && t.columns->one_entry_per_row();
  });
}

/// The rows of each linear node that has them, made once.
class RowTables {
 public:
  explicit RowTables(const Model& model)
      : model_(model), seen_(model.nodes().size(), false), rows_(model.nodes().size()) {}

  std::shared_ptr<const LinearRows> of(NodeId v) {
    const auto* linear = model_.node(v).as<LinearNode>();
    if (!linear) return nullptr;
    if (!seen_[v] && one_entry_per_row(model_, *linear)) rows_[v] = linear_rows(model_, v);
    seen_[v] = true;
    return rows_[v];
  }

 private:
  const Model& model_;
  std::vector<bool> seen_;
  std::vector<std::shared_ptr<const LinearRows>> rows_;
};

/// Walks what a parameter reaches, from reader to reader, and nothing else: the plans of all parameters together take
/// as long as they are.
class Planner {
 public:
  explicit Planner(const Model& model)
      : model_(model),
        tables_(model),
        marks_(model.nodes().size()),
        factor_marks_(model.factors().size()),
        indexes_of_(model.nodes().size()) {
    for (std::uint32_t i = 0; i < model.indexes().size(); ++i)
      indexes_of_[model.indexes()[i].node].push_back(i);
  }

  ParameterPlan run(NodeId parameter) {
    m_ = model_.node(parameter).size;
    reach(parameter);
    ParameterPlan plan{parameter, {}, {}, {}, {}};
    add_indexes(parameter, plan);
    for (NodeId v : nodes_) add_indexes(v, plan);
    for (NodeId v : nodes_)
      if (model_.node(v).as<LinearNode>())
        if (auto step = fuse(v)) {
          factor_marks_[step->factor].fused = true;
          marks_[v].fused = true;
          for (NodeId u : step->maps) marks_[u].fused = true;
          plan.fused.push_back(std::move(*step));
        }
    for (NodeId v : nodes_)
      if (!marks_[v].fused) plan.nodes.push_back(step(v));
    for (std::size_t f : factors_)
      if (!factor_marks_[f].fused) plan.factors.push_back({f, factor_marks_[f].rows, mode(f)});
    forget(parameter);
    return plan;
  }

  std::size_t steps() const { return steps_; }

 private:
  /// What a move of the parameter does to a node or factor.
  struct Mark {
    TouchSet rows = TouchSet::none();
    std::vector<std::uint32_t> inputs;  ///< those that move
    bool fused = false;
  };

  void reach(NodeId parameter) {
    std::vector<NodeId> open{parameter};
    while (!open.empty()) {
      const NodeId v = open.back();
      open.pop_back();
      for (const auto [u, input] : model_.readers(v).nodes) {
        if (marks_[u].inputs.empty()) {
          nodes_.push_back(u);
          open.push_back(u);
        }
        marks_[u].inputs.push_back(input);
      }
      for (const auto [f, argument] : model_.readers(v).factors) {
        if (factor_marks_[f].inputs.empty()) factors_.push_back(f);
        factor_marks_[f].inputs.push_back(argument);
      }
    }
    std::sort(nodes_.begin(), nodes_.end());
    std::sort(factors_.begin(), factors_.end());
    marks_[parameter].rows = TouchSet::self();
    arrive(parameter);
    for (NodeId v : nodes_) arrive(v);
  }

  /// Hands the moving rows of v, which are complete, to all who read it.
  void arrive(NodeId v) {
    const TouchSet& from = marks_[v].rows;
    const Readers readers = model_.readers(v);
    steps_ += 1 + readers.size();
    const std::size_t size = model_.node(v).size;
    const auto merge = [&](Mark& mark, const TouchSet& rows) {
      mark.rows = TouchSet::merge(mark.rows, rows, m_);
    };
    for (const auto [u, input] : readers.nodes)
      merge(marks_[u], touched(model_.node(u), {input, from, size, model_.node(u).size, m_}));
    for (const auto [f, argument] : readers.factors)
      merge(factor_marks_[f], factor_rows(model_.factors()[f], argument, {argument, from, size, 0, m_}));
  }

  void forget(NodeId parameter) {
    marks_[parameter] = {};
    for (NodeId v : nodes_) marks_[v] = {};
    for (std::size_t f : factors_) factor_marks_[f] = {};
    nodes_.clear();
    factors_.clear();
  }

  /// The rows (events) of a factor that move with those of an argument.
  TouchSet factor_rows(const Factor& factor, std::uint32_t argument, Arrival arrival) const {
    arrival.size = factor.size;
    if (factor.event.empty()) return arrival.elementwise();
    const std::size_t each = factor.event[argument];
    if (factor.size == 1 || each == arrival.input_size || arrival.from.is_all()) return arrival.everywhere();
    if (each == 1) return arrival.from;
    std::vector<std::uint32_t> event(arrival.input_size);
    for (std::size_t i = 0; i < event.size(); ++i) event[i] = static_cast<std::uint32_t>(i / each);
    return arrival.from.image(event, factor.size, m_);
  }

  NodeStep step(NodeId v) {
    NodeStep step{v, marks_[v].rows, tables_.of(v), {}};
    const auto* linear = model_.node(v).as<LinearNode>();
    if (!linear || step.direct) return step;
    auto& inputs = marks_[v].inputs;
    std::sort(inputs.begin(), inputs.end());
    for (std::uint32_t i : inputs) step.moving.push_back({i, marks_[linear->terms[i].source].rows});
    return step;
  }

  void add_indexes(NodeId v, ParameterPlan& plan) const {
    for (std::uint32_t i : indexes_of_[v]) plan.indexes.push_back({i, v, marks_[v].rows});
  }

  bool moves(NodeId v) const { return !marks_[v].rows.empty(); }

  FactorMode mode(std::size_t f) const {
    const Factor& factor = model_.factors()[f];
    if (!factor.stats) return FactorMode::rows;
    for (int k = 0; k < factor.distribution->stats_elements; ++k)
      if (moves(factor.args[static_cast<std::size_t>(k)])) return FactorMode::rows;
    return FactorMode::stats;
  }

  std::optional<FusedStep> fuse(NodeId v) const {
    const auto& linear = *model_.node(v).as<LinearNode>();
    const LinearTerm& moving = linear.terms[marks_[v].inputs[0]];
    if (marks_[v].inputs.size() != 1 || !marks_[moving.source].rows.is_self()) return std::nullopt;
    FusedStep step{v, moving.source, moving.columns, {}, 0, 0, false, false, marks_[v].rows};
    for (NodeId at = v;;) {
      const Readers readers = model_.readers(at);
      if (readers.size() != 1) return std::nullopt;
      if (readers.nodes.empty()) {
        const auto [f, argument] = readers.factors[0];
        const Factor& factor = model_.factors()[f];
        if (factor_marks_[f].inputs.size() != 1 || factor.stats || !factor.event.empty() ||
            factor.size != model_.node(v).size)
          return std::nullopt;
        step.factor = f;
        step.argument = static_cast<int>(argument);
        step.location = factor.distribution->location == step.argument;
        // A location wants no relative precision, and a dense one has fast loops that add the change.
        step.direct = linear.terms.size() == 1 && one_entry_per_row(model_, linear) &&
                      !(step.location && step.columns->dense());
        return step;
      }
      const NodeId next = readers.nodes[0].node;
      if (!model_.node(next).as<MapNode>() || model_.node(next).size != model_.node(v).size ||
          marks_[next].inputs.size() != 1)
        return std::nullopt;
      step.maps.push_back(next);
      at = next;
    }
  }

  const Model& model_;
  RowTables tables_;
  std::size_t m_ = 0;
  std::vector<Mark> marks_, factor_marks_;
  std::vector<NodeId> nodes_;                           ///< reached cached nodes, ascending
  std::vector<std::size_t> factors_;                    ///< reached factors, ascending
  std::vector<std::vector<std::uint32_t>> indexes_of_;  ///< by node
  std::size_t steps_ = 0;
};

}  // namespace

std::shared_ptr<const LinearRows> linear_rows(const Model& model, NodeId v) {
  const auto& linear = *model.node(v).as<LinearNode>();
  return std::make_shared<LinearRows>(rows_of(linear, model.node(v).size, model.offsets()));
}

Plan::Plan(const Model& model)
    : index_(model.nodes().size(), 0), keeps_location_sum_(model.factors().size(), false) {
  Planner planner(model);
  for (NodeId p : model.parameters()) {
    index_[p] = plans_.size();
    plans_.push_back(planner.run(p));
    for (const auto& c : plans_.back().fused)
      if (c.location) keeps_location_sum_[c.factor] = true;
  }
  steps_ = planner.steps();
}

void Plan::leave_out(NodeId parameter, std::size_t factor) {
  auto& plan = plans_[index_[parameter]];
  std::erase_if(plan.factors, [&](const FactorStep& s) { return s.factor == factor; });
}

std::size_t Plan::rows_per_evaluation(Coordinate c) const {
  const ParameterPlan& plan = of(c.parameter);
  std::size_t rows = 0;
  for (const auto& s : plan.nodes) rows += s.rows.rows(c.k).count;
  for (const auto& s : plan.factors) rows += s.mode == FactorMode::stats ? 1 : s.rows.rows(c.k).count;
  for (const auto& s : plan.fused) rows += s.rows.rows(c.k).count * (1 + s.maps.size());
  return rows;
}

}  // namespace cggibbs
