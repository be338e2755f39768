// When to stop: ess=400,rhat=1.01,mcse=0.05,time=60s. Goals are joined by and; a limit ends the run at once.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace cggibbs {

/// The least trustworthy quantity by each measure; as bad as can be while nothing is known.
struct Quality {
  double min_ess = 0;
  double max_rhat = std::numeric_limits<double>::infinity();
  double max_mcse = std::numeric_limits<double>::infinity();  ///< of a mean, in units of the sd
};

struct StopRule {
  // Goals.
  std::optional<double> ess;   ///< smallest bulk and tail effective sample size of all monitored quantities
  std::optional<double> rhat;  ///< largest R-hat of them
  std::optional<double> mcse;  ///< largest Monte Carlo error of a mean, in units of the sd
  // A limit. (The other one is the number of draws.)
  std::optional<double> seconds;  ///< on the clock on the wall, warmup included
  bool any() const { return has_goals() || seconds; }
  bool has_goals() const { return ess || rhat || mcse; }
  std::string text() const;
  std::string goals() const;  ///< "ess and rhat"
  /// Goals that are not reached, as "rhat=1.01 (worst 1.034)".
  std::vector<std::string> missed(const Quality& q) const;
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
