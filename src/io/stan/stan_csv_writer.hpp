// Writes the draws of one chain as a Stan CSV file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "io/file/posix_file.hpp"

namespace cggibbs {

/// What the comments at the top of the file say. The defaults describe a Gibbs run in words that Stan's
/// readers accept: they insist on algorithm hmc, a metric and a max_depth.
struct StanCsvInfo {
  std::string model = "cggibbs";
  std::size_t num_samples = 1000;
  std::size_t num_warmup = 1000;
  bool save_warmup = false;  ///< needs a num_warmup that thin divides
  std::size_t thin = 1;
  std::size_t chain_id = 1;
  std::uint64_t seed = 0;
  std::string data_file = {};
  std::string output_file = {};  ///< empty: the path given to the writer
  std::string engine = "gibbs";
  std::string metric = "unit_e";  ///< or diag_e, dense_e
  double delta = 0.8;
  int max_depth = 10;
  std::string version = "0";  ///< of cggibbs
};

/// The columns before the parameters. The defaults are those of a Gibbs draw.
struct SamplerColumns {
  double lp = std::numeric_limits<double>::quiet_NaN();
  double accept_stat = 1;
  double stepsize = 0;
  int treedepth = 0;
  std::int64_t n_leapfrog = 0;
  bool divergent = false;
  double energy = std::numeric_limits<double>::quiet_NaN();
};

/// What warm-up found: inverse_metric has one value per dimension for diag_e, their square for dense_e.
struct StanAdaptation {
  double step_size = 0;
  std::vector<double> inverse_metric = {};
};

struct StanTiming {
  double warmup_seconds = 0;
  double sampling_seconds = 0;
};

/// The file is called PATH.partial until finish(); a writer that goes without it leaves only that. Rows reach
/// the disk some at a time and always whole. An Error from any call (disk full) loses no row: the call can be
/// repeated.
class StanCsvWriter {
 public:
  static constexpr std::size_t all_rows = std::numeric_limits<std::size_t>::max();

  /// sig_figs 1 to 18, or 0 for the shortest text that reads back as the same double.
  StanCsvWriter(std::filesystem::path path, StanCsvInfo info, std::span<const std::string> names,
                int sig_figs = 0);
  StanCsvWriter(StanCsvWriter&&) noexcept = default;
  ~StanCsvWriter();

  /// A warm-up draw until begin_sampling(), if warm-up is saved; otherwise a draw.
  void append(std::span<const double> values, const SamplerColumns& sampler = {});
  /// Ends warm-up. Without saved warm-up the first append does it, with the defaults.
  void begin_sampling(const StanAdaptation& adaptation = {});
  /// Completes the file and gives it its name. With fewer rows than appended the last ones are dropped, so
  /// that chains stopped at different draws can be made equal; num_samples is corrected to the rows there
  /// are.
  void finish(const StanTiming& timing = {}, std::size_t rows = all_rows);
  /// The same, but the file is still called PATH.partial.
  void complete(const StanTiming& timing = {}, std::size_t rows = all_rows);

  std::size_t rows() const { return rows_; }  ///< draws after warm-up
  std::size_t warmup_rows() const { return warmup_rows_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  void flush();
  /// Of what a failed flush has left.
  void cut_to_whole_rows();
  void write_number_field(std::uint64_t offset, std::size_t value);
  std::uint64_t end_of_row(std::size_t rows) const;

  std::filesystem::path path_;
  StanCsvInfo info_;
  int sig_figs_;
  std::size_t columns_;
  PosixFile file_;
  std::string buffer_;  ///< text not yet written; its size is fixed, used_ of it is text
  std::size_t used_ = 0;
  std::uint64_t offset_ = 0;                              ///< bytes written
  std::uint64_t num_samples_at_ = 0, num_warmup_at_ = 0;  ///< where the padded fields are
  std::uint64_t draws_at_ = 0;                            ///< where the first row after warm-up starts
  bool sampling_ = false;
  std::size_t rows_ = 0, warmup_rows_ = 0;
};

}  // namespace cggibbs
