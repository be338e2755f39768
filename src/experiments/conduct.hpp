// Carrying out an experiment: cells that the journal does not have, in parallel; then table, figure and verdict.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/journal.hpp"
#include "experiments/peers.hpp"
#include "io/file/folder_lock.hpp"

namespace cggibbs {

struct ConductSettings {
  bool full = false;
  std::uint64_t seed = 1;
  int threads = 0;               ///< cells at the same time; 0: one per core
  std::filesystem::path folder;  ///< for results
  std::filesystem::path data = {};
  std::string peers = {};
};

struct Conclusion {
  bool interrupted = false;  ///< then there is nothing but the journal
  Verdict verdict = {};
  std::vector<std::string> notes = {};
  std::vector<std::filesystem::path> files = {};
};

/// Cells done, of so many; called from any thread, one at a time.
using CellProgress = std::function<void(std::size_t done, std::size_t total)>;

Limits limits_of(bool full);

/// A folder of experiments, locked. Cells that two of them share are computed once.
class Bench {
 public:
  Bench(ConductSettings settings, const std::atomic<bool>& interrupt);

  Conclusion conduct(const Experiment& experiment, const CellProgress& progress);

 private:
  std::vector<Cell> cells_of(const Experiment& experiment, std::vector<std::string>& notes) const;
  Rows compute(const Experiment& experiment, const Cell& cell) const;
  void write(const Experiment& experiment, const Rows& rows, Conclusion& c) const;
  int threads() const;

  ConductSettings s_;
  const std::atomic<bool>& interrupt_;
  FolderLock lock_;
  DataSets data_;
  Peers peers_;
  Lab lab_;
  Journal journal_;
};

/// "holds", "holds in part", ...
std::string words(Verdict::Holds holds);

}  // namespace cggibbs
