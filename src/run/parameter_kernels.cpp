// Asking blocks what they move, then what is left to coordinate kernels.
#include "run/parameter_kernels.hpp"

#include "graph/structure.hpp"
#include "samplers/choose/factory.hpp"
#include "samplers/scalar/whole_numbers.hpp"

namespace cggibbs {
namespace {

/// What a sweep does with a coordinate that no block has taken.
std::string coordinate_kernel(const Model& model, NodeId p, const Sampler& sampler) {
  const auto& parameter = *model.node(p).as<ParameterNode>();
  if (parameter.support == SupportKind::integer)
    return has_few_values(parameter.lower, parameter.upper) ? "exact" : "discrete slice";
  switch (model.structure().conjugate(p)) {
    case DensityForm::log_linear:
      return "exact gamma draw";
    case DensityForm::log_inverse:
      return "exact inverse gamma draw";
    case DensityForm::log_log1m:
      return "exact beta draw";
    case DensityForm::quadratic:
      return "exact normal draw";
    case DensityForm::log_inverse_square:
    case DensityForm::other:
      break;
  }
  switch (sampler.rest) {
    case ScalarKernel::slice:
      return "slice";
    case ScalarKernel::mirror:
      return "mirror steps, slices";
    case ScalarKernel::random_walk:
      break;
  }
  return "random walk";
}

}  // namespace

std::vector<std::string> parameter_kernels(const Model& model, const GibbsSettings& settings,
                                           std::size_t warmup) {
  const auto assigned = assign_samplers(model, settings);
  std::vector<std::string> owners(model.nodes().size()), extras(model.nodes().size());
  for (const auto& block : make_blocks(model, settings, warmup))
    for (NodeId p : block->parameters()) {
      std::string& words = (block->shares() ? extras : owners)[p];
      const std::string name = block->name();
      if (words.find(name) == std::string::npos) words += (words.empty() ? "" : ", ") + name;
    }
  std::vector<std::string> out;
  for (std::size_t i = 0; i < assigned.size(); ++i) {
    const NodeId p = model.parameters()[i];
    std::string words = owners[p].empty() ? coordinate_kernel(model, p, *assigned[i]) : owners[p];
    if (!extras[p].empty()) words += ", " + extras[p];
    out.push_back(std::move(words));
  }
  return out;
}

}  // namespace cggibbs
