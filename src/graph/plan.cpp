// Deriving what a move touches from the graph, and fusing linear -> maps -> factor.
#include "graph/plan.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace cggibbs {
namespace {

/// Element -> segments that contain it, as (start, target).
std::pair<std::vector<std::size_t>, std::vector<std::uint32_t>> segments_of(const ReduceNode& reduce,
                                                                            std::size_t n) {
  std::vector<std::size_t> start(n + 1, 0);
  for (auto i : reduce.member) ++start[i + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<std::uint32_t> target(reduce.member.size());
  std::vector<std::size_t> next(start.begin(), start.end() - 1);
  for (std::size_t s = 0; s + 1 < reduce.start.size(); ++s)
    for (std::size_t t = reduce.start[s]; t < reduce.start[s + 1]; ++t)
      target[next[reduce.member[t]]++] = static_cast<std::uint32_t>(s);
  return {std::move(start), std::move(target)};
}

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
    if (!seen_[v] && one_entry_per_row(model_, *linear)) rows_[v] = make(model_.node(v).size, *linear);
    seen_[v] = true;
    return rows_[v];
  }

 private:
  std::shared_ptr<const LinearRows> make(std::size_t n, const LinearNode& linear) const {
    auto out = std::make_shared<LinearRows>();
    out->terms = linear.terms.size();
    out->entries.resize(n * out->terms);
    for (std::size_t k = 0; k < out->terms; ++k) {
      const LinearTerm& term = linear.terms[k];
      for (std::size_t r = 0; r < n; ++r)
        out->entries[r * out->terms + k] = {model_.offset(term.source), 0.0};
      for (std::size_t j = 0; j < term.columns->cols(); ++j) {
        const ColumnView c = term.columns->col(j);
        for (std::size_t t = 0; t < c.count; ++t)
          out->entries[c.row(t) * out->terms + k] = {model_.offset(term.source) + j, c.value(t)};
      }
    }
    return out;
  }

  const Model& model_;
  std::vector<bool> seen_;
  std::vector<std::shared_ptr<const LinearRows>> rows_;
};

class Planner {
 public:
  Planner(const Model& model, NodeId parameter, RowTables& tables)
      : model_(model),
        parameter_(parameter),
        tables_(tables),
        m_(model.node(parameter).size),
        touch_(model.nodes().size(), TouchSet::none()),
        fused_(model.nodes().size(), false) {}

  ParameterPlan run() {
    touch_[parameter_] = TouchSet::self();
    for (NodeId v : model_.cached())
      if (v > parameter_) touch_[v] = touched(model_.node(v));
    for (const auto& f : model_.factors()) factor_rows_.push_back(elementwise(f.args, f.size));

    ParameterPlan plan{parameter_, {}, {}, {}};
    std::vector<bool> factor_fused(model_.factors().size(), false);
    for (NodeId v : model_.cached())
      if (!touch_[v].empty() && model_.node(v).as<LinearNode>())
        if (auto chain = fuse(v)) {
          factor_fused[chain->factor] = true;
          fused_[v] = true;
          for (NodeId u : chain->maps) fused_[u] = true;
          plan.chains.push_back(std::move(*chain));
        }
    for (NodeId v : model_.cached())
      if (!touch_[v].empty() && !fused_[v]) plan.nodes.push_back({v, touch_[v], tables_.of(v)});
    for (std::size_t f = 0; f < model_.factors().size(); ++f)
      if (!factor_rows_[f].empty() && !factor_fused[f]) plan.factors.push_back({f, factor_rows_[f], mode(f)});
    return plan;
  }

 private:
  TouchSet touched(const Node& node) const {
    if (const auto* l = node.as<LinearNode>()) {
      TouchSet out = TouchSet::none();
      for (const auto& t : l->terms) out = TouchSet::merge(out, touch_[t.source].through(t.columns, m_), m_);
      return out;
    }
    if (const auto* map = node.as<MapNode>()) return elementwise(map->inputs, node.size);
    const auto& reduce = *node.as<ReduceNode>();
    const TouchSet& in = touch_[reduce.input];
    if (in.empty()) return in;
    if (in.is_all() || node.size == 1) return TouchSet::all(node.size);
    const auto [start, target] = segments_of(reduce, model_.node(reduce.input).size);
    return in.image(start, target, m_);
  }

