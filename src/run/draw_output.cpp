// Draws to Stan CSV files and column stores, or into online statistics.
#include "run/draw_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "io/file/atomic_file.hpp"
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

}  // namespace

DrawOutput::DrawOutput(const FitSettings& s, const std::vector<std::string>& all_names,
                       std::vector<std::size_t> selected)
    : selected_(std::move(selected)),
      output_(s.output),
      sampling_(s.chains, false),
      rows_(s.chains, std::vector<double>(selected_.size())) {
  for (std::size_t i : selected_) names_.push_back(all_names[i]);
  if (s.summary_only) {
    online_.resize(s.chains);  // no copies: these are kilobytes per quantity
    for (auto& chain : online_) chain.resize(names_.size());
    return;
  }
  own_scratch_ = s.output.empty();
  scratch_ = own_scratch_ ? fs::temp_directory_path() / fmt::format("cggibbs-{}-{}", getpid(), s.chain.seed)
                          : s.output;
  ensure_directory(scratch_);
  for (std::size_t c = 1; c <= s.chains; ++c) {
    stores_.emplace_back(scratch_ / fmt::format("chain-{}.draws.partial", c), names_.size());
    if (s.output.empty()) continue;
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
    writers_.emplace_back(s.output / fmt::format("chain-{}.csv", c), info, names_, s.sig_figs);
  }
}

DrawOutput::~DrawOutput() {
  stores_.clear();
  if (own_scratch_) {
    std::error_code ignored;
    fs::remove(scratch_, ignored);
  }
}

DrawSink DrawOutput::sink(std::size_t chain, const Chain& source) {
  return [this, chain, &source](std::span<const double> values, double log_density, bool warmup) {
    append(chain, source, values, log_density, warmup);
  };
}

void DrawOutput::append(std::size_t chain, const Chain& source, std::span<const double> values,
                        double log_density, bool warmup) {
  auto& row = rows_[chain];
  for (std::size_t k = 0; k < selected_.size(); ++k) row[k] = values[selected_[k]];
  if (!online_.empty()) {
    if (!warmup)
      for (std::size_t k = 0; k < row.size(); ++k) online_[chain][k].add(row[k]);
    return;
  }
  if (!writers_.empty()) {
    if (!warmup && !sampling_[chain]) {
      const BlockAdaptation a = source.adaptation();
      writers_[chain].begin_sampling({a.step_size, a.inverse_metric});
      sampling_[chain] = true;
    }
    const BlockReport r = source.report();
    writers_[chain].append(
        row, {log_density, r.acceptance, r.step_size, r.tree_depth, r.gradients, r.divergent, r.energy});
  }
  if (!warmup) stores_[chain].append(row);
}

std::size_t DrawOutput::draws() const {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const auto& s : stores_) least = std::min(least, s.rows());
  for (const auto& o : online_)
    least = std::min(least, o.empty() ? 0 : static_cast<std::size_t>(o[0].draws()));
  return least;
}

void DrawOutput::for_each_quantity(int threads, std::size_t step,
                                   const std::function<void(std::size_t, Chains)>& use) const {
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
      use(first + k, chains);
    }
  });
}

std::vector<OnlineSummary> DrawOutput::online_chains(std::size_t index) const {
  std::vector<OnlineSummary> chains;
  for (const auto& c : online_) chains.push_back(c[index]);
  return chains;
}

Summary DrawOutput::online_summary(std::size_t index) const {
  return combine(online_chains(index));
}

double DrawOutput::online_ess_of_squares(std::size_t index) const {
  return ess_bulk_of_squares(online_chains(index));
}

double DrawOutput::rank_error() const {
  return draws() > TimeSketch::exact_draws ? sketch_error(online_.size()) : 0;
}

std::vector<fs::path> DrawOutput::finish(const std::vector<StanTiming>& timing) {
  std::vector<fs::path> files;
  const std::size_t n = online() ? 0 : draws();
  for (std::size_t c = 0; c < writers_.size(); ++c) {
    writers_[c].finish(timing[c], n);
    files.push_back(writers_[c].path());
  }
  // Further chains of an earlier run in the same directory would pass for chains of this one.
  std::error_code ignored;
  for (std::size_t c = writers_.size() + 1; !output_.empty(); ++c)
    if (!fs::remove(output_ / fmt::format("chain-{}.csv", c), ignored)) break;
  return files;
}

void DrawOutput::discard() {
  std::vector<fs::path> files;
  for (const auto& w : writers_) files.push_back(partial_path(w.path()));
  writers_.clear();
  std::error_code ignored;
  for (const auto& f : files) fs::remove(f, ignored);
}

}  // namespace cggibbs
