// Judging a run by R-hat, effective sample size, drift, trajectories and acceptance.
#include "run/warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/settings_text.hpp"
#include "base/tolerance.hpp"
#include "run/told_beside.hpp"

namespace cggibbs {
namespace {

class Warnings {
 public:
  explicit Warnings(const RunFacts& run) : run_(run) {}

  std::vector<std::string> list() && {
    if (run_.draws < 4) {
      say("too few draws for diagnostics", "Ask for at least 100 per chain.");
      return std::move(out_);
    }
    goals();
    mixing();
    drift();
    if (!run_.health.hamiltonian.empty()) trajectories();
    acceptance();
    return std::move(out_);
  }

 private:
  /// What is wrong, then what to do about it.
  void say(const std::string& doubt, const std::string& remedy) { out_.push_back(doubt + ". " + remedy); }

  void goals() {
    if (run_.missed.empty()) return;
    say(fmt::format("the run was ended by {} before all its goals were reached: {}", run_.stopped_by,
                    fmt::join(run_.missed, ", ")),
        "Give it more time or more `draws`, or ask for less."_settings);
  }

  void mixing() {
    const Mixing& m = run_.mixing;
    if (m.high_rhat > 0)
      say(fmt::format("R-hat is above {} for {} of {} parameters (worst {} for {}): the chains do not "
                      "agree yet",
                      Mixing::highest_rhat, m.high_rhat, m.quantities,
                      told_beside(m.worst.max_rhat, Mixing::highest_rhat, 3),
                      run_.names[m.worst.max_rhat_index]),
          "Run longer (`warmup`, `draws`), or `until=rhat=1.01`."_settings);
    if (m.low_ess > 0)
      say(fmt::format("the effective sample size is below {:.0f} for {} of {} parameters (worst {} for {}): "
                      "their means and intervals are rough",
                      m.enough, m.low_ess, m.quantities, told_beside(m.worst.min_ess, m.enough, 0),
                      run_.names[m.worst.min_ess_index]),
          fmt::format("Use more `draws`, or `until=ess={:.0f}`."_settings, m.enough));
  }

  void drift() {
    const RunHealth& h = run_.health;
    if (h.drift > tol::cached_sum)
      say(fmt::format("cached sums drifted by {:.1e} between refreshes (tolerance {:.0e})", h.drift,
                      tol::cached_sum),
          "Please report this with the data's scale; `standardize=zscore` avoids it."_settings);
    if (h.block_drift > tol::block_predictor)
      say(fmt::format(
              "a block of coefficients lost digits: its predictor was off by {:.1e} (tolerance {:.0e})",
              h.block_drift, tol::block_predictor),
          "Compare with `sampler=slice`, and please report this with the data's scale; `standardize=zscore` "_settings
          "may "
          "avoid it.");
  }

  void trajectories() {
    std::uint64_t updates = 0, divergences = 0, saturated = 0;
    double lowest = inf, shortest = inf, longest = 0;
    for (const auto& t : run_.health.hamiltonian) {
      shortest = std::min(shortest, t.step_size);
      longest = std::max(longest, t.step_size);
      updates += t.updates;
      divergences += t.divergences;
      saturated += t.saturated;
      lowest = std::fmin(lowest, t.ebfmi_value());
    }
    if (divergences > 0)
      say(fmt::format("{} of {} trajectories diverged: part of the posterior is too curved for the step size "
                      "and may be "
                      "missing from the draws",
                      divergences, updates),
          "Use `target_accept=0.95` (or 0.99), tighter priors, or `sampler=slice`, which needs no step "_settings
          "size.");
    if (static_cast<double>(saturated) > 0.01 * static_cast<double>(updates))
      say(fmt::format("{} of {} trees stopped at the largest depth before turning round: draws are costly "
                      "for what they "
                      "tell",
                      saturated, updates),
          "Use `metric=dense` or low_rank, `standardize=zscore`, or a larger `max_depth`."_settings);
    if (longest > 3 * shortest)
      say(fmt::format(
              "chains learned unequal step sizes ({:.2g} to {:.2g}): they were in different places in warmup",
              shortest, longest),
          "Run a longer `warmup`, or look for separate modes in chain-*.csv."_settings);
    if (lowest < 0.3)
      say(fmt::format("E-BFMI is {:.2f} in the worst chain (below 0.3): momenta move the energy too slowly "
                      "to explore the "
                      "tails",
                      lowest),
          "Run a longer `warmup`, use priors with lighter tails, or `sampler=slice`."_settings);
  }

  void acceptance() {
    if (run_.health.accept < 0.1)
      say(fmt::format("only {:.0f}% of proposals were accepted", 100 * run_.health.accept),
          "Use `sampler=slice`, or a longer `warmup`."_settings);
  }

  const RunFacts& run_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> warnings(const RunFacts& run) {
  return Warnings(run).list();
}

}  // namespace cggibbs
