// One box per array and per factor, one arrow per reading.
#include "run/model_dot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/counted.hpp"
#include "base/utf8.hpp"
#include "base/visible.hpp"
#include "graph/plan.hpp"

namespace cggibbs {
namespace {

// Told apart by shape and in grey too: sums have the one dark border, data the grey filling.
constexpr const char* of_parameter = R"(shape=ellipse style=filled fillcolor="#d6e6f4" color="#1f4e79")";
constexpr const char* of_forward = R"(shape=ellipse style=dashed fillcolor="#ffffff" color="#1f4e79")";
constexpr const char* of_data = R"(shape=box style=filled fillcolor="#e4e4e4" color="#8c8c8c")";
constexpr const char* of_sum = R"(shape=box style=filled fillcolor="#ffd479" color="#7a4b00" penwidth=2.4)";
constexpr const char* of_computed = R"(shape=box style="rounded,filled" fillcolor="#ffffff" color="#6b6b6b")";
constexpr const char* of_recorded = R"(shape=box style="rounded,dashed" fillcolor="#ffffff" color="#6b6b6b")";
constexpr const char* of_factor =
    R"(shape=box style=filled fillcolor="#3d4752" color="#3d4752" fontcolor="#ffffff")";
constexpr const char* of_counted_factor =
    R"(shape=box style=filled fillcolor="#3d4752" color="#ffb000" penwidth=3 fontcolor="#ffffff")";

/// For labels in Graphviz's HTML.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : visible(to_utf8(text))) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  return out;
}

/// The first line large, the others small.
std::string label(const std::string& first, const std::vector<std::string>& rest, bool bold = false,
                  bool space_above = false) {
  std::string out = space_above ? "<br/>" : "";
  out += bold ? fmt::format("<b>{}</b>", escaped(first)) : escaped(first);
  for (const auto& line : rest)
    if (!line.empty()) out += fmt::format("<br/><font point-size=\"9.5\">{}</font>", escaped(line));
  return "<" + out + ">";
}

std::string size_text(const Node& node) {
  const auto* p = node.as<ParameterNode>();
  if (!p || p->shape.size() < 2) return node.size == 1 ? "" : fmt::format("[{}]", node.size);
  std::string out;
  for (const auto n : p->shape) out += fmt::format("{}{}", out.empty() ? "" : " × ", n);
  return fmt::format("[{}]", out);
}

/// The number that a data node has everywhere.
std::optional<double> constant(const Model& model, NodeId v) {
  const auto* d = model.node(v).as<DataNode>();
  if (!d || std::any_of(d->values.begin(), d->values.end(), [&](double x) { return x != d->values[0]; }))
    return std::nullopt;
  return d->values[0];
}

/// What it is called where it has no name, and a line about what it does.
struct Words {
  std::string name, about;
};

std::string map_text(const Model& model, const MapNode& map) {
  std::string args;
  bool constants = false;
  for (NodeId i : map.inputs) {
    const auto x = constant(model, i);
    constants = constants || x;
    args += (args.empty() ? "" : ", ") + (x ? fmt::format("{:.4g}", *x) : std::string("·"));
  }
  return constants ? fmt::format("{}({})", function(map.op).name, args) : std::string(function(map.op).name);
}

Words words_of(const Model& model, const Node& node) {
  const ByKind words{
      [&](const ParameterNode&) { return Words{}; },
      [&](const DataNode&) {
        return Words{"data", ""};
      },
      [&](const LinearNode& l) {
        std::size_t entries = 0;
        for (const auto& t : l.terms) entries += t.columns->entries();
        return Words{"Σ", fmt::format("linear: {}, {} entries", counted(l.terms.size(), "term"), entries)};
      },
      [&](const MapNode& m) {
        return Words{map_text(model, m), ""};
      },
      [&](const ReduceNode& r) {
        return Words{r.op == ReduceOp::sum ? "Σ" : "reduce", describe(r)};
      },
      [&](const GatherNode& g) {
        return Words{"gather", fmt::format("from {}, by an index that is sampled",
                                           counted(model.node(g.source).size, "element"))};
      },
      [&](const MatrixNode& m) {
        return Words{describe(m), "evaluated whole"};
      },
      [&](const ProbabilityNode& p) {
        return Words{describe(p), ""};
      },
  };
  return std::visit(words, node.body);
}

bool is_sum(const Node& node) {
  const auto* reduce = node.as<ReduceNode>();
  return node.as<LinearNode>() || (reduce && reduce->op == ReduceOp::sum);
}

class Picture {
 public:
  Picture(const Model& model, const DotSettings& settings) : model_(model), settings_(settings) {
    for (const auto& f : model_.forward()) forward_[f.args[0]] = &f;
    choose();
    find_fused();
  }

