// The rows of nuts and hmc: all that they are given in one block that follows gradients.
#include <algorithm>

#include "graph/gradient.hpp"
#include "graph/product.hpp"
#include "samplers/choose/registry.hpp"
#include "samplers/hamiltonian/hamiltonian_block.hpp"
#include "samplers/hamiltonian/hamiltonian_bytes.hpp"

namespace cggibbs {
namespace {

Prediction predict(const Model& model, const Plan& plan, const GibbsSettings&) {
  Prediction p;
  p.price = 1.4;  // 1.0 on madelon, 1.5 on small groups, 2.7 with a horseshoe
  const Gradient gradient(model);
  if (gradient.moving().empty()) {
    p.refused = "no continuous parameters";
    return p;
  }
  double one = evaluation_overhead, dimension = 0;
  for (NodeId v : gradient.nodes()) {
    if (const auto* linear = model.node(v).as<LinearNode>())
      for (const auto& term : linear->terms)
        one += 2 * product_cost * static_cast<double>(products_of(*term.columns));
    else
      one += static_cast<double>(model.node(v).size);
  }
  // Each of these is a loop to be called, twice.
  one += 50 * static_cast<double>(gradient.nodes().size() + gradient.factors().size());
  for (std::size_t f : gradient.factors()) one += static_cast<double>(model.factors()[f].size);
  for (NodeId v : model.parameters()) {
    const bool moves =
        std::find(gradient.moving().begin(), gradient.moving().end(), v) != gradient.moving().end();
    if (moves)
      dimension += model.node(v).size;
    else
      p.sweep_cost += coordinate_cost(model, plan, v);
  }
  p.sweep_cost += 7 * (one + product_cost * 10 * dimension);  // three doublings: few trees are shallower
  // Before it knows its step size and metric it builds trees as deep as they may be. In few dimensions that passes.
  if (dimension <= 1000) p.setup_cost = 5 * 1023 * one;
  return p;
}

/// A metric that learns the strongest correlations: worth its warmup where dimensions are few.
Prediction predict_low_rank(const Model& model, const Plan& plan, const GibbsSettings& settings) {
  Prediction p = predict(model, plan, settings);
  if (settings.hamiltonian.metric != MetricKind::diag) p.refused = "another metric was asked for";
  if (model.n_coordinates() > 1000) p.refused = "its metric takes a long warmup in so many dimensions";
  return p;
}

template <Trajectory trajectory>
HamiltonianSettings with(const GibbsSettings& settings) {
  HamiltonianSettings s = settings.hamiltonian;
  s.trajectory = trajectory;
  return s;
}

template <Trajectory trajectory>
double bytes(const Model& model, const Members& members, const GibbsSettings& settings) {
  return hamiltonian_bytes(model, members, with<trajectory>(settings));
}

template <Trajectory trajectory>
Blocks make(const Model& model, const Members& members, const GibbsSettings& settings) {
  Blocks blocks;
  blocks.push_back(std::make_unique<HamiltonianBlock>(model, members, with<trajectory>(settings)));
  return blocks;
}

GibbsSettings low_rank(GibbsSettings settings) {
  settings.hamiltonian.metric = MetricKind::low_rank;
  return settings;
}
double bytes_low_rank(const Model& model, const Members& members, const GibbsSettings& settings) {
  return bytes<Trajectory::nuts>(model, members, low_rank(settings));
}
Blocks make_low_rank(const Model& model, const Members& members, const GibbsSettings& settings) {
  return make<Trajectory::nuts>(model, members, low_rank(settings));
}

}  // namespace

constexpr Sampler nuts_sampler{.name = "nuts",
                               .automatic = true,
                               .trajectories = true,
                               .horseshoe = Horseshoe::diverges,
                               .predict = predict,
                               .bytes = bytes<Trajectory::nuts>,
                               .make = make<Trajectory::nuts>};

constexpr Sampler nuts_low_rank_sampler{.name = "nuts:low_rank",
                                        .automatic = true,
                                        .takes_parameters = false,
                                        .trajectories = true,
                                        .horseshoe = Horseshoe::diverges,
                                        .predict = predict_low_rank,
                                        .bytes = bytes_low_rank,
                                        .make = make_low_rank};

constexpr Sampler hmc_sampler{.name = "hmc",
                              .trajectories = true,
                              .horseshoe = Horseshoe::diverges,
                              .bytes = bytes<Trajectory::hmc>,
                              .make = make<Trajectory::hmc>};

}  // namespace cggibbs
