// Expressions of distributions and of whole vectors: what is said about Vars becomes nodes of the draft.
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.hpp"
#include "graph/var_access.hpp"

namespace cggibbs {
namespace {

VarAccess::DraftPtr draft_of(const std::vector<Arg>& args, std::string_view what) {
  for (const auto& a : args)
    if (auto draft = VarAccess::draft(a)) return draft;
  throw Error(fmt::format("'{}' of constants needs no model: compute it before.", what));
}

Var of_distribution(ProbabilityOp op, std::string_view what, std::string_view name,
                    const std::vector<Arg>& args) {
  return VarAccess::probability(draft_of(args, name), op, what, name, args);
}

Var of_vector(MatrixOp op, const Var& v) {
  const auto n = static_cast<std::uint32_t>(v.size());
  return VarAccess::append(VarAccess::draft(v), v.size(), MatrixNode{op, {VarAccess::id(v)}, n, n, 1});
}

}  // namespace

Var VarAccess::probability(const DraftPtr& draft, ProbabilityOp op, std::string_view what,
                           std::string_view name, const std::vector<Arg>& args) {
  const Distribution* d = find_distribution(name);
  if (!d)
    throw Error(fmt::format("{}: unknown distribution '{}'.{}", what, name,
                            did_you_mean(name, distribution_names())));
  if (!offers(*d, op)) throw Error(fmt::format("{} has no {}.", name, what));
  if (args.size() != arity(op, *d))
    throw Error(
        fmt::format("{} of {} takes {} arguments, {} were given.", what, name, arity(op, *d), args.size()));
  ProbabilityNode node{op, d, {}};
  std::size_t n = 1;
  Extents shape;
  for (const auto& a : args) {
    const Var v = node_of(draft, a);
    n = common_size({n, v.size()}, what);
    if (v.shape().size() > 1) shape = v.shape();
    node.inputs.push_back(id(v));
  }
  return append(draft, n, std::move(node), product(shape) == n ? shape : Extents{});
}

Var density_of(std::string_view distribution, const std::vector<Arg>& args) {
  return of_distribution(ProbabilityOp::density, "density_of", distribution, args);
}
Var log_density_of(std::string_view distribution, const std::vector<Arg>& args) {
  return of_distribution(ProbabilityOp::log_density, "log_density_of", distribution, args);
}
Var cdf_of(std::string_view distribution, const std::vector<Arg>& args) {
  return of_distribution(ProbabilityOp::cdf, "cdf_of", distribution, args);
}
Var quantile_of(std::string_view distribution, const std::vector<Arg>& args) {
  return of_distribution(ProbabilityOp::quantile, "quantile_of", distribution, args);
}
Var log_probability_between(std::string_view distribution, const Arg& lower, const Arg& upper,
                            const std::vector<Arg>& args) {
  std::vector<Arg> all{lower, upper};
  all.insert(all.end(), args.begin(), args.end());
  return of_distribution(ProbabilityOp::log_interval, "log_probability_between", distribution, all);
}

Var sort(const Var& v) {
  return of_vector(MatrixOp::sort, v);
}
Var rank(const Var& v) {
  return of_vector(MatrixOp::rank, v);
}
Var order(const Var& v) {
  return of_vector(MatrixOp::order, v);
}

Var interpolate(const Arg& x, const Arg& at, const Arg& values) {
  const auto draft = draft_of({x, at, values}, "interpolate");
  const Var from = VarAccess::node_of(draft, x), places = VarAccess::node_of(draft, at),
            heights = VarAccess::node_of(draft, values);
  if (places.size() != heights.size() || places.size() < 2)
    throw Error(fmt::format("interpolate: {} places and {} values; give two or more of both.", places.size(),
                            heights.size()));
  if (const auto* d = VarAccess::node(places).as<DataNode>();
      d && std::adjacent_find(d->values.begin(), d->values.end(),
                              [](double a, double b) { return !(a < b); }) != d->values.end())
    throw Error("interpolate: the places must ascend. Sort them, each with its value.");
  return VarAccess::append(draft, from.size(),
                           MatrixNode{MatrixOp::interpolate,
                                      {VarAccess::id(from), VarAccess::id(places), VarAccess::id(heights)},
                                      static_cast<std::uint32_t>(from.size()),
                                      static_cast<std::uint32_t>(places.size()),
                                      1},
                           from.shape().size() > 1 ? from.shape() : Extents{});
}

}  // namespace cggibbs