  TouchSet elementwise(const std::vector<NodeId>& inputs, std::size_t n) const {
    TouchSet out = TouchSet::none();
    for (NodeId i : inputs) {
      if (touch_[i].empty()) continue;
      const bool spreads = model_.node(i).size == 1 && n > 1;
      out = TouchSet::merge(out, spreads ? TouchSet::all(n) : touch_[i], m_);
    }
    return out;
  }

  bool moves(NodeId v) const { return !touch_[v].empty(); }

  FactorMode mode(std::size_t f) const {
    const Factor& factor = model_.factors()[f];
    if (!factor.stats) return FactorMode::rows;
    for (int k = 0; k < factor.distribution->stats_elements; ++k)
      if (moves(factor.args[static_cast<std::size_t>(k)])) return FactorMode::rows;
    return FactorMode::stats;
  }

  /// The one place that reads v, or nothing when there are several.
  struct Reader {
    NodeId node = 0;
    std::optional<std::size_t> factor;
    int argument = 0;
  };
  std::optional<Reader> only_reader(NodeId v) const {
    std::vector<Reader> readers;
    for (NodeId u : model_.cached())
      for_each_input(model_.node(u), [&](NodeId i) {
        if (i == v) readers.push_back({u, {}, 0});
      });
    for (std::size_t f = 0; f < model_.factors().size(); ++f)
      for (std::size_t k = 0; k < model_.factors()[f].args.size(); ++k)
        if (model_.factors()[f].args[k] == v) readers.push_back({0, f, static_cast<int>(k)});
    if (readers.size() != 1) return std::nullopt;
    return readers[0];
  }

  std::optional<ChainStep> fuse(NodeId v) const {
    const auto& linear = *model_.node(v).as<LinearNode>();
    const LinearTerm* moving = nullptr;
    for (const auto& t : linear.terms) {
      if (!moves(t.source)) continue;
      if (moving || !touch_[t.source].is_self()) return std::nullopt;
      moving = &t;
    }
    ChainStep chain{v, moving->source, moving->columns, {}, 0, 0, false, false, touch_[v]};
    for (NodeId at = v;;) {
      const auto reader = only_reader(at);
      if (!reader) return std::nullopt;
      if (reader->factor) {
        const Factor& factor = model_.factors()[*reader->factor];
        const auto moving_args =
            std::count_if(factor.args.begin(), factor.args.end(), [&](NodeId a) { return moves(a); });
        if (moving_args != 1 || factor.stats || factor.size != model_.node(v).size) return std::nullopt;
        chain.factor = *reader->factor;
        chain.argument = reader->argument;
        chain.location = factor.distribution->location == reader->argument;
        // A location wants no relative precision, and a dense one has fast loops that add the change.
        chain.direct = linear.terms.size() == 1 && one_entry_per_row(model_, linear) &&
                       !(chain.location && chain.columns->dense());
        return chain;
      }
      const Node& next = model_.node(reader->node);
      const auto* map = next.as<MapNode>();
      if (!map || next.size != model_.node(v).size) return std::nullopt;
      for (NodeId i : map->inputs)
        if (i != at && moves(i)) return std::nullopt;
      chain.maps.push_back(reader->node);
      at = reader->node;
    }
  }

  const Model& model_;
  NodeId parameter_;
  RowTables& tables_;
  std::size_t m_;
  std::vector<TouchSet> touch_;
  std::vector<bool> fused_;
  std::vector<TouchSet> factor_rows_;
};

}  // namespace

Plan::Plan(const Model& model)
    : index_(model.nodes().size(), 0), keeps_location_sum_(model.factors().size(), false) {
  RowTables tables(model);
  for (NodeId p : model.parameters()) {
    index_[p] = plans_.size();
    plans_.push_back(Planner(model, p, tables).run());
    for (const auto& c : plans_.back().chains)
      if (c.location) keeps_location_sum_[c.factor] = true;
  }
}

std::size_t Plan::rows_per_evaluation(Coordinate c) const {
  const ParameterPlan& plan = of(c.parameter);
  std::size_t rows = 0;
  for (const auto& s : plan.nodes) rows += s.rows.rows(c.k).count;
  for (const auto& s : plan.factors) rows += s.mode == FactorMode::stats ? 1 : s.rows.rows(c.k).count;
  for (const auto& s : plan.chains) rows += s.rows.rows(c.k).count * (1 + s.maps.size());
  return rows;
}

}  // namespace cggibbs
