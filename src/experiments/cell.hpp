// One run of an experiment, and what it measured: a line of its table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/special.hpp"

namespace cggibbs {

/// What decides the numbers of a run, beside the seed and the limits.
struct Cell {
  std::string data;           ///< a data set, or a way to make one (datasets.hpp)
  std::size_t n = 0, d = 0;   ///< rows and columns of it, without the intercept
  std::string prior;          ///< normal: N(0, 10^2); horseshoe
  std::string sampler;        ///< a row of contestants.hpp
  std::size_t replicate = 1;  ///< columns are drawn anew in each
  std::size_t sweeps = 0;     ///< so many; 0: until the smallest effective sample size is 100

  std::string key() const;
};

struct Row {
  enum class Status {
    done,
    censored,  ///< a limit came before 100 effective samples
    failed     ///< the detail says why
  };
  Cell cell;
  bool stand_in = false;  ///< simulated, because the data set was not there
  Status status = Status::done;
  std::string detail = {};     ///< the sampler that `auto` chose, or what went wrong
  std::size_t all_sweeps = 0;  ///< warmup included
  std::size_t draws = 0;       ///< kept, of the second half
  std::size_t thin = 1;
  std::size_t coordinates = 0;                            ///< that effective sample sizes are over
  double warmup_seconds = nan, seconds = nan;             ///< processor time; seconds: of sampling
  double cost = nan;                                      ///< counted work of sampling (base/work.hpp)
  double ess_min = nan, ess_median = nan;                 ///< over coordinates and their squares, all lags
  double ess_paper_min = nan, ess_paper_median = nan;     ///< lags up to 250, as in the paper
  std::vector<std::pair<std::string, double>> more = {};  ///< what the experiment adds

  bool has_ess() const { return ess_min > 0; }
  /// Of sampling: what an effective sample took.
  double sampling_sweeps() const { return static_cast<double>(draws * thin); }
  double extra(const std::string& name) const;
};

std::string name(Row::Status s);

/// f("name", field) for all of a row but `more`: one list for files of every kind.
template <class R, class F>
void for_each_field(R& r, const F& f) {
  f("data", r.cell.data);
  f("n", r.cell.n);
  f("d", r.cell.d);
  f("prior", r.cell.prior);
  f("sampler", r.cell.sampler);
  f("replicate", r.cell.replicate);
  f("fixed_sweeps", r.cell.sweeps);
  f("stand_in", r.stand_in);
  f("status", r.status);
  f("detail", r.detail);
  f("sweeps", r.all_sweeps);
  f("draws", r.draws);
  f("thin", r.thin);
  f("coordinates", r.coordinates);
  f("warmup_seconds", r.warmup_seconds);
  f("seconds", r.seconds);
  f("cost", r.cost);
  f("ess_min", r.ess_min);
  f("ess_median", r.ess_median);
  f("ess_paper_min", r.ess_paper_min);
  f("ess_paper_median", r.ess_paper_median);
}

/// A header and a line per row; what is not known is an empty cell.
std::string csv_text(const std::vector<Row>& rows);

/// The seed of something that has a name: other names, other numbers.
std::uint64_t named_seed(std::uint64_t seed, const std::string& name);

}  // namespace cggibbs
