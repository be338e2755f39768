// The public model builder: checks what the user says and appends nodes to a draft.
#include <fmt/format.h>
#include <cggibbs/model.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/suggest.hpp"
#include "graph/increment.hpp"
#include "graph/model.hpp"
#include "graph/passes.hpp"

namespace cggibbs {

std::size_t Var::size() const {
  return draft_->nodes[id_].size;
}

struct VarAccess {
  static Draft* draft(const Var& v) { return v.draft_; }
  static NodeId id(const Var& v) { return v.id_; }
  static Var make(Draft* draft, NodeId id) { return {draft, id}; }
  static Draft* draft(const Arg& a) { return a.var_.draft_; }

  static Var append(Draft* draft, Node node) {
    draft->nodes.push_back(std::move(node));
    return {draft, static_cast<NodeId>(draft->nodes.size() - 1)};
  }
  static Var data(Draft* draft, std::vector<double> values) {
    const std::size_t n = values.size();
    return append(draft, {"", n, DataNode{std::move(values)}});
  }
  /// The argument as a node of the draft.
  static Var node(Draft* draft, const Arg& a) {
    if (!a.var_.draft_) return data(draft, a.constant_);
    if (a.var_.draft_ != draft)
      throw Error("an expression mixes variables of two models; build each model on its own.");
    return a.var_;
  }
};

namespace {

std::size_t common_size(std::initializer_list<std::size_t> sizes, const std::string& what) {
  std::size_t n = 1;
  for (std::size_t s : sizes) {
    if (s == n || s == 1) continue;
    if (n != 1)
      throw Error(fmt::format(
          "{}: arrays of length {} and {} do not go together; lengths must be equal or 1.", what, n, s));
    n = s;
  }
  return n;
}

Var binary(MapOp op, const Arg& a, const Arg& b) {
  Draft* draft = VarAccess::draft(a) ? VarAccess::draft(a) : VarAccess::draft(b);
  if (!draft) throw Error(fmt::format("'{}' of two constants needs no model: compute it before.", name(op)));
  const Var x = VarAccess::node(draft, a);
  const Var y = VarAccess::node(draft, b);
  const std::size_t n = common_size({x.size(), y.size()}, std::string(name(op)));
  return VarAccess::append(draft, {"", n, MapNode{op, {VarAccess::id(x), VarAccess::id(y)}}});
}

Var unary(MapOp op, const Var& a) {
  return VarAccess::append(VarAccess::draft(a), {"", a.size(), MapNode{op, {VarAccess::id(a)}}});
}

Var segment_reduce(ReduceOp op, const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  if (segment.size() != v.size())
    throw Error(fmt::format("a segment is needed for each of {} elements, but {} were given.", v.size(),
                            segment.size()));
  ReduceNode r{op, VarAccess::id(v), std::vector<std::size_t>(n + 1, 0),
               std::vector<std::uint32_t>(segment.size())};
  for (auto s : segment) {
    if (s >= n) throw Error(fmt::format("segment {} is outside 0..{}.", s, n == 0 ? 0 : n - 1));
    ++r.start[s + 1];
  }
  std::partial_sum(r.start.begin(), r.start.end(), r.start.begin());
  std::vector<std::size_t> next(r.start.begin(), r.start.end() - 1);
  for (std::size_t i = 0; i < segment.size(); ++i)
    r.member[next[segment[i]]++] = static_cast<std::uint32_t>(i);
  return VarAccess::append(VarAccess::draft(v), {"", n, std::move(r)});
}

std::vector<std::string> element_names(const std::string& name, std::size_t n) {
  if (n == 1) return {name};
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= n; ++i) names.push_back(fmt::format("{}[{}]", name, i));
  return names;
}

}  // namespace

