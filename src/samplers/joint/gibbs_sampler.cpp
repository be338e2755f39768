// The sampler `gibbs`: one coordinate after the other, and what can be drawn together as a whole.
#include "samplers/choose/registry.hpp"
#include "samplers/joint/array_block.hpp"
#include "samplers/joint/axis_block.hpp"
#include "samplers/joint/normal_rows.hpp"
#include "samplers/joint/wishart_block.hpp"

namespace cggibbs {
namespace {

/// Arrays that are drawn as a whole take some passes over all that they reach.
Prediction predict_gibbs(const Model& model, const Plan& plan, const GibbsSettings& settings) {
  constexpr double pass = 500;  // beside its rows
  Prediction p;
  p.price = 1.3;
  std::vector<char> taken(model.nodes().size(), false);
  for (const auto& groups : find_normal_groups(model, model.parameters())) {
    double rows = pass;
    for (NodeId v : groups.parameters) {
      taken[v] = true;
      for (std::uint32_t k = 0; k < model.node(v).size; ++k)
        rows += static_cast<double>(plan.rows_per_evaluation({v, k}));
    }
    const bool by_rows = NormalRows::of(model, groups, BlockView(model, groups.parameters)).has_value();
    p.sweep_cost += (by_rows ? 2 : static_cast<double>(groups.largest + 2)) * rows;
  }
  for (const auto& m : find_wishart_matrices(model)) {
    taken[m.diagonal] = true;
    if (m.below) taken[*m.below] = true;
    p.sweep_cost += 2 * pass;
    for (const std::size_t f : m.normals)
      p.sweep_cost += static_cast<double>(m.size * model.factors()[f].size);
  }
  Members left;
  bool exact = true, arrays = false;
  for (NodeId v : model.parameters()) {
    if (taken[v]) continue;
    left.push_back(v);
    const double array = array_cost(model, plan, v, settings.slice);
    arrays = arrays || array < inf;
    p.sweep_cost += array < inf ? array : coordinate_cost(model, plan, v);
    const DensityForm form = model.structure().conjugate(v);
    exact =
        exact && form != DensityForm::other && (form != DensityForm::quadratic || model.node(v).size == 1);
  }
  // As seen on the models of examples/bugs: where nothing but exact draws is needed, as good as blocks that know a predictor.
  // Axes that are learned may be all there is: they promise too little to do without pilots of others.
  const bool joint = left.size() < model.parameters().size();
  // Slices of many elements in step are slices: cheap, and slow to forget where a few others are tied to all of them.
  const bool axes = make_axis_block(model, left) != nullptr;
  p.worth = exact ? 30 : joint ? 10 : axes ? (arrays ? 2 : 3) : 1;
  if (!joint && !axes && !arrays) p.refused = "finds nothing to draw jointly: slice does the same";
  return p;
}

/// Adjoints of the state, and copies of what blocks reach: at most.
double bytes(const Model& model, const Members&, const GibbsSettings&) {
  return 32.0 * static_cast<double>(model.state_size());
}

}  // namespace

constexpr Sampler gibbs_sampler{.name = "gibbs",
                                .automatic = true,
                                .joins = true,
                                .rest = ScalarKernel::mirror,
                                .predict = predict_gibbs,
                                .bytes = bytes};

}  // namespace cggibbs
