// The public model builder: checks what the user says and appends nodes to a draft.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cggibbs/model.hpp>
#include <cmath>

#include "base/gamma_functions.hpp"
#include "base/suggest.hpp"
#include "distributions/describe.hpp"
#include "distributions/event.hpp"
#include "graph/forward.hpp"
#include "graph/increment.hpp"
#include "graph/model.hpp"
#include "graph/passes.hpp"
#include "graph/var_access.hpp"

namespace cggibbs {
namespace {

std::vector<std::string> element_names(const std::string& name, const Extents& shape) {
  const std::size_t n = product(shape);
  if (n == 1) return {name};
  std::vector<std::string> names;
  Extents at(shape.size(), 1);
  for (std::size_t i = 0; i < n; ++i) {
    names.push_back(fmt::format("{}[{}]", name, fmt::join(at, ",")));
    for (std::size_t axis = shape.size(); axis-- > 0 && ++at[axis] > shape[axis];) at[axis] = 1;
  }
  return names;
}

/// Elements per row of each argument of a distribution of vectors and matrices, whose length is that of the last axis.
std::vector<std::uint32_t> event_sizes(const Distribution& d, const std::vector<Var>& args) {
  const auto& shapes = d.event->shapes;
  std::size_t length = 0;
  for (std::size_t k = 0; k < args.size(); ++k) {
    if (shapes[k] == EventShape::number) continue;
    const Extents shape = args[k].shape();
    // A matrix that was given as a plain array has no axes to tell its length.
    if (shapes[k] == EventShape::matrix && shape.size() == 1) continue;
    if (length != 0 && shape.back() != length)
      throw Error(fmt::format("{}: {} has length {}, but {} was expected. Say with reshape() what a row is.",
                              d.name, d.arguments[k], shape.back(), length));
    length = shape.back();
    if (shapes[k] == EventShape::matrix && shape[shape.size() - 2] != length)
      throw Error(
          fmt::format("{}: {} is {}, but its last two axes must be {} x {}. Say with reshape() what a "
                      "row is.",
                      d.name, d.arguments[k], fmt::join(shape, " x "), length, length));
  }
  if (length == 0)
    throw Error(
        fmt::format("{}: nothing tells the size of its matrices. Say with reshape() what a row is.", d.name));
  std::vector<std::uint32_t> sizes;
  for (std::size_t k = 0; k < args.size(); ++k) {
    const std::size_t each = shapes[k] == EventShape::number   ? 1
                             : shapes[k] == EventShape::vector ? length
                                                               : length * length;
    if (args[k].size() % each != 0)
      throw Error(fmt::format("{}: {} has {} elements, which are no {} x {} matrices.", d.name,
                              d.arguments[k], args[k].size(), length, length));
    sizes.push_back(static_cast<std::uint32_t>(each));
  }
  return sizes;
}

/// Start values are in the support, and ascend where elements are ordered.
void check_start(const std::string& name, const ParameterNode& p, const std::vector<double>& values) {
  const bool whole = p.support == SupportKind::integer;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!in_support(p, values[k]))
      throw Error(fmt::format(
          "start: element {} of '{}' starts at {}, which is not {} {} {} {}. Give a value in its support.",
          k + 1, name, values[k], whole ? "a whole number from" : "strictly between", p.lower,
          whole ? "to" : "and", p.upper));
    if (p.support == SupportKind::ordered && k > 0 && !(values[k - 1] < values[k]))
      throw Error(
          fmt::format("start: '{}' is ordered, but element {} starts at {} and element {} at {}. Sort them, "
                      "and keep equal ones apart.",
                      name, k, values[k - 1], k + 1, values[k]));
  }
}

constexpr NodeId nobody = ~NodeId{0};  ///< the node of an output that was hidden

}  // namespace

ModelBuilder::ModelBuilder() : draft_(std::make_shared<Draft>()) {}
ModelBuilder::~ModelBuilder() {
  if (draft_) draft_->closed = true;
}
ModelBuilder::ModelBuilder(ModelBuilder&&) noexcept = default;
ModelBuilder& ModelBuilder::operator=(ModelBuilder&&) noexcept = default;

