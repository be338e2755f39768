// Follows elements through sums, products with what stands still and constant gathers to the rows of normal densities.
#include "samplers/joint/normal_rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "distributions/event.hpp"
#include "graph/factor.hpp"

namespace cggibbs {

/// What each node that moves is made of.
class NormalRows::Finder {
 public:
  Finder(const Model& model, const NormalGroups& groups, const BlockView& view) : model_(model) {
    std::map<std::size_t, std::uint32_t> by_place;
    for (std::uint32_t e = 0; e < groups.element.size(); ++e) by_place[groups.element[e]] = e;
    for (NodeId p : view.parameters()) {
      Sums rows;
      for (std::size_t k = 0; k < model.node(p).size; ++k) {
        rows.entry.push_back({by_place.at(model.offset(p) + k), 1, nothing, false});
        rows.start.push_back(rows.entry.size());
      }
      known_.emplace(p, std::move(rows));
    }
  }

  /// False where a node is of a kind that is not followed.
  bool follow(const std::vector<NodeId>& nodes) {
    return std::all_of(nodes.begin(), nodes.end(), [&](NodeId v) {
      const Node& node = model_.node(v);
      if (const auto* linear = node.as<LinearNode>()) return follow(v, *linear);
      if (const auto* map = node.as<MapNode>()) return follow(v, *map);
      return false;
    });
  }

  std::optional<Term> term(std::size_t f) const {
    const Factor& factor = model_.factors()[f];
    const auto spread = spread_of(factor);
    if (!spread) return std::nullopt;
    const std::size_t each = factor.event.empty() ? 1 : factor.event[0];
    const Sums *x = moving(factor.args[0]), *mu = moving(factor.args[1]);
    Term term{f, *spread, {}, {}, true};
    std::vector<Entry> row;
    for (std::size_t i = 0; i < factor.size * each; ++i) {
      row.clear();
      if (x && !add(*x, place_in(*x, i, each), 1, row)) return std::nullopt;
      if (mu && !add(*mu, place_in(*mu, i, each), -1, row)) return std::nullopt;
      term.rows.entry.insert(term.rows.entry.end(), row.begin(), row.end());
      term.rows.start.push_back(term.rows.entry.size());
      const auto* first = term.rows.entry.data() + term.rows.start[i % each];
      term.alike = term.alike && term.rows.start[i % each + 1] - term.rows.start[i % each] == row.size() &&
                   std::equal(row.begin(), row.end(), first);
    }
    return term;
  }

 private:
  const Sums* moving(NodeId v) const {
    const auto at = known_.find(v);
    return at == known_.end() ? nullptr : &at->second;
  }
  static std::size_t place_in(const Sums& s, std::size_t row, std::size_t each = 1) {
    const std::size_t n = s.start.size() - 1;
    return n == 1 ? 0 : n == each ? row % each : row;
  }

  std::optional<Spread> spread_of(const Factor& factor) const {
    const std::string_view name = factor.distribution->name;
    const bool stands = std::none_of(factor.args.begin() + 2, factor.args.end(),
                                     [&](NodeId v) { return moving(v) != nullptr; });
    if (!stands) return std::nullopt;
    if (factor.distribution == find_event_distribution("multi_normal_precision")) return Spread::precision;
    if (name == "normal") return Spread::deviation;
    if (name == "normal_scaled") return Spread::product;
    return std::nullopt;
  }

  /// Adds `by` times a row of s to `row`, elements that are there to theirs.
  static bool add(const Sums& s, std::size_t i, double by, std::vector<Entry>& row) {
    for (std::size_t t = s.start[i]; t < s.start[i + 1]; ++t) {
      Entry e = s.entry[t];
      e.constant *= by;
      const auto same = std::find_if(row.begin(), row.end(), [&](const Entry& r) {
        return r.element == e.element && r.place == e.place && r.over == e.over;
      });
      if (same != row.end())
        same->constant += e.constant;
      else
        row.push_back(e);
    }
    return row.size() <= most_entries;
  }

  bool keep(NodeId v, const std::vector<std::vector<Entry>>& rows) {
    Sums sums;
    for (const auto& row : rows) {
      sums.entry.insert(sums.entry.end(), row.begin(), row.end());
      sums.start.push_back(sums.entry.size());
    }
    known_.emplace(v, std::move(sums));
    return true;
  }

  bool follow(NodeId v, const LinearNode& linear) {
    std::vector<std::vector<Entry>> rows(model_.node(v).size);
    for (const auto& term : linear.terms) {
      const Sums* source = moving(term.source);
      if (!source) continue;
      for (std::size_t j = 0; j < term.columns->cols(); ++j) {
        const ColumnView c = term.columns->col(j);
        for (std::size_t t = 0; t < c.count; ++t)
          if (!add(*source, j, c.value(t), rows[c.row(t)])) return false;
      }
    }
    return keep(v, rows);
  }

