// When to stop: --until ess=400, rhat=1.01, time=60s; the first one reached stops.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cggibbs {

struct StopRule {
  std::optional<double> ess;   ///< smallest bulk and tail effective sample size of all monitored quantities
  std::optional<double> rhat;  ///< largest R-hat of them
  std::optional<double> seconds;  ///< on the clock on the wall, warmup included
  bool any() const { return ess || rhat || seconds; }
  bool needs_diagnostics() const { return ess || rhat; }
  std::string text() const;
};

/// Each item may hold several conditions separated by commas.
StopRule parse_stop_rule(const std::vector<std::string>& items);

/// "60s", "10m", "2h", "90" (seconds).
double parse_duration(const std::string& text, const std::string& what);

/// Draw counts at which conditions are checked: 100, then half as many again each time, up to the most.
std::size_t next_check(std::size_t draws, std::size_t most);

/// Draws that a run will probably need: in proportion to the smallest effective sample size found at the last check
/// (0 draws: none yet), otherwise those of the next check.
std::size_t expected_draws(const StopRule& rule, std::size_t checked_draws, double min_ess, std::size_t next,
                           std::size_t most);

}  // namespace cggibbs
