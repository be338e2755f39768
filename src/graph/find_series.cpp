// What a parameter reaches, as sums of its elements, and which of that is its likelihood.
#include "graph/find_series.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "graph/find_horseshoe.hpp"
#include "graph/find_path.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t most_scales = 24, longest_scale = 8, most_in_a_row = 16;

/// What a node is of the parameter, beside terms that do not read it.
using Form = std::vector<ScaledColumns>;

bool is_identity(const Columns& c) {
  if (c.dense() || c.rows() != c.cols() || c.entries() != c.rows()) return false;
  for (std::size_t j = 0; j < c.cols(); ++j) {
    const ColumnView v = c.col(j);
    if (v.count != 1 || v.row(0) != j || v.value(0) != 1) return false;
  }
  return true;
}

class Series {
 public:
  Series(const Model& model, NodeId parameter) : model_(model), parameter_(parameter) {}

  /// The predictor that the series enters, with the series as its only part.
  std::optional<LinearPredictor> find() {
    if (!reach()) return std::nullopt;
    for (NodeId v : nodes_)
      if (auto form = form_of(model_.node(v))) forms_[v] = std::move(*form);
    const auto likelihood = find_likelihood();
    if (!likelihood) return std::nullopt;
    auto found = enter(*likelihood);
    if (!found) return std::nullopt;
    GaussianPart& part = found->parts[0];
    for (std::size_t f : factors_)
      if (f != *likelihood) part.ties.push_back(tie(f));
    if (std::none_of(part.ties.begin(), part.ties.end(), meets) || dense(part.ties)) return std::nullopt;
    find_scales(part);
    return found;
  }

 private:
  /// Some residual has two elements.
  static bool meets(const Tie& t) { return t.terms.size() > 1 || !t.terms[0].columns->one_entry_per_row(); }

  /// Residuals of many elements each: coefficients of a regression that has two likelihoods, say.
  bool dense(const std::vector<Tie>& ties) const {
    std::size_t entries = 0, rows = 0;
    for (const auto& t : ties) {
      rows += model_.factors()[t.factor].size;
      for (const auto& c : t.terms) entries += c.columns->entries();
    }
    return entries > most_in_a_row * rows;
  }

  bool reads(NodeId v) const {
    return v == parameter_ || std::binary_search(nodes_.begin(), nodes_.end(), v);
  }

  /// Nodes and factors that read it, in order. False where they are more than a series has, even one written as a loop.
  bool reach() {
    const std::size_t most = 64 + 8 * model_.node(parameter_).size;
    std::vector<NodeId> next{parameter_};
    while (!next.empty()) {
      std::vector<NodeId> found;
      for (NodeId v : next) {
        const Readers readers = model_.readers(v);
        for (const auto& r : readers.nodes) found.push_back(r.node);
        for (const auto& r : readers.factors) factors_.push_back(r.factor);
        if (found.size() + nodes_.size() + factors_.size() > most) return false;
      }
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
      next.clear();
      std::set_difference(found.begin(), found.end(), nodes_.begin(), nodes_.end(), std::back_inserter(next));
      const auto middle = static_cast<std::ptrdiff_t>(nodes_.size());
      nodes_.insert(nodes_.end(), next.begin(), next.end());
      std::inplace_merge(nodes_.begin(), nodes_.begin() + middle, nodes_.end());
    }
    std::sort(factors_.begin(), factors_.end());
    factors_.erase(std::unique(factors_.begin(), factors_.end()), factors_.end());
    return true;
  }

  std::optional<Form> of_input(NodeId v) const {
    if (v == parameter_) return Form{{Columns::identity(model_.node(v).size)}};
    const auto found = forms_.find(v);
    if (found == forms_.end()) return std::nullopt;
    return found->second;
  }

  std::optional<Form> form_of(const Node& node) const {
    if (const auto* linear = node.as<LinearNode>()) return of_linear(*linear);
    const auto* map = node.as<MapNode>();
    if (!map || map->op != MapOp::multiply || map->inputs.size() != 2) return std::nullopt;
    const bool first = reads(map->inputs[0]);
    if (first && reads(map->inputs[1])) return std::nullopt;
    const NodeId moving = map->inputs[first ? 0 : 1], other = map->inputs[first ? 1 : 0];
    if (model_.node(moving).size != node.size) return std::nullopt;
    auto form = of_input(moving);
    if (form)
      for (auto& t : *form) t.by.push_back(other);
    return form;
  }

  std::optional<Form> of_linear(const LinearNode& linear) const {
    Form out;
    for (const auto& term : linear.terms) {
      if (!reads(term.source)) continue;
      if (term.source == parameter_) {
        out.push_back({term.columns});
        continue;
      }
      const auto inner = of_input(term.source);
      if (!inner) return std::nullopt;
      for (const auto& t : *inner) {
        const auto one = [&](NodeId v) { return model_.node(v).size == 1; };
        const bool as_is = is_identity(*term.columns);
        if (!as_is && !std::all_of(t.by.begin(), t.by.end(), one)) return std::nullopt;
        ColumnsPtr columns = as_is ? t.columns : compose(*term.columns, *t.columns);
        if (!columns) return std::nullopt;
        out.push_back({std::move(columns), t.by});
      }
    }
    return out;
  }

