// Collecting what chains know.
#include "run/health.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {

RunHealth health_of(const std::vector<std::unique_ptr<Chain>>& chains) {
  RunHealth h;
  double accepted = 0;
  for (const auto& c : chains) {
    h.drift = std::max(h.drift, c->drift());
    h.block_drift = std::max(h.block_drift, c->block_drift());
    accepted += c->accepted_share();
    if (c->tally().updates > 0) h.hamiltonian.push_back(c->tally());
  }
  h.accept = accepted / static_cast<double>(chains.size());
  return h;
}

void Mixing::add(const Summary& s) {
  worst.add(quantities++, s);
  if (s.rhat > highest_rhat) ++high_rhat;
  if (std::fmin(s.ess_bulk, s.ess_tail) < enough) ++low_ess;
  max_error = std::fmax(max_error, s.mcse_mean / s.sd);
}

}  // namespace cggibbs