  bool follow(NodeId v, const MapNode& map) {
    std::vector<std::vector<Entry>> rows(model_.node(v).size);
    const auto sum = [&](std::size_t input, double by) {
      const Sums* source = moving(map.inputs[input]);
      for (std::size_t i = 0; source && i < rows.size(); ++i)
        if (!add(*source, place_in(*source, i), by, rows[i])) return false;
      return true;
    };
    switch (map.op) {
      case MapOp::add:
        for (std::size_t k = 0; k < map.inputs.size(); ++k)
          if (!sum(k, 1)) return false;
        break;
      case MapOp::subtract:
        for (std::size_t k = 0; k < map.inputs.size(); ++k)
          if (!sum(k, k == 0 ? 1 : -1)) return false;
        break;
      case MapOp::negate:
        if (!sum(0, -1)) return false;
        break;
      case MapOp::multiply:
      case MapOp::divide:
        for (std::size_t k = 0; k < map.inputs.size(); ++k)
          if (!sum(k, 1)) return false;
        for (std::size_t k = 0; k < map.inputs.size(); ++k) {
          const bool over = map.op == MapOp::divide && k > 0;
          if (moving(map.inputs[k]) ? over : !scale(map.inputs[k], over, rows)) return false;
        }
        break;
      default:
        return false;
    }
    return keep(v, rows);
  }

  /// Every row times, or over, what stands still; false where it would be the second that is no constant.
  bool scale(NodeId by, bool over, std::vector<std::vector<Entry>>& rows) const {
    const auto* data = model_.node(by).as<DataNode>();
    const bool scalar = model_.node(by).size == 1;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (Entry& e : rows[i]) {
        if (data) {
          const double x = data->values[scalar ? 0 : i];
          e.constant = over ? e.constant / x : e.constant * x;
        } else if (e.place == nothing) {
          e.place = model_.offset(by) + (scalar ? 0 : i);
          e.over = over;
        } else {
          return false;
        }
      }
    return true;
  }