Var ModelBuilder::add_parameter(const std::string& name, const Extents& shape, int support, double lower,
                                double upper) {
  const std::size_t n = product(shape);
  if (name.empty()) throw Error("a parameter needs a name.");
  if (n == 0) throw Error(fmt::format("parameter '{}' has length 0.", name));
  if (!(lower < upper))
    throw Error(fmt::format("parameter '{}': lower bound {} is not below {}.", name, lower, upper));
  if (draft_->names.count(name)) throw Error(fmt::format("the name '{}' is used twice in the model.", name));
  const Extents axes = shape.size() > 1 ? shape : Extents{};
  const Var v = VarAccess::append(
      draft_, n, ParameterNode{static_cast<SupportKind>(support), lower, upper, {}, {}, axes}, axes);
  VarAccess::node(v).name = name;
  add_output(v, name, element_names(name, shape));
  return v;
}

void ModelBuilder::add_output(const Var& v, const std::string& name, std::vector<std::string> names) {
  draft_->names.insert(name);
  draft_->outputs_of[VarAccess::id(v)].push_back(draft_->outputs.size());
  draft_->outputs.push_back({VarAccess::id(v), name, std::move(names)});
}

Var ModelBuilder::real(const std::string& name, const Extents& shape) {
  return add_parameter(name, shape, static_cast<int>(SupportKind::real), -inf, inf);
}
Var ModelBuilder::positive(const std::string& name, const Extents& shape) {
  return add_parameter(name, shape, static_cast<int>(SupportKind::positive), 0, inf);
}
Var ModelBuilder::bounded(const std::string& name, const Extents& shape, double lower, double upper) {
  if (lower == -inf && upper == inf) return real(name, shape);
  if (lower == 0 && upper == inf) return positive(name, shape);
  return add_parameter(name, shape, static_cast<int>(SupportKind::bounded), lower, upper);
}
Var ModelBuilder::integer(const std::string& name, const Extents& shape, int lower, int upper) {
  return add_parameter(name, shape, static_cast<int>(SupportKind::integer), lower, upper);
}
Var ModelBuilder::count(const std::string& name, const Extents& shape) {
  return add_parameter(name, shape, static_cast<int>(SupportKind::integer), 0, inf);
}
Var ModelBuilder::ordered(const std::string& name, std::size_t n) {
  return add_parameter(name, {n}, static_cast<int>(SupportKind::ordered), -inf, inf);
}
Var ModelBuilder::real(const std::string& name, std::size_t n) {
  return real(name, Extents{n});
}
Var ModelBuilder::positive(const std::string& name, std::size_t n) {
  return positive(name, Extents{n});
}
Var ModelBuilder::unit(const std::string& name, std::size_t n) {
  return bounded(name, Extents{n}, 0, 1);
}
Var ModelBuilder::bounded(const std::string& name, std::size_t n, double lower, double upper) {
  return bounded(name, Extents{n}, lower, upper);
}
Var ModelBuilder::integer(const std::string& name, std::size_t n, int lower, int upper) {
  return integer(name, Extents{n}, lower, upper);
}

Var ModelBuilder::simplex(const std::string& name, std::size_t n) {
  if (n < 2) throw Error(fmt::format("simplex '{}' needs at least 2 elements.", name));
  // Stick breaking: x[k] = v[k] * prod_{l<k} (1 - v[l]); log x is linear in (log v, log(1 - v)).
  const Var v = unit(name + "_stick", n - 1);
  hide(v);
  DenseMatrix before{n, n - 1, std::vector<double>(n * (n - 1), 0.0)};
  DenseMatrix own{n, n - 1, std::vector<double>(n * (n - 1), 0.0)};
  std::vector<double> power(n - 1);
  for (std::size_t l = 0; l + 1 < n; ++l) {
    for (std::size_t k = l + 1; k < n; ++k) before.col(l)[k] = 1;
    own.col(l)[l] = 1;
    power[l] = static_cast<double>(n - 2 - l);  // Jacobian: prod_l (1 - v[l])^(n - 2 - l)
  }
  const Var rest = log1m(v);
  const Var x = exp(linear(std::move(own), log(v)) + linear(std::move(before), rest));
  if (n > 2) increment(data(std::move(power)) * rest);
  monitor(name, x);
  draft_->made[VarAccess::id(x)] = {VarAccess::id(v)};
  return x;
}

Var ModelBuilder::data(std::vector<double> values) {
  if (values.empty()) throw Error("a data array is empty.");
  return VarAccess::data(draft_, std::move(values));
}

