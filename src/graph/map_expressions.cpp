// Elementwise functions of the public builder.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/var_access.hpp"

namespace cggibbs {
namespace {

VarAccess::DraftPtr draft_of(const std::vector<Arg>& args, MapOp op) {
  for (const auto& a : args)
    if (auto draft = VarAccess::draft(a)) return draft;
  throw Error(fmt::format("'{}' of constants needs no model: compute it before.", function(op).name));
}

/// The shape of inputs of the common length n, which goes by those that have axes.
Extents common_shape(const std::vector<Var>& inputs, std::size_t n, std::string_view what) {
  Extents shape;
  for (const Var& x : inputs) {
    if (x.size() != n || x.shape().size() < 2) continue;
    if (shape.empty()) shape = x.shape();
    if (n > 1 && x.shape() != shape)
      throw Error(
          fmt::format("{}: arrays of {} and {} do not go together; say with reshape() which elements meet.",
                      what, fmt::join(shape, " x "), fmt::join(x.shape(), " x ")));
  }
  return shape;
}

Var map(MapOp op, const std::vector<Arg>& args, const VarAccess::DraftPtr& draft) {
  MapNode node{op, {}};
  std::size_t n = 1;
  std::vector<Var> inputs;
  for (const auto& a : args) {
    inputs.push_back(VarAccess::node_of(draft, a));
    n = common_size({n, inputs.back().size()}, function(op).name);
    node.inputs.push_back(VarAccess::id(inputs.back()));
  }
  return VarAccess::append(draft, n, std::move(node), common_shape(inputs, n, function(op).name));
}
Var map(MapOp op, const std::vector<Arg>& args) {
  return map(op, args, draft_of(args, op));
}

/// Of any number of arguments: as many at a time as a node takes.
Var map_all(MapOp op, std::vector<Arg> args) {
  if (args.size() < 2) throw Error(fmt::format("'{}' needs two arrays or more.", function(op).name));
  const VarAccess::DraftPtr draft = draft_of(args, op);
  while (args.size() > max_map_inputs) {
    const auto from = args.end() - max_map_inputs;
    const Var last = map(op, std::vector<Arg>(from, args.end()), draft);
    args.erase(from, args.end());
    args.emplace_back(last);
  }
  return map(op, args, draft);
}

}  // namespace

Var operator+(const Arg& a, const Arg& b) {
  return map(MapOp::add, {a, b});
}
Var operator-(const Arg& a, const Arg& b) {
  return map(MapOp::subtract, {a, b});
}
Var operator*(const Arg& a, const Arg& b) {
  return map(MapOp::multiply, {a, b});
}
Var operator/(const Arg& a, const Arg& b) {
  return map(MapOp::divide, {a, b});
}
Var operator-(const Var& a) {
  return map(MapOp::negate, {a});
}
Var pow(const Arg& a, const Arg& b) {
  return map(MapOp::power, {a, b});
}
Var min(const Arg& a, const Arg& b) {
  return map(MapOp::minimum, {a, b});
}
Var max(const Arg& a, const Arg& b) {
  return map(MapOp::maximum, {a, b});
}
Var log_add_exp(const Arg& a, const Arg& b) {
  return map(MapOp::log_add_exp, {a, b});
}
Var min(const std::vector<Arg>& a) {
  return map_all(MapOp::minimum, a);
}
Var max(const std::vector<Arg>& a) {
  return map_all(MapOp::maximum, a);
}
Var log_sum_exp(const std::vector<Arg>& a) {
  return map_all(MapOp::log_add_exp, a);
}
Var equals(const Arg& a, const Arg& b) {
  return map(MapOp::equals, {a, b});
}
Var if_else(const Arg& condition, const Arg& a, const Arg& b) {
  return map(MapOp::if_else, {condition, a, b});
}
Var step(const Var& a) {
  return map(MapOp::step, {a});
}
Var exp(const Var& a) {
  return map(MapOp::exp, {a});
}
Var log(const Var& a) {
  return map(MapOp::log, {a});
}
Var log1p(const Var& a) {
  return map(MapOp::log1p, {a});
}
Var log1m(const Var& a) {
  return map(MapOp::log1m, {a});
}
Var log1p_exp(const Var& a) {
  return map(MapOp::log1p_exp, {a});
}
Var expm1(const Var& a) {
  return map(MapOp::expm1, {a});
}
Var sqrt(const Var& a) {
  return map(MapOp::sqrt, {a});
}
Var square(const Var& a) {
  return map(MapOp::square, {a});
}
Var abs(const Var& a) {
  return map(MapOp::abs, {a});
}
Var inverse(const Var& a) {
  return map(MapOp::inverse, {a});
}
Var inv_logit(const Var& a) {
  return map(MapOp::inv_logit, {a});
}
Var normal_cdf(const Var& a) {
  return map(MapOp::normal_cdf, {a});
}
Var inv_cloglog(const Var& a) {
  return map(MapOp::inv_cloglog, {a});
}
Var lgamma(const Var& a) {
  return map(MapOp::lgamma, {a});
}

Var logit(const Var& a) {
  return map(MapOp::logit, {a});
}
Var cloglog(const Var& a) {
  return map(MapOp::cloglog, {a});
}
Var probit(const Var& a) {
  return map(MapOp::probit, {a});
}
Var round(const Var& a) {
  return map(MapOp::round, {a});
}
Var trunc(const Var& a) {
  return map(MapOp::trunc, {a});
}
Var cos(const Var& a) {
  return map(MapOp::cos, {a});
}
Var sin(const Var& a) {
  return map(MapOp::sin, {a});
}
Var tan(const Var& a) {
  return map(MapOp::tan, {a});
}
Var acos(const Var& a) {
  return map(MapOp::acos, {a});
}
Var asin(const Var& a) {
  return map(MapOp::asin, {a});
}
Var atan(const Var& a) {
  return map(MapOp::atan, {a});
}
Var cosh(const Var& a) {
  return map(MapOp::cosh, {a});
}
Var sinh(const Var& a) {
  return map(MapOp::sinh, {a});
}
Var tanh(const Var& a) {
  return map(MapOp::tanh, {a});
}
Var acosh(const Var& a) {
  return map(MapOp::acosh, {a});
}
Var asinh(const Var& a) {
  return map(MapOp::asinh, {a});
}
Var atanh(const Var& a) {
  return map(MapOp::atanh, {a});
}
Var less(const Arg& a, const Arg& b) {
  return map(MapOp::less, {a, b});
}
Var less_equal(const Arg& a, const Arg& b) {
  return map(MapOp::less_equal, {a, b});
}
Var logical_and(const Arg& a, const Arg& b) {
  return map(MapOp::logical_and, {a, b});
}
Var logical_or(const Arg& a, const Arg& b) {
  return map(MapOp::logical_or, {a, b});
}
Var logical_not(const Var& a) {
  return map(MapOp::logical_not, {a});
}
Var log_within(const Arg& a, const Arg& lower, const Arg& upper) {
  return map(MapOp::log_within, {a, lower, upper});
}

}  // namespace cggibbs
