// What an experiment is: cells, how one is computed, a figure and a verdict. One file and one row of the table each.
#pragma once

#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "experiments/cell.hpp"
#include "experiments/datasets.hpp"
#include "figures/figure.hpp"

namespace cggibbs {

class Peers;

/// Where a cell stops at the latest.
struct Limits {
  double cost;              ///< counted work of a round, about nanoseconds (base/work.hpp)
  double peer_seconds;      ///< of processor time, for other programs, whose work is not counted
  std::size_t first;        ///< sweeps of warmup, and of sampling, in the first round
  std::size_t coordinates;  ///< that effective sample sizes are taken of, at most
};

struct Lab {
  bool full;
  std::uint64_t seed;
  Limits limits;
  const DataSets& data;
  const Peers& peers;
  const std::atomic<bool>& interrupt;
};

struct Verdict {
  enum class Holds { yes, partly, no, unknown };
  Holds holds = Holds::unknown;
  std::string sentence;  ///< with the number
};

using Rows = std::vector<Row>;

struct Experiment {
  const char* name;
  const char* what;   ///< a line for lists
  const char* claim;  ///< what the paper found
  /// All of them, for every sampler; those of programs that are not there are left out.
  std::vector<Cell> (*cells)(bool full);
  /// From any thread; rows of one cell.
  Rows (*compute)(const Cell& cell, const Lab& lab);
  Figure (*figure)(const Rows& rows);
  Verdict (*verdict)(const Rows& rows);
};

std::span<const Experiment* const> experiments();
/// Throws an Error that says which there are.
const Experiment& find_experiment(const std::string& name);

extern const Experiment gibbs_scaling, colon_scaling, size_dimension, panel_race, ratio_dn, more_data,
    condition_scaling, nuts_adaptation, irrelevant_features, horseshoe_marginals, scans;

}  // namespace cggibbs
