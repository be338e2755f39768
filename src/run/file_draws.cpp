// Draws to Stan CSV files and column stores.
#include "run/file_draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>

#include "base/settings_text.hpp"
#include "io/file/atomic_file.hpp"
#include "run/bill.hpp"
#include "run/output_folder.hpp"
#include "run/parallel.hpp"
#include "run/version.hpp"
#include "samplers/choose/factory.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

/// Readers know unit_e, diag_e and dense_e; of a low-rank metric the diagonal is written.
void describe_sampler(const GibbsSettings& g, StanCsvInfo& info) {
  const Sampler* sampler = trajectory_sampler(g);
  if (!sampler) return;
  info.engine = sampler->name;
  info.metric = g.hamiltonian.metric == MetricKind::unit    ? "unit_e"
                : g.hamiltonian.metric == MetricKind::dense ? "dense_e"
                                                            : "diag_e";
  info.delta = g.hamiltonian.target_accept;
  info.max_depth = g.hamiltonian.max_depth;
}

/// Shortest exact decimal text of a double, with its comma.
constexpr double csv_bytes_per_value = 19.0;
/// Text of rows on their way to a CSV file, at most this or one row.
constexpr double text_bytes = 1024 * 1024;

void charge(const FitSettings& s, double quantities, Bill& bill) {
  const auto chains = static_cast<double>(s.chains);
  const double block = static_cast<double>(DrawStore::block_bytes), row = 8 * quantities;
  bill.chain_bytes += chains * std::min(std::max(block, row), row * static_cast<double>(s.draws));
  if (!s.output.empty()) bill.chain_bytes += chains * std::max(text_bytes, 28 * quantities);
  // With stopping rules the number of draws is not known: a block's worth is the honest lower bound.
  const double draws = s.until.any() ? 0 : static_cast<double>(s.draws);
  bill.scratch_bytes = chains * row * draws;
  if (!s.output.empty()) {
    const std::size_t warmup_rows = s.save_warmup ? s.chain.warmup / s.chain.thin : 0;
    bill.csv_bytes = chains * quantities * (draws + static_cast<double>(warmup_rows)) * csv_bytes_per_value;
  }
}

}  // namespace

FileDraws::FileDraws(const FitSettings& s, OutputFolder* folder, std::vector<std::string> names,
                     std::vector<std::size_t> selected)
    : names_(std::move(names)),
      selected_(std::move(selected)),
      folder_(folder),
      rows_(s.chains, std::vector<double>(selected_.size())) {
  for (std::size_t c = 1; c <= s.chains; ++c) {
    stores_.emplace_back(scratch_file(folder_ ? folder_->path() : scratch_directory()), names_.size());
    if (!folder_) continue;
    StanCsvInfo info;
    info.model = s.model_name;
    info.num_samples = s.draws * s.chain.thin;
    info.num_warmup = s.chain.warmup;
    info.save_warmup = s.save_warmup;
    info.thin = s.chain.thin;
    info.chain_id = c;
    info.seed = s.chain.seed;
    info.data_file = s.data_file;
    info.version = version;
    describe_sampler(s.chain.gibbs, info);
    writers_.emplace_back(folder_->path() / fmt::format("chain-{}.csv", c), info, names_, s.sig_figs);
  }
}

template <class Write>
void FileDraws::attempt(const Write& write) {
  if (failed_) return;
  try {
    write();
  } catch (const Error& e) {
    const std::lock_guard lock(mutex_);
    if (trouble_.empty()) trouble_ = e.marked();
    failed_ = true;
  }
}

std::string FileDraws::trouble() const {
  if (!failed_) return "";
  const std::lock_guard lock(mutex_);
  return trouble_;
}

void FileDraws::begin_sampling(std::size_t chain, const TrajectoryAdaptation& learned) {
  if (writers_.empty()) return;
  attempt([&] { writers_[chain].begin_sampling({learned.step_size, learned.inverse_metric}); });
}

void FileDraws::append(std::size_t chain, const Draw& draw) {
  auto& row = rows_[chain];
  for (std::size_t k = 0; k < selected_.size(); ++k) row[k] = draw.values[selected_[k]];
  const TrajectoryReport& t = draw.trajectory;
  attempt([&] {
    if (!writers_.empty())
      writers_[chain].append(
          row, {draw.log_density, t.acceptance, t.step_size, t.depth, t.leapfrogs, t.divergent, t.energy});
    if (!draw.warmup) stores_[chain].append(row);
  });
}

std::size_t FileDraws::draws() const {
  std::size_t least = stores_.front().rows();
  for (const auto& s : stores_) least = std::min(least, s.rows());
  return least;
}

void FileDraws::for_each_quantity(int threads, std::size_t step, const Use& use) const {
  const std::size_t n = draws();
  // Adjacent columns are read together: one seek per block of draws instead of one per column.
  const std::size_t group = step == 1 ? 16 : 1;
  const std::size_t groups = (names_.size() + group * step - 1) / (group * step);
  parallel_for(groups, threads, [&](std::size_t g) {
    const std::size_t first = g * group * step;
    const std::size_t count = std::min(group, names_.size() - first);
    std::vector<std::vector<double>> columns(stores_.size());
    for (std::size_t c = 0; c < stores_.size(); ++c) stores_[c].read_columns(first, count, columns[c]);
    std::vector<std::span<const double>> chains(stores_.size());
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t c = 0; c < stores_.size(); ++c)
        chains[c] = std::span<const double>(columns[c]).subspan(k * stores_[c].rows(), n);
      use(first + k, Quantity(chains));
    }
  });
}

std::vector<fs::path> FileDraws::finish(const std::vector<PhaseSeconds>& seconds) {
  std::vector<fs::path> files;
  const std::size_t n = draws();
  for (std::size_t c = 0; c < writers_.size(); ++c) {
    writers_[c].complete({seconds[c].warmup, seconds[c].sampling}, n);
    folder_->staged(writers_[c].path().filename().string());
    files.push_back(writers_[c].path());
  }
  return files;
}

void FileDraws::discard() {
  std::vector<fs::path> files;
  for (const auto& w : writers_) files.push_back(partial_path(w.path()));
  writers_.clear();
  std::error_code ignored;
  for (const auto& f : files) fs::remove(f, ignored);
}

constexpr DrawFormat draws_in_files{
    .keeps_draws = true,
    .less = "`chains`, or `save=NAMES` to keep fewer parameters"_settings,
    .make = [](const FitSettings& s, OutputFolder* folder, std::vector<std::string> names,
               std::vector<std::size_t> selected) -> std::unique_ptr<DrawEnd> {
      return std::make_unique<FileDraws>(s, folder, std::move(names), std::move(selected));
    },
    .charge = charge};

}  // namespace cggibbs
