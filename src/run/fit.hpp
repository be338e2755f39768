// A run and what its draws say: summaries, files, figures for the record.
#pragma once

#include "diagnostics/summary.hpp"
#include "graph/problem.hpp"
#include "run/draw_format.hpp"
#include "run/run.hpp"

namespace cggibbs {

struct FitSettings : RunSettings {
  const DrawFormat* format = &draws_in_files;
  std::vector<std::string> save;  ///< patterns of outputs to record (* and ?); empty: all
  int sig_figs = 0;               ///< of the CSV files; 0: shortest exact
  std::filesystem::path output;   ///< directory; empty: no files
  std::string model_name = "cggibbs";
  std::string data_file;
  bool check_resources = true;
  double max_memory = 0;      ///< bytes that the run may take; 0: what the machine has
  bool brief_choice = false;  ///< see ChooseSettings::brief
};

struct EssRange {
  double min = 0;
  double median = 0;
};

struct FitResult : RunResult {
  std::vector<std::string> names;
  std::vector<Summary> summaries;   ///< one per name
  std::vector<std::string> missed;  ///< goals that a limit left unreached
  double rank_error = 0;    ///< of quantiles, as a share of the draws: 0 unless they come from sketches
  EssRange ess, ess_paper;  ///< over all quantities and their squares; NaN when none has any
  double max_rhat = 0;
  Mixing mixing;
  std::vector<std::filesystem::path> files;
};

/// What the draws of a finished run say.
FitResult summarize_run(RunResult run, const DrawEnd& end, const RunSettings& settings);

class OutputFolder;

/// Runs into the format that the settings ask for. Stages chain-K.csv and summary.csv when there is a folder (for
/// settings.output); rescaled rows go to summary-original.csv.
FitResult fit(const Model& model, const FitSettings& settings, OutputFolder* folder,
              const std::vector<Rescaled>& original, const std::atomic<bool>& interrupt,
              const RunCallbacks& callbacks);

inline int threads_to_use(const RunSettings& s) {
  return threads_to_use(s.threads, s.chains);
}

}  // namespace cggibbs