Var operator+(const Arg& a, const Arg& b) {
  return binary(MapOp::add, a, b);
}
Var operator-(const Arg& a, const Arg& b) {
  return binary(MapOp::subtract, a, b);
}
Var operator*(const Arg& a, const Arg& b) {
  return binary(MapOp::multiply, a, b);
}
Var operator/(const Arg& a, const Arg& b) {
  return binary(MapOp::divide, a, b);
}
Var operator-(const Var& a) {
  return unary(MapOp::negate, a);
}
Var pow(const Arg& a, const Arg& b) {
  return binary(MapOp::power, a, b);
}
Var min(const Arg& a, const Arg& b) {
  return binary(MapOp::minimum, a, b);
}
Var max(const Arg& a, const Arg& b) {
  return binary(MapOp::maximum, a, b);
}
Var log_add_exp(const Arg& a, const Arg& b) {
  return binary(MapOp::log_add_exp, a, b);
}
Var exp(const Var& a) {
  return unary(MapOp::exp, a);
}
Var log(const Var& a) {
  return unary(MapOp::log, a);
}
Var log1p(const Var& a) {
  return unary(MapOp::log1p, a);
}
Var log1m(const Var& a) {
  return unary(MapOp::log1m, a);
}
Var log1p_exp(const Var& a) {
  return unary(MapOp::log1p_exp, a);
}
Var expm1(const Var& a) {
  return unary(MapOp::expm1, a);
}
Var sqrt(const Var& a) {
  return unary(MapOp::sqrt, a);
}
Var square(const Var& a) {
  return unary(MapOp::square, a);
}
Var abs(const Var& a) {
  return unary(MapOp::abs, a);
}
Var inverse(const Var& a) {
  return unary(MapOp::inverse, a);
}
Var inv_logit(const Var& a) {
  return unary(MapOp::inv_logit, a);
}
Var normal_cdf(const Var& a) {
  return unary(MapOp::normal_cdf, a);
}
Var inv_cloglog(const Var& a) {
  return unary(MapOp::inv_cloglog, a);
}
Var lgamma(const Var& a) {
  return unary(MapOp::lgamma, a);
}

Var linear(Matrix x, const Var& v) {
  if (cols(x) != v.size())
    throw Error(fmt::format("the matrix has {} columns but the vector {} elements.", cols(x), v.size()));
  const std::size_t n = rows(x);
  return VarAccess::append(VarAccess::draft(v),
                           {"", n, LinearNode{{}, {{VarAccess::id(v), Columns::from(std::move(x))}}}});
}

Var gather(const Var& v, std::vector<std::uint32_t> index) {
  for (auto i : index)
    if (i >= v.size()) throw Error(fmt::format("index {} is outside 0..{}.", i, v.size() - 1));
  const std::size_t n = index.size();
  return linear(IndexMatrix{n, v.size(), std::move(index), {}}, v);
}

Var sum(const Var& v) {
  return segment_sum(v, std::vector<std::uint32_t>(v.size(), 0), 1);
}
Var segment_sum(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  return segment_reduce(ReduceOp::sum, v, segment, n);
}
Var segment_log_sum_exp(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  return segment_reduce(ReduceOp::log_sum_exp, v, segment, n);
}
Var segment_product(const Var& v, const std::vector<std::uint32_t>& segment, std::size_t n) {
  return segment_reduce(ReduceOp::product, v, segment, n);
}

ModelBuilder::ModelBuilder() : draft_(std::make_unique<Draft>()) {}
ModelBuilder::~ModelBuilder() = default;
ModelBuilder::ModelBuilder(ModelBuilder&&) noexcept = default;
ModelBuilder& ModelBuilder::operator=(ModelBuilder&&) noexcept = default;

Var ModelBuilder::add_parameter(const std::string& name, std::size_t n, int support, double lower,
                                double upper) {
  if (name.empty()) throw Error("a parameter needs a name.");
  if (n == 0) throw Error(fmt::format("parameter '{}' has length 0.", name));
  if (!(lower < upper))
    throw Error(fmt::format("parameter '{}': lower bound {} is not below {}.", name, lower, upper));
  for (const auto& o : draft_->outputs)
    if (o.name == name) throw Error(fmt::format("the name '{}' is used twice in the model.", name));
  const Var v = VarAccess::append(
      draft_.get(), {name, n, ParameterNode{static_cast<SupportKind>(support), lower, upper, {}, {}}});
  draft_->outputs.push_back({VarAccess::id(v), name, element_names(name, n)});
  return v;
}

