// The atoms that labels pick, their priors in order, and what the priors share.
#include "graph/find_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <set>
#include <string>
#include <utility>

#include "distributions/event.hpp"
#include "graph/label_elements.hpp"

namespace cggibbs {
namespace {

class Finder {
 public:
  Finder(const Model& model, NodeId z, std::size_t factor)
      : model_(model), elements_(label_elements(model, z, factor)) {
    out_.z = z;
    out_.factor = factor;
    out_.alpha = model.factors()[factor].args[1];
    out_.size = model.node(z).size;
  }

  DirichletLabels run() {
    for (const auto& [v, labels] : elements_.nodes)
      if (model_.node(v).as<ParameterNode>()) out_.atoms.push_back(atoms_of(v, labels));
    order_atoms();
    for (const auto& [f, labels] : elements_.factors) add_prior(f, labels);
    check_drawable();
    find_shared();
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(NodeId v, const std::string& why) const { refuse_labels(model_, out_.z, v, why); }

  /// Places of each label in turn.
  static std::vector<std::uint32_t> by_label(const Labels& labels) {
    std::vector<std::uint32_t> places(labels.size());
    for (std::uint32_t i = 0; i < places.size(); ++i) places[i] = i;
    std::stable_sort(places.begin(), places.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return labels[a] < labels[b]; });
    return places;
  }

  /// As many places for each label.
  bool are_even(const Labels& labels) const {
    std::vector<std::size_t> places(out_.size);
    for (const auto k : labels) ++places[k];
    return std::all_of(places.begin(), places.end(), [&](std::size_t n) { return n == places[0] && n > 0; });
  }

  Atoms atoms_of(NodeId v, const Labels& labels) const {
    const auto& p = *model_.node(v).as<ParameterNode>();
    if (p.support == SupportKind::integer || p.support == SupportKind::ordered)
      fail(v, "has whole or ordered numbers as atoms, which this process does not move");
    if (!are_even(labels)) fail(v, "has another number of elements for some labels than for others");
    return {v, labels.size() / out_.size, by_label(labels)};
  }

  /// What a is computed from is the same for all labels.
  bool is_even_handed(NodeId a, const std::vector<std::uint32_t>& places) const {
    const Node& node = model_.node(a);
    const std::size_t each = places.size() / out_.size;
    const auto same = [&](const auto& at) {
      for (std::size_t i = each; i < places.size(); ++i)
        if (at(places[i]) != at(places[i - each])) return false;
      return true;
    };
    if (const auto* data = node.as<DataNode>()) return same([&](std::uint32_t e) { return data->values[e]; });
    if (const auto* map = node.as<MapNode>())
      return std::all_of(map->inputs.begin(), map->inputs.end(), [&](NodeId i) {
        return model_.node(i).size == 1 || (!elements_.nodes.contains(i) && is_even_handed(i, places));
      });
    const auto* linear = node.as<LinearNode>();
    if (!linear || !same([&](std::uint32_t e) { return offset_at(*linear, e); })) return false;
    return std::all_of(linear->terms.begin(), linear->terms.end(), [&](const LinearTerm& term) {
      std::vector<std::vector<std::pair<std::size_t, double>>> entries(node.size);
      for (std::size_t j = 0; j < term.columns->cols(); ++j) {
        const ColumnView c = term.columns->col(j);
        for (std::size_t t = 0; t < c.count; ++t) entries[c.row(t)].emplace_back(j, c.value(t));
      }
      return same([&](std::uint32_t e) -> const auto& { return entries[e]; });
    });
  }

  void add_prior(std::size_t f, const Labels& labels) {
    const Factor& factor = model_.factors()[f];
    if (!are_even(labels))
      fail(out_.z,
           fmt::format("has atoms of which {} reads those of some labels only", factor.distribution->name));
    for (std::size_t k = 0; k < factor.args.size(); ++k) {
      const NodeId a = factor.args[k];
      const std::size_t each = factor.event.empty() ? 1 : factor.event[k];
      if (elements_.nodes.contains(a) || model_.node(a).size == each) continue;
      std::vector<std::uint32_t> places;  // by label: elements of this argument
      for (const auto row : by_label(labels))
        for (std::size_t e = 0; e < each; ++e) places.push_back(static_cast<std::uint32_t>(row * each + e));
      if (!is_even_handed(a, places))
        fail(factor.args[0], fmt::format("has priors ({}) that differ by label", factor.distribution->name));
    }
    out_.priors.push_back({f, labels.size() / out_.size, by_label(labels)});
  }

