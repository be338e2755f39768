// The table of samplers, and their sweeps.
#include "support/net_samplers.hpp"

#include <stdexcept>

#include "graph/start.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs::test {
namespace {

/// Trees short enough for many replicates.
GibbsSettings hamiltonian(const char* kernel, MetricKind metric) {
  return {.sampler = kernel,
          .slice = {},
          .hamiltonian = {.metric = metric, .max_depth = 4, .integration_time = 1, .step_size = 0.3}};
}

}  // namespace

const std::vector<NetSampler>& net_samplers() {
  // Newton looks for slow directions after ten sweeps; a metric closes its first window after 27 of 30.
  static const std::vector<NetSampler> all{
      {"stepping", {.slice = {}}, 4, true},
      {"doubling", {.slice = {.kind = SliceKind::doubling}, .width = 10}, 2, false},  // as in the paper
      {"newton", {.sampler = "newton", .slice = {}}, 12, true},
      {"block", {.sampler = "gaussian_block", .slice = {}}, 4, true},
      // Proposes scales once it has seen fifty.
      {"latent", {.sampler = "latent", .slice = {}}, 52, true},
      // Proposes along axes once it has seen fifty.
      {"gibbs", {.sampler = "gibbs", .slice = {}}, 52, true},
      {"random_walk", {.sampler = "random_walk", .slice = {}, .width = 0.5, .scan = Scan::rpgs}, 8, false},
      {"nuts", hamiltonian("nuts", MetricKind::diag), 30, true},
      {"nuts_low_rank", hamiltonian("nuts", MetricKind::low_rank), 30, true},
      {"nuts_dense", hamiltonian("nuts", MetricKind::dense), 30, false},
      // Not warmed up: where it learned a small step, its trajectories would be long.
      {"hmc", hamiltonian("hmc", MetricKind::diag), 0, false},
  };
  return all;
}

std::vector<NetSampler> automatic_samplers() {
  std::vector<NetSampler> some;
  for (const NetSampler& s : net_samplers())
    if (s.automatic) some.push_back(s);
  return some;
}

const NetSampler& net_sampler(const std::string& name) {
  for (const NetSampler& s : net_samplers())
    if (s.name == name) return s;
  throw std::logic_error("no sampler of the net is called " + name);
}

GibbsSettings full_settings(const NetSampler& sampler) {
  GibbsSettings s = sampler.settings;
  s.hamiltonian = {.metric = s.hamiltonian.metric};
  return s;
}

Step warmed_sweeps(const NetSampler& sampler, int sweeps) {
  return [=](const Model& model, State& state, Rng& rng) {
    const Plan plan(model);
    State elsewhere = make_state(model);
    draw_valid_start(model, elsewhere, rng);
    GibbsCore core(model, plan, elsewhere, sampler.settings,
                   make_blocks(model, sampler.settings, sampler.warmup));
    for (std::size_t s = 0; s < sampler.warmup; ++s) core.sweep<true>(rng);
    core.freeze();
    elsewhere = state;
    core.conditional().sync();
    for (int s = 0; s < sweeps; ++s) core.sweep<false>(rng);
    state = elsewhere;
  };
}

}  // namespace cggibbs::test
