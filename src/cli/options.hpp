// The options that `fit` and `explain` share, and what they make of the data.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "run/prepared.hpp"

namespace CLI {
class App;
}

namespace cggibbs {

/// A BUGS program and what belongs to it.
struct ProgramOptions {
  std::vector<std::string> data;     ///< files
  std::string inits;                 ///< a file
  std::vector<std::string> monitor;  ///< lists of nodes
  bool given = false;                ///< the input is a program, whatever its name
};

struct FitOptions {
  std::set<std::string> given;      ///< the long names of options on the command line, without dashes
  std::vector<std::string> inputs;  ///< FORMULA DATA, or a matrix file alone, or a BUGS program
  ProgramOptions program;
  std::string family;
  std::string link;
  std::string prior, intercept_prior, dispersion_prior, sd_prior;
  std::string weights, trials;
  std::vector<std::string> offsets;
  std::string na = "error";
  std::vector<std::string> na_strings;
  std::string separator, decimal;  ///< of tables; empty: found out, '.'
  std::string standardize = "auto";
  std::string decorrelate = "auto";
  std::string merge_rows = "yes";
  std::string x_name = "X";
  std::string response;
  std::string max_memory;  ///< empty: ten times the data file, or what the machine has
  bool zero_based = false;
  bool no_intercept = false;

  std::string sampler = "auto";
  std::string slice = "stepping";
  double width = 1;
  bool no_adapt = false;
  std::string scan = "dugs";
  bool naive = false;
  std::string metric;  ///< empty: what the sampler's name says, or diag
  double target_accept = 0.8;
  std::int64_t max_depth = 10;
  double integration_time = 2;
  std::string block;

  std::int64_t chains = 4, warmup = 1000, draws = 1000, thin = 1;
  std::vector<std::string> until;
  std::string seed;  ///< empty: drawn
  std::int64_t threads = 0;
  bool save_warmup = false;
  std::string init;
  std::string output;
  std::vector<std::string> save;
  bool summary_only = false;
  std::optional<std::int64_t> sig_figs;  ///< none: shortest exact
  std::string progress = "auto";
  bool quiet = false;
  std::int64_t top = 20;
  double interval = 90;  ///< percent
};

void add_model_options(CLI::App& app, FitOptions& o);
void add_program_options(CLI::App& app, FitOptions& o);
void add_sampling_options(CLI::App& app, FitOptions& o);
/// Once the command line has been read.
void note_given(const CLI::App& app, FitOptions& o);

/// Whether the input is a BUGS program: its name ends in .bug, .bugs or .jags, or it has data of its own.
bool is_program(const FitOptions& o);

/// Data read, model built, settings checked: ready to run or to explain.
Prepared prepare_fit(const FitOptions& options);
/// The chains, their files and what is told of them. Returns the exit code.
int run_fit(const FitOptions& options);
/// What a command reads, which none of its outputs may replace.
std::vector<std::filesystem::path> input_files(const FitOptions& options);
/// Of the run record.
nlohmann::json configuration(const FitOptions& options, const Prepared& p);

}  // namespace cggibbs
