// Follows a parameter through products, powers and gathers to the factors that read it.
#include "graph/find_conjugate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "distributions/event.hpp"

namespace cggibbs {
namespace {

/// An element y of a node as a function of one element x of the parameter: y = c x^power, or y = 1 - x.
struct Law {
  double power = 1;
  bool scaled = false;  ///< c may differ from 1
  bool complement = false;
};

std::optional<double> constant(const Model& model, NodeId v) {
  const auto* d = model.node(v).as<DataNode>();
  if (!d || std::any_of(d->values.begin(), d->values.end(), [&](double x) { return x != d->values[0]; }))
    return std::nullopt;
  return d->values[0];
}

/// Of the node when its only moving input is number `input` and follows `law`.
std::optional<Law> through_map(const Model& model, const MapNode& map, std::uint32_t input, Law law) {
  const auto power = [&](double by) { return Law{law.power * by, law.scaled, false}; };
  switch (map.op) {
    case MapOp::multiply:
      return Law{law.power, true, false};
    case MapOp::divide:
      return Law{input == 0 ? law.power : -law.power, true, false};
    case MapOp::inverse:
      return power(-1);
    case MapOp::square:
      return power(2);
    case MapOp::sqrt:
      return power(0.5);
    case MapOp::power: {
      const auto exponent = input == 0 ? constant(model, map.inputs[1]) : std::nullopt;
      return exponent ? std::optional(power(*exponent)) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

/// f(row, value) for each entry of a matrix.
template <class F>
void for_each_entry(const Columns& a, F&& f) {
  for (std::size_t j = 0; j < a.cols(); ++j) {
    const ColumnView c = a.col(j);
    for (std::size_t t = 0; t < c.count; ++t) f(c.row(t), c.value(t));
  }
}

/// One positive entry in each row that moves and nothing beside it, or 1 - x.
std::optional<Law> through_linear(const LinearNode& linear, std::uint32_t input, Law law) {
  // Each parameter that a sum reads looks at all of its terms: long sums of scalars would take the square of their length.
  constexpr std::size_t most_terms = 64;
  const Columns& moving = *linear.terms[input].columns;
  if (linear.terms.size() > most_terms || !moving.one_entry_per_row()) return std::nullopt;
  std::vector<char> moves(moving.rows());
  bool positive = true, minus_one = true, one = true, alone = true, no_offset = true, from_one = true;
  for_each_entry(moving, [&](std::size_t row, double value) {
    const double offset = linear.offset.empty() ? 0 : linear.offset[row];
    moves[row] = 1;
    positive = positive && value > 0;
    one = one && value == 1;
    minus_one = minus_one && value == -1;
    no_offset = no_offset && offset == 0;
    from_one = from_one && offset == 1;
  });
  for (std::size_t k = 0; k < linear.terms.size(); ++k)
    if (k != input)
      for_each_entry(*linear.terms[k].columns,
                     [&](std::size_t row, double) { alone = alone && !moves[row]; });
  if (!alone) return std::nullopt;
  if (positive && no_offset) return Law{law.power, law.scaled || !one, law.complement};
  const bool plain = law.power == 1 && !law.scaled && !law.complement;
  return plain && minus_one && from_one ? std::optional(Law{1, false, true}) : std::nullopt;
}

std::optional<Law> through(const Model& model, const NodeReader& reader, Law law) {
  const Node& node = model.node(reader.node);
  if (const auto* map = node.as<MapNode>())
    return law.complement ? std::nullopt : through_map(model, *map, reader.input, law);
  if (const auto* linear = node.as<LinearNode>()) return through_linear(*linear, reader.input, law);
  // Input 0 of a gather is its source.
  if (const auto* gather = node.as<GatherNode>())
    return reader.input == 0 && gather->source != gather->index ? std::optional(law) : std::nullopt;
  return std::nullopt;
}

/// The form in x of a log density whose form in y is this.
DensityForm form_in_parameter(DensityForm form, Law law) {
  using enum DensityForm;
  if (form == log_log1m) return law.power == 1 && !law.scaled ? form : other;
  if (law.complement) return other;
  const double power = form == log_linear           ? law.power
                       : form == log_inverse        ? -law.power
                       : form == log_inverse_square ? -2 * law.power
                                                    : 0;
  return power == 1 ? log_linear : power == -1 ? log_inverse : other;
}

bool fits_support(const ParameterNode& p, DensityForm form) {
  if (form == DensityForm::log_log1m)
    return p.support == SupportKind::bounded && p.lower == 0 && p.upper == 1;
  return p.support == SupportKind::positive;
}

DensityForm form_of(const Model& model, NodeId parameter) {
  const auto& p = *model.node(parameter).as<ParameterNode>();
  if (p.support != SupportKind::positive && p.support != SupportKind::bounded) return DensityForm::other;
  std::map<NodeId, Law> laws{{parameter, {}}};
  std::optional<DensityForm> all;
  std::vector<std::size_t> read;
  // Readers come after what they read, so that the next node in order is complete.
  for (auto at = laws.begin(); at != laws.end(); ++at) {
    const auto [v, law] = *at;
    for (const auto& reader : model.readers(v).nodes) {
      const auto next = through(model, reader, law);
      // A node that reads the parameter twice follows no law.
      if (!next || !laws.emplace(reader.node, *next).second) return DensityForm::other;
    }
    for (const auto [f, argument] : model.readers(v).factors) {
      const Factor& factor = model.factors()[f];
      if (!factor.event.empty() || std::find(read.begin(), read.end(), f) != read.end())
        return DensityForm::other;
      read.push_back(f);
      const DensityForm form = form_in_parameter(factor.distribution->forms[argument], law);
      if (form == DensityForm::other || (all && *all != form)) return DensityForm::other;
      all = form;
    }
    if (read.size() > 64) return DensityForm::other;  // the search above is for a handful
  }
  return all && fits_support(p, *all) ? *all : DensityForm::other;
}

/// An element of the node is a constant times an element of what moves among its inputs, plus what stands still.
bool is_affine(const Node& node, const std::set<NodeId>& moving) {
  const auto moves = [&](NodeId v) { return moving.count(v) > 0; };
  if (node.as<LinearNode>()) return true;
  if (const auto* reduce = node.as<ReduceNode>()) return reduce->op == ReduceOp::sum;
  if (const auto* gather = node.as<GatherNode>()) return !moves(gather->index);
  const auto* map = node.as<MapNode>();
  if (!map) return false;
  switch (map->op) {
    case MapOp::add:
    case MapOp::subtract:
    case MapOp::negate:
      return true;
    case MapOp::multiply:
      return std::count_if(map->inputs.begin(), map->inputs.end(), moves) == 1;
    case MapOp::divide:
      return !moves(map->inputs[1]);
    default:
      return false;
  }
}

/// In what argument the density of a row is quadratic, alone and together with others like it.
bool is_quadratic_in(const Distribution& d, std::size_t argument) {
  if (!d.event) return d.forms[argument] == DensityForm::quadratic;
  static const Distribution* const normals[] = {find_event_distribution("multi_normal"),
                                                find_event_distribution("multi_normal_precision"),
                                                find_event_distribution("multi_normal_cholesky")};
  return argument < 2 && std::find(std::begin(normals), std::end(normals), &d) != std::end(normals);
}

/// Only through affine nodes to arguments in which densities are quadratic.
bool has_quadratic_density(const Model& model, std::set<NodeId> moving, std::size_t most_readings) {
  std::size_t readings = 0;
  for (auto at = moving.begin(); at != moving.end(); ++at) {
    const Readers readers = model.readers(*at);
    readings += readers.size();
    if (readings > most_readings) return false;
    for (const auto& reader : readers.nodes) moving.insert(reader.node);
    for (const auto [f, argument] : readers.factors)
      if (!is_quadratic_in(*model.factors()[f].distribution, argument)) return false;
  }
  return readings > 0 && std::all_of(moving.begin(), moving.end(), [&](NodeId v) {
           return model.node(v).as<ParameterNode>() || is_affine(model.node(v), moving);
         });
}

}  // namespace

bool are_quadratic(const Model& model, const std::vector<NodeId>& parameters, std::size_t most_readings) {
  return std::all_of(
             parameters.begin(), parameters.end(),
             [&](NodeId p) { return model.node(p).as<ParameterNode>()->support == SupportKind::real; }) &&
         has_quadratic_density(model, {parameters.begin(), parameters.end()}, most_readings);
}

std::vector<DensityForm> find_conjugate(const Model& model) {
  std::vector<DensityForm> forms(model.nodes().size(), DensityForm::other);
  for (NodeId p : model.parameters()) {
    const SupportKind support = model.node(p).as<ParameterNode>()->support;
    if (support == SupportKind::integer || support == SupportKind::ordered) continue;
    forms[p] = form_of(model, p);
    if (forms[p] == DensityForm::other && has_quadratic_density(model, {p}, 64))
      forms[p] = DensityForm::quadratic;
  }
  return forms;
}

}  // namespace cggibbs