void ModelBuilder::factor(std::string_view distribution, const std::vector<Arg>& args,
                          std::vector<double> weights) {
  const Distribution* d = find_distribution(distribution);
  if (!d) d = find_event_distribution(distribution);
  if (!d) {
    auto names = distribution_names();
    for (auto& n : event_distribution_names()) names.push_back(std::move(n));
    throw Error(fmt::format("unknown distribution '{}'.{}", distribution, did_you_mean(distribution, names)));
  }
  if (args.size() != d->arguments.size())
    throw Error(fmt::format("{} takes {} arguments (the variate first), {} were given.", distribution,
                            d->arguments.size(), args.size()));
  Factor f{d, {}, std::move(weights), 1, false};
  std::vector<Var> vars;
  for (const auto& a : args) {
    vars.push_back(VarAccess::node_of(draft_, a));
    f.args.push_back(VarAccess::id(vars.back()));
  }
  if (d->event) f.event = event_sizes(*d, vars);
  for (std::size_t k = 0; k < vars.size(); ++k)
    f.size = common_size({f.size, vars[k].size() / (d->event ? f.event[k] : 1)}, distribution);
  if (!f.weights.empty() && f.weights.size() != f.size)
    throw Error(fmt::format("{}: {} weights for {} rows.", distribution, f.weights.size(), f.size));
  draft_->factors.push_back(std::move(f));
}

void ModelBuilder::increment(const Var& v) {
  static const Distribution row = describe<Increment>();
  draft_->factors.push_back({&row, {VarAccess::id(VarAccess::node_of(draft_, v))}, {}, v.size(), false});
}

void ModelBuilder::dirichlet(const Var& x, const std::vector<double>& alpha) {
  if (alpha.size() != x.size())
    throw Error(fmt::format("dirichlet: {} concentrations for a simplex of {}.", alpha.size(), x.size()));
  double total = 0;
  double constant = 0;
  std::vector<double> power;
  for (double a : alpha) {
    if (!(a > 0)) throw Error(fmt::format("dirichlet: concentration {} is not positive.", a));
    total += a;
    constant -= log_gamma(a);
    power.push_back(a - 1);
  }
  increment(sum(data(power) * log(x)) + (constant + log_gamma(total)));
}

void ModelBuilder::start(const Var& parameter, std::vector<double> values, std::vector<double> spread) {
  auto* p = VarAccess::node(parameter).as<ParameterNode>();
  if (!p && draft_->made.count(VarAccess::id(parameter)) && spread.empty())
    return start_made(parameter, values);
  if (!p) throw Error("start values belong to parameters.");
  if (values.size() != parameter.size())
    throw Error(fmt::format("{} start values for {} elements.", values.size(), parameter.size()));
  if (!spread.empty() && spread.size() != parameter.size())
    throw Error(fmt::format("{} start spreads for {} elements.", spread.size(), parameter.size()));
  check_start(VarAccess::node(parameter).name, *p, values);
  p->init = std::move(values);
  p->spread = std::move(spread);
}

void ModelBuilder::label(const Var& parameter, std::vector<std::string> names) {
  if (names.size() != parameter.size())
    throw Error(fmt::format("{} names for {} elements.", names.size(), parameter.size()));
  const auto outputs = draft_->outputs_of.find(VarAccess::id(parameter));
  if (outputs != draft_->outputs_of.end()) draft_->outputs[outputs->second.front()].names = std::move(names);
}

void ModelBuilder::monitor(const std::string& name, const Var& v, std::vector<std::string> names) {
  if (names.empty()) names = element_names(name, v.shape());
  if (names.size() != v.size()) throw Error(fmt::format("{} names for {} elements.", names.size(), v.size()));
  add_output(VarAccess::node_of(draft_, v), name, std::move(names));
}

void ModelBuilder::hide(const Var& parameter) {
  const auto outputs = draft_->outputs_of.find(VarAccess::id(VarAccess::node_of(draft_, parameter)));
  if (outputs == draft_->outputs_of.end()) return;
  for (std::size_t o : outputs->second) {
    draft_->names.erase(draft_->outputs[o].name);
    draft_->outputs[o].node = nobody;
  }
  draft_->outputs_of.erase(outputs);
}

std::shared_ptr<const Model> ModelBuilder::build(const BuildSettings& settings) {
  bool any = false;
  for (const auto& node : draft_->nodes) any = any || node.as<ParameterNode>();
  if (!any) throw Error("the model has no parameters.");
  Draft draft = std::move(*draft_);
  draft_->closed = true;
  draft_ = std::make_shared<Draft>();
  std::erase_if(draft.outputs, [](const Output& o) { return o.node == nobody; });
  draft.steps += fold_affine(draft);
  split_scales(draft);
  mark_statistics(draft);
  prune(draft);
  if (settings.merge_rows) {
    draft.steps += merge_rows(draft);
    prune(draft);
  }
  take_forward(draft);
  return std::make_shared<const Model>(std::move(draft));
}

}  // namespace cggibbs
