// Affine folding: every expression that is affine in earlier nodes becomes one linear node.
#include <numeric>
#include <optional>

#include "graph/passes.hpp"

namespace cggibbs {
namespace {

/// offset + sum of columns * source, of a known length. Null columns stand for the identity.
struct Form {
  std::size_t size = 1;
  std::vector<double> offset;  ///< empty: zero
  std::vector<LinearTerm> terms;
  std::size_t indexed = 0;  ///< when the folder indexed its terms; 0: never

  bool constant() const { return terms.empty(); }
};

/// Takes steps in proportion to the entries that folding writes: a sum that only one node reads is moved into it, not
/// copied, so that a loop of additions is linear in its length.
class Folder {
 public:
  explicit Folder(Draft& draft)
      : draft_(draft),
        forms_(draft.nodes.size()),
        readers_(draft.nodes.size(), 0),
        recorded_(draft.nodes.size(), false),
        place_(draft.nodes.size(), 0) {
    for (const auto& node : draft.nodes) for_each_input(node, [&](NodeId i) { ++readers_[i]; });
    for (const auto& f : draft.factors)
      for (NodeId a : f.args) ++readers_[a];
    for (const auto& o : draft.outputs) recorded_[o.node] = true;
  }

  std::size_t run() {
    for (NodeId v = 0; v < draft_.nodes.size(); ++v) {
      Node& node = draft_.nodes[v];
      if (node.as<ParameterNode>() || node.as<DataNode>()) continue;
      ++steps_;
      if (auto form = fold(node)) {
        if (form->constant()) {
          if (form->offset.empty()) form->offset.assign(form->size, 0.0);
          node.body = DataNode{std::move(form->offset)};
        } else {
          forms_[v] = std::move(form);
        }
      } else if (reads_only_constants(node)) {
        node.body = DataNode{evaluate_constant(node)};
      }
    }
    // A node whose form was moved into its only reader is needed no more: prune() drops it.
    for (NodeId v = 0; v < draft_.nodes.size(); ++v)
      if (forms_[v]) draft_.nodes[v].body = linear_node(*forms_[v]);
    return steps_;
  }

 private:
  /// The form of a node as an input: its own folded form, a constant, or the node itself as an atom.
  Form form_of(NodeId v) const {
    const Node& node = draft_.nodes[v];
    if (const auto* d = node.as<DataNode>()) return {node.size, d->values, {}};
    if (!forms_[v]) return atom(v);
    steps_ += forms_[v]->terms.size();
    Form copy = *forms_[v];
    copy.indexed = 0;
    return copy;
  }
  Form atom(NodeId v) const { return {draft_.nodes[v].size, {}, {{v, nullptr}}}; }

  /// form_of, for a reader that is certain to fold.
  Form take(NodeId v) {
    if (!forms_[v] || readers_[v] != 1 || recorded_[v]) return form_of(v);
    Form form = std::move(*forms_[v]);
    forms_[v].reset();
    return form;
  }

  std::optional<Form> fold(const Node& node) {
    return std::visit(ByKind{
                          [](const ParameterNode&) -> std::optional<Form> { return std::nullopt; },
                          [](const DataNode&) -> std::optional<Form> { return std::nullopt; },
                          [&](const LinearNode& l) -> std::optional<Form> { return fold_linear(node, l); },
                          [&](const MapNode& m) { return fold_map(node, m); },
                          [&](const ReduceNode& r) -> std::optional<Form> {
                            if (r.op != ReduceOp::sum) return std::nullopt;
                            return fold_sum(node, r);
                          },
                          [&](const GatherNode& g) { return fold_gather(node, g); },
                          [](const MatrixNode&) -> std::optional<Form> { return std::nullopt; },
                          [](const ProbabilityNode&) -> std::optional<Form> { return std::nullopt; },
                      },
                      node.body);
  }

  Form fold_linear(const Node& node, const LinearNode& linear) {
    Form out{node.size, linear.offset, {}};
    for (const auto& t : linear.terms) accumulate(out, apply_columns(t.columns, t.source));
    return out;
  }

