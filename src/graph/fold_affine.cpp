// Affine folding: every expression that is affine in earlier nodes becomes one linear node.
#include <optional>

#include "graph/evaluate.hpp"
#include "graph/passes.hpp"

namespace cggibbs {
namespace {

/// offset + sum of columns * source, of a known length. Null columns stand for the identity.
struct Form {
  std::size_t size = 1;
  std::vector<double> offset;  ///< empty: zero
  std::vector<LinearTerm> terms;

  bool constant() const { return terms.empty(); }
};

class Folder {
 public:
  explicit Folder(Draft& draft) : draft_(draft), forms_(draft.nodes.size()), readers_(draft.nodes.size(), 0) {
    for (const auto& node : draft.nodes) for_each_input(node, [&](NodeId i) { ++readers_[i]; });
    for (const auto& f : draft.factors)
      for (NodeId a : f.args) ++readers_[a];
  }

  void run() {
    for (NodeId v = 0; v < draft_.nodes.size(); ++v) {
      Node& node = draft_.nodes[v];
      if (node.as<ParameterNode>() || node.as<DataNode>()) continue;
      if (auto form = fold(node)) {
        if (form->constant()) {
          if (form->offset.empty()) form->offset.assign(form->size, 0.0);
          node.body = DataNode{std::move(form->offset)};
        } else {
          node.body = linear_node(*form);
          forms_[v] = std::move(form);
        }
      } else if (reads_only_constants(node)) {
        node.body = DataNode{evaluate_constant(draft_, node)};
      }
    }
  }

 private:
  /// The form of a node as an input: its own folded form, a constant, or the node itself as an atom.
  Form form_of(NodeId v) const {
    const Node& node = draft_.nodes[v];
    if (const auto* d = node.as<DataNode>()) return {node.size, d->values, {}};
    if (forms_[v]) return *forms_[v];
    return atom(v);
  }
  Form atom(NodeId v) const { return {draft_.nodes[v].size, {}, {{v, nullptr}}}; }

  std::optional<Form> fold(const Node& node) const {
    if (const auto* l = node.as<LinearNode>()) return fold_linear(node, *l);
    if (const auto* m = node.as<MapNode>()) return fold_map(node, *m);
    if (const auto* r = node.as<ReduceNode>(); r && r->op == ReduceOp::sum) return fold_sum(node, *r);
    return std::nullopt;
  }

  Form fold_linear(const Node& node, const LinearNode& linear) const {
    Form out{node.size, linear.offset, {}};
    for (const auto& t : linear.terms) accumulate(out, apply_columns(t.columns, t.source));
    return out;
  }

  std::optional<Form> fold_map(const Node& node, const MapNode& map) const {
    switch (map.op) {
      case MapOp::add:
      case MapOp::subtract: {
        Form out = stretched(map.inputs[0], node.size);
        Form right = stretched(map.inputs[1], node.size);
        if (map.op == MapOp::subtract) right = scaled(right, {-1.0});
        accumulate(out, right);
        return out;
      }
      case MapOp::negate:
        return scaled(form_of(map.inputs[0]), {-1.0});
      case MapOp::multiply:
        for (int side : {0, 1})
          if (const auto* d = draft_.nodes[map.inputs[side]].as<DataNode>())
            return scaled(stretched(map.inputs[1 - side], node.size), d->values);
        return std::nullopt;
      case MapOp::divide:
        if (const auto* d = draft_.nodes[map.inputs[1]].as<DataNode>()) {
          std::vector<double> inverse = d->values;
          for (double& x : inverse) x = 1 / x;
          return scaled(stretched(map.inputs[0], node.size), inverse);
        }
        return std::nullopt;
      default:
        return std::nullopt;
    }
  }

