// Transforms around a gradient.
#include "graph/block_density.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <cmath>

#include "graph/transform.hpp"

namespace cggibbs {
namespace {

const ParameterNode& parameter_of(const Model& model, NodeId p) {
  return *model.node(p).as<ParameterNode>();
}

}  // namespace

BlockDensity::BlockDensity(const Model& model, std::vector<NodeId> parameters)
    : model_(model),
      gradient_(model, std::move(parameters)),
      values_(model.state_size()),
      adjoint_(model.state_size()) {
  for (NodeId p : gradient_.moving()) {
    if (parameter_of(model, p).support == SupportKind::integer)
      throw Error(fmt::format(
          "'{}' takes whole numbers: it has no gradient. Leave it to the exact kernel ({}=exact).",
          model.node(p).name, model.node(p).name));
    dimension_ += model.node(p).size;
  }
}

std::vector<std::string> BlockDensity::names() const {
  std::vector<std::string> out;
  for (NodeId p : gradient_.moving()) {
    const SupportKind support = parameter_of(model_, p).support;
    for (std::uint32_t k = 0; k < model_.node(p).size; ++k) {
      const std::string name = model_.coordinate_name({p, k});
      if (support == SupportKind::real || (support == SupportKind::ordered && k == 0))
        out.push_back(name);
      else
        out.push_back(fmt::format("{}({})", support == SupportKind::bounded ? "logit" : "log", name));
    }
  }
  return out;
}

void BlockDensity::read(const State& state, double* u) {
  values_ = state.values;
  for (NodeId p : gradient_.moving()) {
    const std::size_t m = model_.node(p).size;
    unconstrain(parameter_of(model_, p), m, values_.data() + model_.offset(p), u);
    u += m;
  }
}

double BlockDensity::log_conditional(const double* u, double* gradient, Work& work) {
  double total = 0;
  const double* from = u;
  for (NodeId p : gradient_.moving()) {
    const std::size_t m = model_.node(p).size;
    if (parameter_of(model_, p).support != SupportKind::real) work.products += 50 * m;
    total += constrain(parameter_of(model_, p), m, from, values_.data() + model_.offset(p));
    from += m;
  }
  total += gradient_.log_conditional(values_.data(), adjoint_.data(), work);
  if (!(total > -inf && total < inf)) return -inf;  // overflow far out on a trajectory: no density there
  for (NodeId p : gradient_.moving()) {
    const std::size_t m = model_.node(p).size, at = model_.offset(p);
    constrain_gradient(parameter_of(model_, p), m, u, values_.data() + at, adjoint_.data() + at, gradient);
    u += m;
    gradient += m;
  }
  return total;
}

void BlockDensity::write(const double* u, State& state) const {
  double* values = state.values.data();
  for (NodeId p : gradient_.moving()) {
    const std::size_t m = model_.node(p).size;
    constrain(parameter_of(model_, p), m, u, values + model_.offset(p));
    u += m;
  }
  for (NodeId v : gradient_.nodes())
    evaluate(model_.node(v), model_.values(values), values + model_.offset(v));
  for (std::size_t f : gradient_.factors()) recompute_factor(model_, state, f);
}

}  // namespace cggibbs