  static constexpr std::size_t most_entries = 32;
  const Model& model_;
  std::map<NodeId, Sums> known_;
};

NormalRows::NormalRows(const Model& model, const NormalGroups& groups)
    : model_(model), largest_(groups.largest), position_(groups.element.size()) {
  for (std::size_t g = 0; g + 1 < groups.start.size(); ++g)
    for (std::size_t e = groups.start[g]; e < groups.start[g + 1]; ++e)
      position_[e] = static_cast<std::uint32_t>(e - groups.start[g]);
}

std::optional<NormalRows> NormalRows::of(const Model& model, const NormalGroups& groups,
                                         const BlockView& view) {
  Finder finder(model, groups, view);
  if (!finder.follow(view.nodes())) return std::nullopt;
  NormalRows out(model, groups);
  for (std::size_t f : view.factors()) {
    auto term = finder.term(f);
    if (!term) return std::nullopt;
    if (out.has_gram(*term)) term->gram = out.gram_of(*term);
    if (term->spread == Spread::precision)
      out.residual_.reserve(std::max<std::size_t>(out.residual_.capacity(), model.factors()[f].event[0]));
    out.terms_.push_back(std::move(*term));
  }
  return out;
}

bool NormalRows::has_gram(const Term& term) const {
  const Factor& factor = model_.factors()[term.factor];
  return term.spread != Spread::precision &&
         std::all_of(factor.args.begin() + 2, factor.args.end(),
                     [&](NodeId v) { return model_.node(v).size == 1; }) &&
         std::all_of(term.rows.entry.begin(), term.rows.entry.end(),
                     [](const Entry& e) { return e.place == nothing; });
}

std::vector<double> NormalRows::gram_of(const Term& term) const {
  const Factor& factor = model_.factors()[term.factor];
  std::vector<double> gram(position_.size() * largest_);
  for (std::size_t i = 0; i < factor.size; ++i) {
    const double weight = factor.weights.empty() ? 1 : factor.weights[i];
    for (std::size_t s = term.rows.start[i]; s < term.rows.start[i + 1]; ++s)
      for (std::size_t t = term.rows.start[i]; t < term.rows.start[i + 1]; ++t) {
        const Entry &a = term.rows.entry[s], &b = term.rows.entry[t];
        gram[a.element * largest_ + position_[b.element]] += weight * a.constant * b.constant;
      }
  }
  return gram;
}

void NormalRows::add_gram(const Term& term, const double* values, double* slope, double* precision) const {
  const Factor& factor = model_.factors()[term.factor];
  ArgView a[max_arguments];
  factor_views(model_, values, factor, a);
  const double sd = term.spread == Spread::product ? a[2][0] * a[3][0] : a[2][0];
  const double tau = sd > 0 ? 1 / (sd * sd) : nan;
  for (std::size_t k = 0; k < term.gram.size(); ++k) precision[k] += tau * term.gram[k];
  const double* weights = factor.weights.empty() ? nullptr : factor.weights.data();
  const Entry* e = term.rows.entry.data();
  for (std::size_t i = 0; i < factor.size; ++i) {
    if (weights && weights[i] == 0) {  // drops its row even where the density is zero
      e = term.rows.entry.data() + term.rows.start[i + 1];
      continue;
    }
    const double pull = (weights ? weights[i] * tau : tau) * (a[0][i] - a[1][i]);
    for (const Entry* end = term.rows.entry.data() + term.rows.start[i + 1]; e != end; ++e)
      slope[e->element] -= e->constant * pull;
  }
}

double NormalRows::at(const Entry& e, const double* values) const {
  if (e.place == nothing) return e.constant;
  return e.over ? e.constant / values[e.place] : e.constant * values[e.place];
}

void NormalRows::add_rows(const Term& term, const double* values, double* slope, double* precision) const {
  const Factor& factor = model_.factors()[term.factor];
  ArgView a[max_arguments];
  factor_views(model_, values, factor, a);
  const Entry* const entries = term.rows.entry.data();
  for (std::size_t i = 0; i < factor.size; ++i) {
    const double weight = factor.weights.empty() ? 1 : factor.weights[i];
    if (weight == 0) continue;  // drops its row even where the density is zero
    const double sd = term.spread == Spread::product ? a[2][i] * a[3][i] : a[2][i];
    const double tau = sd > 0 ? weight / (sd * sd) : nan;
    const double pull = tau * (a[0][i] - a[1][i]);
    const std::size_t end = term.rows.start[i + 1];
    for (std::size_t s = term.rows.start[i]; s < end; ++s) {
      const double as = at(entries[s], values);
      slope[entries[s].element] -= as * pull;
      double* row = precision + entries[s].element * largest_;
      for (std::size_t t = term.rows.start[i]; t < end; ++t)
        row[position_[entries[t].element]] += tau * as * (t == s ? as : at(entries[t], values));
    }
  }
}

/// An event whose rows begin at `first`, or several that have the same ones: `residual` is their weighted sum.
void NormalRows::add_event(const Sums& rows, std::size_t first, const double* omega, double weight,
                           const double* values, double* slope, double* precision) const {
  const std::size_t d = residual_.size();
  const Entry* const entries = rows.entry.data();
  for (std::size_t r = 0; r < d; ++r) {
    double pull = 0;
    for (std::size_t q = 0; q < d; ++q) pull += omega[r * d + q] * residual_[q];
    for (std::size_t s = rows.start[first + r]; s < rows.start[first + r + 1]; ++s) {
      const double as = at(entries[s], values);
      slope[entries[s].element] -= as * pull;
      double* row = precision + entries[s].element * largest_;
      for (std::size_t q = 0; q < d; ++q)
        for (std::size_t t = rows.start[first + q]; t < rows.start[first + q + 1]; ++t)
          row[position_[entries[t].element]] += weight * as * omega[r * d + q] * at(entries[t], values);
    }
  }
}

void NormalRows::add_events(const Term& term, const double* values, double* slope, double* precision) {
  const Factor& factor = model_.factors()[term.factor];
  const std::size_t d = factor.event[0];
  const double* arg[3];
  std::size_t stride[3];
  for (std::size_t k = 0; k < 3; ++k) {
    arg[k] = model_.values(values).of(factor.args[k]);
    stride[k] = model_.node(factor.args[k]).size == factor.event[k] ? 0 : factor.event[k];
  }
  const bool together = term.alike && stride[2] == 0;
  double total = 0;
  residual_.assign(d, 0);
  for (std::size_t i = 0; i < factor.size; ++i) {
    const double weight = factor.weights.empty() ? 1 : factor.weights[i];
    if (weight == 0) continue;  // drops its row even where the density is zero
    const double *x = arg[0] + i * stride[0], *mu = arg[1] + i * stride[1];
    for (std::size_t r = 0; r < d; ++r) residual_[r] += weight * (x[r] - mu[r]);
    total += weight;
    if (together) continue;
    add_event(term.rows, i * d, arg[2] + i * stride[2], weight, values, slope, precision);
    residual_.assign(d, 0);
  }
  if (together) add_event(term.rows, 0, arg[2], total, values, slope, precision);
}

bool NormalRows::find_law(const double* values, double* slope, double* precision, Work& work) {
  const std::size_t n = position_.size();
  std::fill_n(slope, n, 0.0);
  std::fill_n(precision, n * largest_, 0.0);
  for (const Term& term : terms_) {
    if (term.spread == Spread::precision)
      add_events(term, values, slope, precision);
    else if (!term.gram.empty())
      add_gram(term, values, slope, precision);
    else
      add_rows(term, values, slope, precision);
    work.rows += model_.factors()[term.factor].size;
  }
  ++work.evaluations;
  double sum = 0;
  for (std::size_t e = 0; e < n; ++e) sum += std::abs(slope[e]) + precision[e * largest_ + position_[e]];
  return std::isfinite(sum);
}

}  // namespace cggibbs