  std::string text() {
    out_ =
        "digraph model {\n"
        "  graph [rankdir=TB nodesep=0.28 ranksep=0.42 fontname=\"Helvetica\" fontsize=11 labelloc=b "
        "bgcolor=\"#ffffff\"";
    out_ += fmt::format(" label={}];\n", label(settings_.title, {note()}, false, true));
    out_ +=
        "  node [fontname=\"Helvetica\" fontsize=12 margin=\"0.12,0.06\" height=0.3];\n"
        "  edge [color=\"#555555\" arrowsize=0.6];\n";
    for (NodeId v = 0; v < model_.nodes().size(); ++v)
      if (shown_[v]) add_node(v);
    for (std::size_t f = 0; f < model_.factors().size(); ++f)
      if (factor_shown_[f]) add_factor(f);
    add_legend();
    return out_ + "}\n";
  }
  std::size_t left_out() const { return left_out_; }

 private:
  /// Which boxes there are: constants stand in the label of who reads them, and of too many boxes the largest arrays remain.
  void choose() {
    const std::size_t n = model_.nodes().size(), factors = model_.factors().size();
    shown_.assign(n, 0);
    factor_shown_.assign(factors, 0);
    std::vector<char> read(n);
    const auto reads = [&](NodeId v) { read[v] = 1; };
    for (NodeId v = 0; v < n; ++v)
      if (!model_.is_data(v)) for_each_input(model_.node(v), reads);
    for (const auto* factors_of : {&model_.factors(), &model_.forward()})
      for (const auto& f : *factors_of)
        for (NodeId a : f.args) reads(a);
    std::vector<std::pair<std::size_t, std::size_t>> boxes;  // size, place: nodes, then factors
    for (NodeId v = 0; v < n; ++v)
      if (!model_.is_data(v) || (read[v] && !constant(model_, v))) boxes.emplace_back(model_.node(v).size, v);
    for (std::size_t f = 0; f < factors; ++f) {
      const Factor& factor = model_.factors()[f];
      if (!std::all_of(factor.args.begin(), factor.args.end(),
                       [&](NodeId a) { return constant(model_, a).has_value(); }))
        boxes.emplace_back(factor.size, n + f);
    }
    std::stable_sort(boxes.begin(), boxes.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (boxes.size() > settings_.most_boxes) {
      left_out_ = boxes.size() - settings_.most_boxes;
      boxes.resize(settings_.most_boxes);
    }
    for (const auto& [size, at] : boxes) (at < n ? shown_[at] : factor_shown_[at - n]) = 1;
  }

  /// Sums, maps and factors that some parameter's moves pass through without storing anything.
  void find_fused() {
    const Plan plan(model_);
    for (const auto& p : plan.all())
      for (const auto& step : p.fused) {
        NodeId at = step.linear;
        for (NodeId u : step.maps) {
          fused_.insert({at, u});
          at = u;
        }
        fused_factors_.insert({at, step.factor});
      }
  }

  std::string note() const {
    return left_out_ == 0 ? ""
                          : fmt::format("{} of the smallest arrays and factors are not shown", left_out_);
  }

  void add_node(NodeId v) {
    const Node& node = model_.node(v);
    const Output* output = model_.output_of(v);
    const Words words = words_of(model_, node);
    const bool recorded = std::ranges::binary_search(model_.derived(), v);
    std::string name = !node.name.empty() ? node.name : output && !node.as<DataNode>() ? output->name : "";
    std::vector<std::string> rest;
    if (!name.empty() && !words.name.empty() && !node.as<DataNode>())
      rest.push_back(words.about.empty() ? words.name : words.about);
    else
      rest.push_back(words.about);
    if (name.empty()) name = words.name;
    if (is_sum(node) && name != "Σ") name = "Σ " + name;
    const std::string size = size_text(node);
    if (!size.empty()) name += " " + size;
    const auto drawn = forward_.find(v);
    if (drawn != forward_.end())
      rest.push_back(fmt::format("drawn from {}", drawn->second->distribution->name));
    else if (node.as<ParameterNode>())
      rest.push_back(kernel_of(v));
    if (node.as<DataNode>() && node.name.empty()) rest.push_back(role_of(v));
    const char* style = drawn != forward_.end()    ? of_forward
                        : node.as<ParameterNode>() ? of_parameter
                        : node.as<DataNode>()      ? of_data
                        : recorded                 ? of_recorded
                        : is_sum(node)             ? of_sum
                                                   : of_computed;
    out_ += fmt::format("  n{} [{} label={}];\n", v, style,
                        label(name, rest, node.as<ParameterNode>() != nullptr));
    if (model_.is_data(v)) return;
    std::set<NodeId> seen;
    const auto arrow_from = [&](NodeId i) {
      if (shown_[i] && seen.insert(i).second)
        out_ += fmt::format("  n{} -> n{}{};\n", i, v, fused_.contains({i, v}) ? fused_arrow : "");
    };
    for_each_input(node, arrow_from);
    if (drawn != forward_.end())
      std::for_each(drawn->second->args.begin() + 1, drawn->second->args.end(), arrow_from);
  }

  /// What a distribution takes data without a name for.
  std::string role_of(NodeId v) const {
    for (const Factor& f : model_.factors())
      for (std::size_t k = 1; k < f.args.size(); ++k)
        if (f.args[k] == v)
          return fmt::format("{} of {}", f.distribution->arguments[k], f.distribution->name);
    return "";
  }

  std::string kernel_of(NodeId v) const {
    const auto at = std::find(model_.parameters().begin(), model_.parameters().end(), v);
    const auto i = static_cast<std::size_t>(at - model_.parameters().begin());
    return i < settings_.kernels.size() ? settings_.kernels[i] : "";
  }

  void add_factor(std::size_t f) {
    const Factor& factor = model_.factors()[f];
    const Distribution& d = *factor.distribution;
    std::string constants, about;
    for (std::size_t k = 1; k < factor.args.size(); ++k)
      if (const auto x = constant(model_, factor.args[k]))
        constants += fmt::format("{}{} = {:.4g}", constants.empty() ? "" : ", ", d.arguments[k], *x);
    if (factor.merged.given != 0) about = fmt::format("merged from {} rows", factor.merged.given);
    if (factor.stats) about += std::string(about.empty() ? "" : ", ") + "Σ sufficient statistics";
    const std::string size = factor.size == 1 ? "" : fmt::format(" [{}]", factor.size);
    out_ += fmt::format("  f{} [{} label={}];\n", f, factor.stats ? of_counted_factor : of_factor,
                        label(std::string(d.name) + size, {constants, about}));
    std::set<NodeId> seen;
    for (std::size_t k = 1; k < factor.args.size(); ++k)
      if (shown_[factor.args[k]] && seen.insert(factor.args[k]).second) read_by(factor.args[k], f);
    if (!shown_[factor.args[0]]) return;
    // What a distribution is of stands below it, unless it is computed.
    const Node& variate = model_.node(factor.args[0]);
    if (variate.as<ParameterNode>() || variate.as<DataNode>())
      out_ += fmt::format("  f{} -> n{};\n", f, factor.args[0]);
    else
      read_by(factor.args[0], f);
  }

  void read_by(NodeId v, std::size_t f) {
    out_ += fmt::format("  n{} -> f{}{};\n", v, f, fused_factors_.contains({v, f}) ? fused_arrow : "");
  }

  /// Only what the picture has.
  void add_legend() {
    std::vector<std::pair<const char*, std::string>> rows;
    const auto add = [&](bool there, const char* style, const char* first, const char* second) {
      if (there) rows.emplace_back(style, label(first, {second}));
    };
    bool data = false, sums = false, computed = false, recorded = false, counted_factors = false;
    for (NodeId v = 0; v < model_.nodes().size(); ++v) {
      if (!shown_[v] || model_.node(v).as<ParameterNode>()) continue;
      const bool only_recorded = std::ranges::binary_search(model_.derived(), v);
      data = data || model_.is_data(v);
      recorded = recorded || only_recorded;
      if (model_.is_data(v) || only_recorded) continue;
      (is_sum(model_.node(v)) ? sums : computed) = true;
    }
    for (std::size_t f = 0; f < factor_shown_.size(); ++f)
      counted_factors = counted_factors || (factor_shown_[f] && model_.factors()[f].stats);
    add(true, of_parameter, "parameter [size]", settings_.kernels.empty() ? "" : "the kernel that moves it");
    add(std::ranges::any_of(forward_, [&](const auto& f) { return shown_[f.first] != 0; }), of_forward,
        "drawn forward", "once per draw: no data speak of it");
    add(true, of_factor, "distribution [rows]", "its log density is a cached sum");
    add(counted_factors, of_counted_factor, "distribution", "cached sums make its conditionals O(1)");
    add(sums, of_sum, "Σ cached sum", "repaired by deltas, not computed again");
    add(computed, of_computed, "computed array", "the touched elements only");
    add(recorded, of_recorded, "only recorded", "evaluated once per draw");
    add(data, of_data, "data", "");
    out_ +=
        "  subgraph cluster_legend {\n"
        "    label=\"\"; style=solid; color=\"#c4c4c4\"; margin=10;\n"
        "    node [fontsize=10 height=0.26];\n";
    for (std::size_t i = 0; i < rows.size(); ++i)
      out_ += fmt::format("    legend{} [{} label={}];\n", i, rows[i].first, rows[i].second);
    const bool fused = !fused_factors_.empty();
    if (fused)
      out_ += fmt::format("    legend{} [shape=plaintext label={}];\n", rows.size(),
                          label("━━▶ one fused pass", {"nothing is stored until a move is taken"}));
    for (std::size_t i = 1; i < rows.size() + (fused ? 1 : 0); ++i)
      out_ += fmt::format("    legend{} -> legend{} [style=invis minlen=1];\n", i - 1, i);
    out_ += "  }\n";
  }

  static constexpr const char* fused_arrow = R"( [penwidth=2.8 color="#000000"])";

  const Model& model_;
  const DotSettings& settings_;
  std::vector<char> shown_, factor_shown_;   ///< by node, by factor
  std::map<NodeId, const Factor*> forward_;  ///< by what it draws
  std::set<std::pair<NodeId, NodeId>> fused_;
  std::set<std::pair<NodeId, std::size_t>> fused_factors_;
  std::size_t left_out_ = 0;
  std::string out_;
};

}  // namespace

std::string model_dot(const Model& model, const DotSettings& settings, std::size_t* left_out) {
  Picture picture(model, settings);
  if (left_out) *left_out = picture.left_out();
  return picture.text();
}

}  // namespace cggibbs
