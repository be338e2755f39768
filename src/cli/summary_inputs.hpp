// What `cggibbs summary` is to summarize: the draws of chains, or the table of a run that kept none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "diagnostics/summary.hpp"
#include "io/stan/stan_csv_reader.hpp"

namespace cggibbs {

struct SummaryInputs {
  std::vector<std::string> names;
  std::size_t n_chains = 0;
  std::size_t draws = 0;              ///< of each chain
  std::vector<StanCsv> chains;        ///< empty where no draws were kept
  std::vector<Summary> kept;          ///< what was kept in their place, one per name
  double kept_interval = 0;           ///< percent: the ends that these have beside q5 and q95; 0: none
  std::vector<std::string> warnings;  ///< of the runs
  std::vector<std::string> notes;     ///< how the inputs were understood

  /// `interval` as in summarize(). Throws where draws would be needed and were not kept.
  Summary summary(std::size_t j, double interval) const;
};

/// From directories and Stan CSV files. Chains with the same draws count once.
SummaryInputs read_summary_inputs(const std::vector<std::string>& inputs);

}  // namespace cggibbs