Var ModelBuilder::real(const std::string& name, std::size_t n) {
  return add_parameter(name, n, static_cast<int>(SupportKind::real), -inf, inf);
}
Var ModelBuilder::positive(const std::string& name, std::size_t n) {
  return add_parameter(name, n, static_cast<int>(SupportKind::positive), 0, inf);
}
Var ModelBuilder::unit(const std::string& name, std::size_t n) {
  return bounded(name, n, 0, 1);
}
Var ModelBuilder::bounded(const std::string& name, std::size_t n, double lower, double upper) {
  return add_parameter(name, n, static_cast<int>(SupportKind::bounded), lower, upper);
}
Var ModelBuilder::integer(const std::string& name, std::size_t n, int lower, int upper) {
  return add_parameter(name, n, static_cast<int>(SupportKind::integer), lower, upper);
}
Var ModelBuilder::ordered(const std::string& name, std::size_t n) {
  return add_parameter(name, n, static_cast<int>(SupportKind::ordered), -inf, inf);
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
  return x;
}

Var ModelBuilder::data(std::vector<double> values) {
  if (values.empty()) throw Error("a data array is empty.");
  return VarAccess::data(draft_.get(), std::move(values));
}

void ModelBuilder::factor(std::string_view distribution, const std::vector<Arg>& args,
                          std::vector<double> weights) {
  const Distribution* d = find_distribution(distribution);
  if (!d)
    throw Error(fmt::format("unknown distribution '{}'.{}", distribution,
                            did_you_mean(distribution, distribution_names())));
  if (args.size() != d->arguments.size())
    throw Error(fmt::format("{} takes {} arguments (the variate first), {} were given.", distribution,
                            d->arguments.size(), args.size()));
  Factor f{d, {}, std::move(weights), 1, false};
  for (const auto& a : args) {
    const Var v = VarAccess::node(draft_.get(), a);
    f.size = common_size({f.size, v.size()}, std::string(distribution));
    f.args.push_back(VarAccess::id(v));
  }
  if (!f.weights.empty() && f.weights.size() != f.size)
    throw Error(fmt::format("{}: {} weights for {} rows.", distribution, f.weights.size(), f.size));
  draft_->factors.push_back(std::move(f));
}

void ModelBuilder::increment(const Var& v) {
  static const Distribution row = describe<Increment>();
  draft_->factors.push_back({&row, {VarAccess::id(v)}, {}, v.size(), false});
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
    constant -= std::lgamma(a);
    power.push_back(a - 1);
  }
  increment(sum(data(power) * log(x)) + (constant + std::lgamma(total)));
}

void ModelBuilder::start(const Var& parameter, std::vector<double> values, std::vector<double> spread) {
  auto* p = draft_->nodes[VarAccess::id(parameter)].as<ParameterNode>();
  if (!p) throw Error("start values belong to parameters.");
  if (values.size() != parameter.size())
    throw Error(fmt::format("{} start values for {} elements.", values.size(), parameter.size()));
  if (!spread.empty() && spread.size() != parameter.size())
    throw Error(fmt::format("{} start spreads for {} elements.", spread.size(), parameter.size()));
  p->init = std::move(values);
  p->spread = std::move(spread);
}

void ModelBuilder::label(const Var& parameter, std::vector<std::string> names) {
  if (names.size() != parameter.size())
    throw Error(fmt::format("{} names for {} elements.", names.size(), parameter.size()));
  const auto output = std::find_if(draft_->outputs.begin(), draft_->outputs.end(),
                                   [&](const Output& o) { return o.node == VarAccess::id(parameter); });
  if (output != draft_->outputs.end()) output->names = std::move(names);
}

void ModelBuilder::monitor(const std::string& name, const Var& v, std::vector<std::string> names) {
  if (names.empty()) names = element_names(name, v.size());
  if (names.size() != v.size()) throw Error(fmt::format("{} names for {} elements.", names.size(), v.size()));
  draft_->outputs.push_back({VarAccess::id(v), name, std::move(names)});
}

void ModelBuilder::hide(const Var& parameter) {
  std::erase_if(draft_->outputs, [&](const Output& o) { return o.node == VarAccess::id(parameter); });
}

std::shared_ptr<const Model> ModelBuilder::build() {
  bool any = false;
  for (const auto& node : draft_->nodes) any = any || node.as<ParameterNode>();
  if (!any) throw Error("the model has no parameters.");
  Draft draft = std::move(*draft_);
  draft_ = std::make_unique<Draft>();
  fold_affine(draft);
  split_scales(draft);
  mark_statistics(draft);
  prune(draft);
  return std::make_shared<const Model>(std::move(draft));
}

}  // namespace cggibbs