  Form fold_sum(const Node& node, const ReduceNode& reduce) const {
    SparseMatrix m{node.size, draft_.nodes[reduce.input].size, {}, {}, {}};
    // Built by segments (rows), then turned to columns: entry (s, member) for each member of segment s.
    std::vector<std::vector<std::uint32_t>> column(m.cols);
    for (std::size_t s = 0; s < node.size; ++s)
      for (std::size_t t = reduce.start[s]; t < reduce.start[s + 1]; ++t)
        column[reduce.member[t]].push_back(static_cast<std::uint32_t>(s));
    m.start.push_back(0);
    for (const auto& c : column) {
      for (auto s : c) {
        // A segment that lists a member twice counts it twice.
        if (m.row.size() > m.start.back() && m.row.back() == s) {
          m.values.back() += 1;
        } else {
          m.row.push_back(s);
          m.values.push_back(1);
        }
      }
      m.start.push_back(m.row.size());
    }
    return apply_columns(Columns::from(std::move(m)), reduce.input);
  }

  /// A * source, folded through the source's own form where that stays small.
  Form apply_columns(const ColumnsPtr& a, NodeId source) const {
    Form inner = form_of(source);
    Form out{a->rows(), {}, {}};
    for (auto& t : inner.terms) {
      ColumnsPtr product = t.columns ? compose(*a, *t.columns) : a;
      if (!product) return {a->rows(), {}, {{source, a}}};
      out.terms.push_back({t.source, product});
    }
    if (!inner.offset.empty()) {
      out.offset.assign(a->rows(), 0.0);
      for (std::size_t j = 0; j < a->cols(); ++j) {
        const ColumnView c = a->col(j);
        const double x = inner.offset[j];
        if (x == 0) continue;
        for (std::size_t t = 0; t < c.count; ++t) out.offset[c.row(t)] += c.value(t) * x;
      }
    }
    return out;
  }

  /// Folding through a sum that others read too copies its entries; a recursion x[t] = x[t-1] + e[t] would
  /// copy t of them at step t. Long sums with several readers stay nodes of their own.
  bool costly_to_copy(NodeId v) const {
    if (readers_[v] < 2 || !forms_[v]) return false;
    std::size_t entries = 0;
    for (const auto& t : forms_[v]->terms) entries += t.columns ? t.columns->entries() : forms_[v]->size;
    return entries > 32 * forms_[v]->size;
  }

  /// The form of v at length n: scalars are given to every row.
  Form stretched(NodeId v, std::size_t n) const {
    if (draft_.nodes[v].size == n) return costly_to_copy(v) ? atom(v) : form_of(v);
    return apply_columns(Columns::broadcast(n), v);
  }

  Form scaled(Form form, const std::vector<double>& factor) const {
    const auto at = [&](std::size_t i) { return factor.size() == 1 ? factor[0] : factor[i]; };
    for (std::size_t i = 0; i < form.offset.size(); ++i) form.offset[i] *= at(i);
    for (auto& t : form.terms)
      t.columns = scale_rows(t.columns ? *t.columns : *Columns::identity(form.size), factor);
    return form;
  }

  /// out += more
  void accumulate(Form& out, const Form& more) const {
    if (!more.offset.empty()) {
      if (out.offset.empty()) out.offset.assign(out.size, 0.0);
      for (std::size_t i = 0; i < out.size; ++i) out.offset[i] += more.offset[i];
    }
    for (const auto& t : more.terms) {
      bool merged = false;
      for (auto& mine : out.terms) {
        if (mine.source != t.source) continue;
        const auto identity = [&] { return Columns::identity(out.size); };
        const ColumnsPtr a = mine.columns ? mine.columns : identity();
        const ColumnsPtr b = t.columns ? t.columns : identity();
        mine.columns = add(*a, *b);
        merged = true;
        break;
      }
      if (!merged) out.terms.push_back(t);
    }
  }

  static LinearNode linear_node(const Form& form) {
    LinearNode node{form.offset, form.terms};
    for (auto& t : node.terms)
      if (!t.columns) t.columns = Columns::identity(form.size);
    return node;
  }

  bool reads_only_constants(const Node& node) const {
    bool all = true;
    for_each_input(node, [&](NodeId i) { all = all && draft_.nodes[i].as<DataNode>(); });
    return all;
  }

  Draft& draft_;
  std::vector<std::optional<Form>> forms_;
  std::vector<std::size_t> readers_;
};

}  // namespace

void fold_affine(Draft& draft) {
  Folder(draft).run();
}

}  // namespace cggibbs
