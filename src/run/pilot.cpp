// Short chains and their effective sample sizes.
#include "run/pilot.hpp"

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <exception>

#include "diagnostics/ess.hpp"
#include "samplers/linear/improper.hpp"

namespace cggibbs {
namespace {

constexpr std::size_t enough_draws = 10;

}  // namespace

std::size_t fewest_draws(const std::vector<PilotChain>& chains) {
  std::size_t draws = chains.front().draws;
  for (const auto& c : chains) draws = std::min(draws, c.draws);
  return draws;
}

Draws pilot_draws(const std::vector<PilotChain>& chains, std::size_t k) {
  const std::size_t draws = fewest_draws(chains);
  const std::size_t width = chains.front().values.size() / std::max<std::size_t>(1, chains.front().draws);
  Draws out(chains.size(), draws);
  auto to = out.flat().begin();
  for (const auto& c : chains)
    for (std::size_t t = 0; t < draws; ++t) *to++ = c.values[t * width + k];
  return out;
}

std::vector<std::size_t> pick_outputs(const Model& model, std::size_t most) {
  const std::size_t n = model.n_outputs();
  const std::size_t step = (n + most - 1) / most;
  std::vector<std::size_t> picks;
  std::size_t at = 0, alone = 0;
  for (const auto& o : model.outputs()) {
    const std::size_t size = model.node(o.node).size;
    const bool single = size == 1 && alone < most;
    alone += single;
    for (std::size_t k = 0; k < size; ++k, ++at)
      if (single || at % step == 0) picks.push_back(at);
  }
  return picks;
}

PilotChain run_pilot_chain(const Model& model, const Plan& plan, const ChainSettings& settings,
                           std::uint64_t stream, const std::vector<double>& start,
                           const std::vector<std::size_t>& picks, const PilotLimits& limits,
                           const std::atomic<bool>& stop) {
  PilotChain out;
  try {
    Chain chain(model, plan, settings, stream, start);
    const DrawSink keep = [&](std::span<const double> values, double log_density, bool) {
      for (std::size_t k : picks) out.values.push_back(values[k]);
      out.values.push_back(log_density);
    };
    while (chain.draws() < settings.warmup && out.cost < limits.cost && !out.too_dear &&
           !stop.load(std::memory_order_relaxed)) {
      chain.sweep(keep, false);
      out.sampling_cost = cost(chain.sampling_work());
      out.cost = cost(chain.warmup_work()) + out.sampling_cost;
      const auto draws = static_cast<double>(chain.draws()), sweeps = static_cast<double>(chain.sweeps());
      out.too_dear = draws >= handful
                         ? draws < limits.least_rate * out.sampling_cost
                         : out.cost > limits.patience &&
                               sweeps + handful < limits.least_rate * (out.cost - limits.patience);
    }
    if (const Runaway far = find_runaway(model, chain.state())) throw ChainRanAway(far.words, "");
    out.sweeps = chain.sweeps();
    out.draws = chain.draws();
    out.divergences = chain.tally().divergences;
    out.state = chain.state().values;
  } catch (const ChainRanAway& e) {
    out.ran_away = true;
    out.error = "a chain runs away, " + e.found;
  } catch (const ImproperPosterior& e) {
    out.improper = true;
    out.error = e.what();
  } catch (const std::exception& e) {
    out.error = e.what();
  }
  return out;
}

PilotEss pilot_ess(const std::vector<PilotChain>& chains) {
  PilotEss r;
  r.draws = fewest_draws(chains);
  if (r.draws < enough_draws) return r;
  const std::size_t width = chains.front().values.size() / chains.front().draws;
  std::vector<double> all;
  const auto add = [&](double ess) {
    if (std::isfinite(ess)) all.push_back(ess);  // constants have none
  };
  for (std::size_t k = 0; k < width; ++k) {
    const Draws x = pilot_draws(chains, k);
    add(ess_bulk(x));
    if (k + 1 < width) add(ess_bulk(map_draws(x, [](double v) { return v * v; })));
  }
  if (all.empty()) return r;
  std::sort(all.begin(), all.end());
  r.min = all.front();
  r.low = all[all.size() / 10];
  r.median = all[all.size() / 2];
  r.known = true;
  return r;
}

}  // namespace cggibbs
