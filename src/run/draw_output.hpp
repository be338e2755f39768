// Where recorded draws go: files and scratch stores, or online statistics.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "diagnostics/chains.hpp"
#include "diagnostics/online.hpp"
#include "diagnostics/summary.hpp"
#include "io/file/draw_store.hpp"
#include "io/stan/stan_csv_writer.hpp"
#include "run/fit.hpp"

namespace cggibbs {

/// Owns one output per chain. Chains append from their own threads; everything else happens between rounds.
class DrawOutput {
 public:
  DrawOutput(const FitSettings& settings, const std::vector<std::string>& all_names,
             std::vector<std::size_t> selected);
  ~DrawOutput();

  /// The chain whose draws these are also knows their sampler columns.
  DrawSink sink(std::size_t chain, const Chain& source);
  const std::vector<std::string>& names() const { return names_; }

  /// Draws that every chain has.
  std::size_t draws() const;
  /// Calls use(index, draws of that quantity) for every step-th quantity, on several threads. Not for online statistics.
  void for_each_quantity(int threads, std::size_t step,
                         const std::function<void(std::size_t, Chains)>& use) const;
  /// Of online statistics: see combine().
  Summary online_summary(std::size_t index) const;
  double online_ess_of_squares(std::size_t index) const;
  double rank_error() const;  ///< of quantiles; 0 as long as all draws are known
  bool online() const { return !online_.empty(); }

  /// Completes the CSV files with equally many draws each; returns their paths.
  std::vector<std::filesystem::path> finish(const std::vector<StanTiming>& timing);
  /// Removes the unfinished files of a run that has nothing to keep.
  void discard();

 private:
  std::vector<OnlineSummary> online_chains(std::size_t index) const;
  void append(std::size_t chain, const Chain& source, std::span<const double> values, double log_density,
              bool warmup);

  std::vector<std::size_t> selected_;
  std::vector<std::string> names_;
  std::filesystem::path output_;  ///< empty: no files
  std::filesystem::path scratch_;
  bool own_scratch_ = false;
  std::vector<DrawStore> stores_;
  std::vector<StanCsvWriter> writers_;
  std::vector<bool> sampling_;
  std::vector<std::vector<OnlineSummary>> online_;  ///< by chain
  std::vector<std::vector<double>> rows_;           ///< one row of selected values per chain
};

}  // namespace cggibbs
