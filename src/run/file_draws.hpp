// Draws kept in files: Stan CSV for readers, scratch stores for summaries.
#pragma once

#include <atomic>
#include <mutex>

#include "io/file/draw_store.hpp"
#include "io/stan/stan_csv_writer.hpp"
#include "run/draw_end.hpp"
#include "run/fit.hpp"

namespace cggibbs {

/// Without an output directory there are no CSV files.
class FileDraws : public DrawEnd {
 public:
  FileDraws(const FitSettings& settings, OutputFolder* folder, std::vector<std::string> names,
            std::vector<std::size_t> selected);

  void begin_sampling(std::size_t chain, const TrajectoryAdaptation& learned) override;
  void append(std::size_t chain, const Draw& draw) override;
  const std::vector<std::string>& names() const override { return names_; }
  std::size_t draws() const override;
  void for_each_quantity(int threads, std::size_t step, const Use& use) const override;
  std::vector<std::filesystem::path> finish(const std::vector<PhaseSeconds>& seconds) override;
  std::string trouble() const override;
  void discard() override;

 private:
  /// After the first failure nothing is written any more: all chains end at about the same draw.
  template <class Write>
  void attempt(const Write& write);

  std::vector<std::string> names_;
  std::vector<std::size_t> selected_;
  OutputFolder* folder_;  ///< null: no CSV files
  std::vector<DrawStore> stores_;
  std::vector<StanCsvWriter> writers_;
  std::vector<std::vector<double>> rows_;  ///< one row of selected values per chain
  std::atomic<bool> failed_{false};
  mutable std::mutex mutex_;
  std::string trouble_;
};

}  // namespace cggibbs
