// From the gathers that z indexes back to what they pick from, and from there on to whoever reads that.
#include "graph/label_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <set>
#include <utility>

#include "base/special.hpp"

namespace cggibbs {
namespace {

class Labeller {
 public:
  Labeller(const Model& model, NodeId z, std::size_t factor)
      : model_(model), z_(z), factor_(factor), size_(model.node(z).size) {}

  LabelledElements run() {
    find_indexes();
    std::map<NodeId, Labels> sources;
    for (NodeId v : model_.cached())
      if (const auto* gather = model_.node(v).as<GatherNode>())
        if (const auto found = indexes_.find(gather->index); found != indexes_.end())
          add_labels(*gather, found->second, sources[gather->source]);
    for (const auto& [v, labels] : sources) back(v, labels);
    for (const auto& [v, labels] : out_.nodes)
      if (model_.node(v).as<ParameterNode>() &&
          std::find(labels.begin(), labels.end(), no_label) != labels.end())
        fail(v, fmt::format("has elements that no label picks: declare as many as there are labels ({})",
                            size_));
    while (!open_.empty()) {
      const NodeId v = *open_.begin();
      open_.erase(open_.begin());
      follow(v);
    }
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(NodeId v, const std::string& why) const { refuse_labels(model_, z_, v, why); }

  /// An index in row i: scale * z + one of `shifts`.
  struct Index {
    double scale = 1;
    std::set<double> shifts{0};
  };

  /// z itself, and sums of it with constants.
  void find_indexes() {
    indexes_[z_] = {};
    for (const auto& [u, input] : model_.readers(z_).nodes) {
      const Node& node = model_.node(u);
      if (node.as<GatherNode>()) {
        if (input == 0) fail(z_, "is itself picked by an index");
        continue;
      }
      const auto* linear = node.as<LinearNode>();
      if (!linear || linear->terms.size() != 1 || !linear->terms[0].columns->one_entry_per_row())
        fail(z_, "is computed with: atoms are read as mu[z[i]], and nothing else reads z");
      Index index{nan, {}};
      const Columns& columns = *linear->terms[0].columns;
      for (std::size_t j = 0; j < columns.cols(); ++j) {
        const ColumnView c = columns.col(j);
        for (std::size_t t = 0; t < c.count; ++t) {
          if (std::isnan(index.scale)) index.scale = c.value(t);
          if (c.value(t) != index.scale) fail(z_, "is multiplied by different numbers");
          index.shifts.insert(offset_at(*linear, c.row(t)));
        }
      }
      indexes_[u] = index;
    }
    for (const auto& [f, argument] : model_.readers(z_).factors)
      if (f != factor_) fail(z_, fmt::format("is read by {}", model_.factors()[f].distribution->name));
  }

  void add_labels(const GatherNode& gather, const Index& index, Labels& labels) const {
    const std::size_t size = model_.node(gather.source).size;
    labels.resize(size, no_label);
    for (const double shift : index.shifts)
      for (std::uint32_t k = 0; k < size_; ++k) {
        const double at = index.scale * static_cast<double>(k + 1) + shift - gather.first;
        if (!(at >= 0 && at < static_cast<double>(size)))
          fail(gather.source,
               fmt::format("has no atom for label {}: declare as many as there are labels ({})", k + 1,
                           size_));
        auto& label = labels[static_cast<std::size_t>(at)];
        if (label != no_label && label != k) fail(gather.source, "is picked in different orders");
        label = k;
      }
  }

  /// The elements of v belong to these labels; so does what they are computed from.
  void back(NodeId v, const Labels& labels) {
    Labels& have = out_.nodes[v];
    have.resize(labels.size(), no_label);
    bool more = false;
    for (std::size_t e = 0; e < labels.size(); ++e) {
      if (labels[e] == no_label || labels[e] == have[e]) continue;
      if (have[e] != no_label) fail(v, "is picked in different orders");
      have[e] = labels[e];
      more = true;
    }
    if (!more) return;
    open_.insert(v);
    const Node& node = model_.node(v);
    if (const auto* data = node.as<DataNode>()) {
      for (double x : data->values)
        if (x != data->values[0]) fail(v, "has numbers that differ by label, from which atoms are computed");
    } else if (const auto* map = node.as<MapNode>()) {
      for (NodeId i : map->inputs)
        if (model_.node(i).size == node.size) back(i, labels);
    } else if (const auto* linear = node.as<LinearNode>()) {
      for (double x : linear->offset)
        if (x != linear->offset[0]) fail(v, "is computed from constants that differ by label");
      for (const auto& term : linear->terms) back_through(v, term, labels);
    } else if (!node.as<ParameterNode>()) {
      fail(v, "is computed in a way that does not go label by label");
    }
  }

  void back_through(NodeId v, const LinearTerm& term, const Labels& labels) {
    Labels from(term.columns->cols(), no_label);
    std::size_t shared = 0;
    double first = nan;
    for (std::size_t j = 0; j < from.size(); ++j) {
      const ColumnView c = term.columns->col(j);
      bool several = false;
      for (std::size_t t = 0; t < c.count; ++t) {
        if (std::isnan(first)) first = c.value(t);
        if (c.value(t) != first) fail(v, "is computed with constants that differ by label");
        const auto label = labels[c.row(t)];
        if (label == no_label) continue;
        several = several || (from[j] != no_label && from[j] != label);
        from[j] = label;
      }
      shared += several;
    }
    if (shared == 0) return back(term.source, from);
    const auto read = static_cast<std::size_t>(
        std::count_if(from.begin(), from.end(), [](std::uint32_t label) { return label != no_label; }));
    if (shared < read) fail(v, "is computed from elements of which some are shared by labels");
  }

  /// Whoever reads v must do so label by label.
  void follow(NodeId v) {
    const Labels labels = out_.nodes.at(v);
    if (model_.is_data(v)) return;
    const std::size_t size = model_.node(v).size;
    for (const auto& [u, input] : model_.readers(v).nodes) {
      const Node& node = model_.node(u);
      if (const auto* gather = node.as<GatherNode>()) {
        if (input != 0 || !indexes_.contains(gather->index)) fail(v, "is read by another index than this");
      } else if (node.as<MapNode>() && node.size == size) {
        add_forward(v, u, labels);
      } else if (const auto* linear = node.as<LinearNode>()) {
        forward_through(v, u, *linear, labels);
      } else {
        fail(v, "is read otherwise than by label");
      }
    }
    for (const auto& [f, argument] : model_.readers(v).factors) {
      const Factor& factor = model_.factors()[f];
      const std::size_t each = factor.event.empty() ? 1 : factor.event[argument];
      Labels rows(factor.size, no_label);
      const bool fits = size == factor.size * each && factor.weights.empty();
      for (std::size_t e = 0; fits && e < size; ++e) {
        auto& row = rows[e / each];
        if (row != no_label && row != labels[e]) fail(v, "has vectors with elements of several labels");
        row = labels[e];
      }
      const auto [at, fresh] = out_.factors.emplace(f, rows);
      if (!fits || at->second != rows)
        fail(v, fmt::format("is read otherwise than by label (by {})", factor.distribution->name));
    }
  }

  void forward_through(NodeId v, NodeId u, const LinearNode& linear, const Labels& labels) {
    Labels to(model_.node(u).size, no_label);
    for (const auto& term : linear.terms) {
      if (term.source != v) continue;
      double first = nan;
      for (std::size_t j = 0; j < term.columns->cols(); ++j) {
        const ColumnView c = term.columns->col(j);
        for (std::size_t t = 0; t < c.count && labels[j] != no_label; ++t) {
          if (std::isnan(first)) first = c.value(t);
          if (c.value(t) != first) fail(v, "is computed with constants that differ by label");
          auto& label = to[c.row(t)];
          if (label != no_label && label != labels[j]) fail(v, "is summed over labels");
          label = labels[j];
        }
      }
    }
    for (double x : linear.offset)
      if (x != linear.offset[0]) fail(v, "is computed with constants that differ by label");
    add_forward(v, u, to);
  }

  /// What u was known to be, by those who pick from it, and what it turns out to be agree.
  void add_forward(NodeId v, NodeId u, const Labels& to) {
    const auto [at, fresh] = out_.nodes.emplace(u, to);
    if (fresh) open_.insert(u);
    for (std::size_t e = 0; e < to.size(); ++e) {
      if (at->second[e] == no_label) at->second[e] = to[e];
      if (to[e] != no_label && at->second[e] != to[e]) fail(v, "is computed with elements of other labels");
    }
  }

  const Model& model_;
  NodeId z_;
  std::size_t factor_, size_;
  LabelledElements out_;
  std::map<NodeId, Index> indexes_;
  std::set<NodeId> open_;
};

}  // namespace

LabelledElements label_elements(const Model& model, NodeId z, std::size_t factor) {
  return Labeller(model, z, factor).run();
}

void refuse_labels(const Model& model, NodeId z, NodeId v, const std::string& why) {
  const std::string& name = model.node(v).name;
  throw Error(fmt::format("the labels '{}' of a Dirichlet process are only names, but {} {}.",
                          model.node(z).name,
                          name.empty() ? "an array without a name" : fmt::format("'{}'", name), why));
}

}  // namespace cggibbs