  /// A prior reads atoms that come before its own.
  void order_atoms() {
    const auto reads = [&](NodeId reader, NodeId read) {
      for (const auto& [f, labels] : elements_.factors) {
        const Factor& factor = model_.factors()[f];
        if (factor.args[0] == reader && behind_contains({factor.args.begin() + 1, factor.args.end()}, read))
          return true;
      }
      return false;
    };
    std::vector<Atoms> rest = std::move(out_.atoms);
    out_.atoms.clear();
    while (!rest.empty()) {
      auto next = std::find_if(rest.begin(), rest.end(), [&](const Atoms& a) {
        return std::none_of(rest.begin(), rest.end(), [&](const Atoms& b) {
          return b.parameter != a.parameter && reads(a.parameter, b.parameter);
        });
      });
      if (next == rest.end()) next = rest.begin();  // they read each other: no order, and not drawable either
      out_.atoms.push_back(std::move(*next));
      rest.erase(next);
    }
  }

  std::set<NodeId> behind(std::vector<NodeId> open) const {
    std::set<NodeId> seen;
    while (!open.empty()) {
      const NodeId v = open.back();
      open.pop_back();
      if (!seen.insert(v).second) continue;
      for_each_input(model_.node(v), [&](NodeId i) { open.push_back(i); });
    }
    return seen;
  }
  bool behind_contains(const std::vector<NodeId>& open, NodeId v) const { return behind(open).contains(v); }

  /// What no z[i] has is to be drawn from its prior.
  void check_drawable() const {
    std::set<NodeId> known;
    for (const auto& atoms : out_.atoms) {
      std::size_t own = 0;
      for (const auto& prior : out_.priors) {
        const Factor& factor = model_.factors()[prior.factor];
        if (factor.args[0] != atoms.parameter) continue;
        ++own;
        bool drawable = factor.event.empty();
        for (NodeId v : behind({factor.args.begin() + 1, factor.args.end()}))
          drawable = drawable && (!is_atom(v) || known.contains(v));
        if (!drawable)
          fail(atoms.parameter,
               fmt::format("has a prior ({}) that atoms cannot be drawn from one after the other: give "
                           "single numbers priors of their own",
                           factor.distribution->name));
      }
      if (own != 1) fail(atoms.parameter, "has no prior, or several");
      known.insert(atoms.parameter);
    }
    for (const auto& prior : out_.priors)
      if (const Factor& factor = model_.factors()[prior.factor]; !is_atom(factor.args[0]))
        fail(
            out_.z,
            fmt::format("has atoms that {} reads, which is no prior of one of them: bounds and other uses of "
                        "atoms must be known before sampling",
                        factor.distribution->name));
  }

  bool is_atom(NodeId v) const {
    return std::any_of(out_.atoms.begin(), out_.atoms.end(),
                       [&](const Atoms& a) { return a.parameter == v; });
  }

  /// A truncated prior with bounds that move counts its correction for all labels at once.
  bool corrects_truncation(NodeId p) const {
    std::set<NodeId> seen;
    std::vector<NodeId> open{p};
    while (!open.empty()) {
      const NodeId v = open.back();
      open.pop_back();
      if (!seen.insert(v).second) continue;
      for (const auto& r : model_.readers(v).nodes) open.push_back(r.node);
      for (const auto& r : model_.readers(v).factors)
        if (model_.factors()[r.factor].distribution->name == "increment") return true;
    }
    return false;
  }

  void find_shared() {
    std::vector<NodeId> args;
    for (const auto& prior : out_.priors) {
      const auto& a = model_.factors()[prior.factor].args;
      args.insert(args.end(), a.begin(), a.end());
    }
    for (NodeId v : behind(args)) {
      const auto* p = model_.node(v).as<ParameterNode>();
      if (!p || is_atom(v)) continue;
      if (p->support == SupportKind::integer || p->support == SupportKind::ordered) continue;
      if (!corrects_truncation(v)) out_.shared.push_back(v);
    }
  }

  const Model& model_;
  LabelledElements elements_;
  DirichletLabels out_;
};

}  // namespace

std::vector<DirichletLabels> find_labels(const Model& model) {
  static const Distribution* const process = find_event_distribution("chinese_restaurant");
  std::vector<DirichletLabels> out;
  for (std::size_t f = 0; f < model.factors().size(); ++f) {
    const Factor& factor = model.factors()[f];
    if (factor.distribution != process || model.is_data(factor.args[0])) continue;
    if (factor.size != 1 || !model.node(factor.args[0]).as<ParameterNode>())
      throw Error("the labels of a Dirichlet process are one vector of whole numbers, sampled as a whole.");
    if (model.node(factor.args[0]).size < 2)
      throw Error("a Dirichlet process needs two labels or more: with one there is one atom.");
    out.push_back(Finder(model, factor.args[0], f).run());
  }
  return out;
}

}  // namespace cggibbs