  /// Normal with an affine residual.
  bool is_tie(const Factor& factor) const {
    static const Distribution* const normal = find_distribution("normal");
    static const Distribution* const scaled = find_distribution("normal_scaled");
    if ((factor.distribution != normal && factor.distribution != scaled) || !factor.event.empty() ||
        !factor.weights.empty())
      return false;
    for (std::size_t k = 0; k < factor.args.size(); ++k) {
      const NodeId v = factor.args[k];
      if (!reads(v)) continue;
      if (k > 1 || model_.node(v).size != factor.size || !of_input(v)) return false;
    }
    return true;
  }

  /// The one factor that is no tie; where all are, the longest that has its location from the series and one deviation.
  std::optional<std::size_t> find_likelihood() const {
    std::optional<std::size_t> other, longest;
    for (std::size_t f : factors_) {
      const Factor& factor = model_.factors()[f];
      if (!is_tie(factor)) {
        if (other) return std::nullopt;
        other = f;
      } else if (!reads(factor.args[0]) && model_.node(factor.args[2]).size == 1 &&
                 (!longest || factor.size > model_.factors()[*longest].size)) {
        longest = f;
      }
    }
    return other ? other : longest;
  }

  /// The predictor by which the series enters its likelihood, and nothing else does.
  std::optional<LinearPredictor> enter(std::size_t f) const {
    const Factor& factor = model_.factors()[f];
    if (std::count_if(factor.args.begin(), factor.args.end(), [&](NodeId v) { return reads(v); }) != 1)
      return std::nullopt;
    if (auto path = find_path(model_, parameter_, f))
      return entered(std::move(*path), Columns::identity(model_.node(parameter_).size));
    for (const auto& r : model_.readers(parameter_).nodes) {
      const auto* linear = model_.node(r.node).as<LinearNode>();
      if (!linear) continue;
      auto path = find_path(model_, r.node);
      if (!path || path->factor != f) continue;
      ColumnsPtr columns;
      for (const auto& t : linear->terms) {
        if (t.source == parameter_ && !columns)
          columns = t.columns;
        else if (reads(t.source))
          return std::nullopt;
      }
      return entered(std::move(*path), columns);
    }
    return std::nullopt;
  }

  std::optional<LinearPredictor> entered(PredictorPath path, ColumnsPtr columns) const {
    NodeId at = path.linear;
    for (NodeId m : path.maps) {
      for (NodeId i : model_.node(m).as<MapNode>()->inputs)
        if (i != at && reads(i)) return std::nullopt;
      at = m;
    }
    LinearPredictor out{std::move(path), {}};
    out.parts.push_back({parameter_, std::move(columns), MixtureKind::flat, 0, false});
    return out;
  }

  Tie tie(std::size_t f) const {
    Tie out{f, {}};
    for (const std::size_t k : {0, 1}) {
      const NodeId v = model_.factors()[f].args[k];
      if (!reads(v)) continue;
      Form form = of_input(v).value_or(Form{});
      for (auto& t : form) {
        t.sign = k == 0 ? 1 : -1;
        out.terms.push_back(std::move(t));
      }
    }
    return out;
  }

  /// Parameters of few elements that the ties read: deviations, coefficients of an autoregression, locations.
  void find_scales(GaussianPart& part) const {
    std::vector<NodeId> args;
    for (const auto& t : part.ties)
      for (NodeId v : model_.factors()[t.factor].args) args.push_back(v);
    std::size_t count = 0;
    for (NodeId v : behind(model_, args)) {
      const Node& node = model_.node(v);
      const auto* p = node.as<ParameterNode>();
      if (!p || v == parameter_ || node.size > longest_scale || count + node.size > most_scales) continue;
      if (p->support == SupportKind::integer || p->support == SupportKind::ordered) continue;
      part.scales.push_back(v);
      count += node.size;
    }
  }

  const Model& model_;
  NodeId parameter_;
  std::vector<NodeId> nodes_;
  std::vector<std::size_t> factors_;
  std::map<NodeId, Form> forms_;
};

/// No factor is that of two parts: these would not be Gaussian by themselves.
bool share_factors(const GaussianPart& series, const GaussianPart& other) {
  const auto of_other = [&](const Tie& t) {
    if (other.ties.empty()) return other.kind != MixtureKind::flat && other.factor == t.factor;
    return std::any_of(other.ties.begin(), other.ties.end(),
                       [&](const Tie& o) { return o.factor == t.factor; });
  };
  return std::any_of(series.ties.begin(), series.ties.end(), of_other);
}

}  // namespace

void add_series(const Model& model, std::vector<LinearPredictor>& predictors) {
  std::vector<NodeId> known;
  for (const auto& predictor : predictors)
    for (const auto& part : predictor.parts) known.push_back(part.parameter);
  std::sort(known.begin(), known.end());
  for (NodeId p : model.parameters()) {
    const Node& node = model.node(p);
    if (node.as<ParameterNode>()->support != SupportKind::real || node.size < 3) continue;
    if (std::binary_search(known.begin(), known.end(), p)) continue;
    auto found = Series(model, p).find();
    if (!found) continue;
    const auto same = std::find_if(predictors.begin(), predictors.end(), [&](const auto& other) {
      return other.path.linear == found->path.linear;
    });
    GaussianPart& part = found->parts[0];
    if (same == predictors.end())
      predictors.push_back(std::move(*found));
    else if (std::none_of(same->parts.begin(), same->parts.end(),
                          [&](const GaussianPart& other) { return share_factors(part, other); }))
      same->parts.push_back(std::move(part));
  }
}

}  // namespace cggibbs
