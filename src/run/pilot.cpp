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
  Draws out(chains.size(), draws);
  if (draws == 0) return out;  // one of them may have failed
  auto to = out.flat().begin();
  for (const auto& c : chains) {
    const auto values = k < c.kept->names().size() ? c.kept->values(0, k) : c.kept->log_density(0);
    to = std::copy_n(values.begin(), draws, to);
  }
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
  RunSettings s;
  s.chain = settings;
  s.chains = 1;
  s.draws = settings.warmup;
  s.threads = 1;
  s.first_stream = stream;
  s.start = start;
  s.enough = [&](const Chain& chain) {
    out.sampling_cost = cost(chain.sampling_work());
    out.cost = cost(chain.warmup_work()) + out.sampling_cost;
    const auto draws = static_cast<double>(chain.draws()), sweeps = static_cast<double>(chain.sweeps());
    out.too_dear = draws >= handful ? draws < limits.least_rate * out.sampling_cost
                                    : out.cost > limits.patience &&
                                          sweeps + handful < limits.least_rate * (out.cost - limits.patience);
    return out.too_dear || out.cost >= limits.cost;
  };
  try {
    auto kept = std::make_unique<MemoryDraws>(std::vector<std::string>(picks.size()), picks, 1, s.draws);
    RunResult r = run(model, plan, s, *kept, stop);
    State& last = r.last.front();
    if (const Runaway far = find_runaway(model, last)) throw ChainRanAway(far.words, "");
    out.kept = std::move(kept);
    out.sweeps = r.sweeps;
    out.draws = r.draws;
    for (const auto& t : r.health.hamiltonian) out.divergences += t.divergences;
    out.state = std::move(last.values);
  } catch (const ChainRanAway& e) {
    out.ran_away = true;
    out.error = "a chain runs away, " + e.found;
  } catch (const ImproperPosterior& e) {
    out.improper = true;
    out.error = e.marked();
  } catch (const Error& e) {
    out.error = e.marked();
  } catch (const std::exception& e) {
    out.error = e.what();
  }
  return out;
}

PilotEss pilot_ess(const std::vector<PilotChain>& chains) {
  PilotEss r;
  r.draws = fewest_draws(chains);
  if (r.draws < enough_draws) return r;
  const std::size_t width = chains.front().kept->names().size() + 1;  // and the log density
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