  std::optional<Form> fold_map(const Node& node, const MapNode& map) {
    switch (map.op) {
      case MapOp::add:
      case MapOp::subtract: {
        Form out = stretched(map.inputs[0], node.size);
        Form right = stretched(map.inputs[1], node.size);
        if (map.op == MapOp::subtract) right = scaled(std::move(right), {-1.0});
        accumulate(out, right);
        return out;
      }
      case MapOp::negate:
        return scaled(take(map.inputs[0]), {-1.0});
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

  /// Each element of the input is in one segment.
  Form fold_sum(const Node& node, const ReduceNode& reduce) const {
    const std::size_t cols = draft_.nodes[reduce.input].size;
    SparseMatrix m{node.size, cols, std::vector<std::size_t>(cols + 1), reduce.segment,
                   std::vector<double>(cols, 1.0)};
    std::iota(m.start.begin(), m.start.end(), 0U);
    return apply_columns(Columns::from(std::move(m)), reduce.input);
  }

  /// An index of constants is a matrix with one entry per row.
  std::optional<Form> fold_gather(const Node& node, const GatherNode& gather) const {
    const auto* index = draft_.nodes[gather.index].as<DataNode>();
    if (!index) return std::nullopt;
    const std::size_t cols = draft_.nodes[gather.source].size;
    require_within(index->values, gather.first, cols);
    IndexMatrix m{node.size, cols, {}, {}};
    for (double i : index->values) m.index.push_back(static_cast<std::uint32_t>(i - gather.first));
    return apply_columns(Columns::from(std::move(m)), gather.source);
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
  Form stretched(NodeId v, std::size_t n) {
    if (draft_.nodes[v].size == n) return costly_to_copy(v) ? atom(v) : take(v);
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
  void accumulate(Form& out, const Form& more) {
    if (!more.offset.empty()) {
      if (out.offset.empty()) out.offset.assign(out.size, 0.0);
      for (std::size_t i = 0; i < out.size; ++i) out.offset[i] += more.offset[i];
    }
    for (const auto& t : more.terms) {
      const std::size_t at = find(out, t.source);
      if (at == out.terms.size()) {
        if (out.indexed != 0 && out.indexed == indexed_) place_[t.source] = at;
        out.terms.push_back(t);
        continue;
      }
      const auto identity = [&] { return Columns::identity(out.size); };
      LinearTerm& mine = out.terms[at];
      mine.columns = add(mine.columns ? *mine.columns : *identity(), t.columns ? *t.columns : *identity());
    }
  }

  /// Where the form has this source; its number of terms when it has not. Short forms are searched. Of long ones the
  /// last that grew is indexed, which makes a loop of additions linear in its length.
  std::size_t find(Form& form, NodeId source) {
    const std::size_t n = form.terms.size();
    ++steps_;
    if (n <= 16) {
      std::size_t i = 0;
      while (i < n && form.terms[i].source != source) ++i;
      return i;
    }
    if (form.indexed == 0 || form.indexed != indexed_) {
      form.indexed = ++indexed_;
      for (std::size_t i = 0; i < n; ++i) place_[form.terms[i].source] = i;
      steps_ += n;
    }
    const std::size_t at = place_[source];
    return at < n && form.terms[at].source == source ? at : n;
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

  std::vector<double> evaluate_constant(const Node& node) const {
    std::vector<double> out(node.size);
    evaluate(node, Values(draft_.nodes.data(), nullptr, nullptr), out.data());
    return out;
  }

  Draft& draft_;
  std::vector<std::optional<Form>> forms_;
  std::vector<std::size_t> readers_;
  std::vector<bool> recorded_;      ///< by an output
  std::vector<std::size_t> place_;  ///< of each source in the form indexed last
  std::size_t indexed_ = 0;         ///< forms indexed so far
  mutable std::size_t steps_ = 0;   ///< terms looked at
};

}  // namespace

std::size_t fold_affine(Draft& draft) {
  return Folder(draft).run();
}

}  // namespace cggibbs
