// Reading, simulating, scaling and cutting data sets.
#include "experiments/datasets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cggibbs/error.hpp>
#include <cstdlib>
#include <numeric>

#include "base/settings_text.hpp"
#include "base/streams.hpp"
#include "io/matrix/matrix_file.hpp"
#include "models/simulate.hpp"
#include "models/standardize.hpp"

namespace cggibbs {
namespace fs = std::filesystem;
namespace {

constexpr std::array<PanelSet, 12> sets{{{"ALLAML", 72, 7129, 0},
                                         {"BASEHOCK", 1993, 4862, 0.9861},
                                         {"GLI_85", 85, 22283, 0},
                                         {"PCMAC", 1943, 3289, 0.9854},
                                         {"Prostate_GE", 102, 5966, 0},
                                         {"RELATHE", 1427, 4322, 0.9805},
                                         {"SMK_CAN_187", 187, 19993, 0},
                                         {"arcene", 200, 10000, 0.4562},
                                         {"colon", 62, 2000, 0.4158},
                                         {"gisette", 7000, 5000, 0.87},
                                         {"leukemia", 72, 7070, 0.4368},
                                         {"madelon", 2600, 500, 0}}};

/// Of all stand-ins: they are the same for every seed of an experiment, as real data are.
constexpr std::uint64_t stand_in_seed = 20250501;
enum Part : std::uint64_t { column_order, row_order };

MatrixData simulated(SimulateSettings s, const std::string& source) {
  s.family = Family::bernoulli;
  Simulated made = simulate(s);
  return {std::move(made.x), std::move(made.y), column_names(s.cols), source};
}

MatrixData stand_in(const PanelSet& p) {
  SimulateSettings s;
  s.rows = p.n;
  s.cols = p.d;
  s.sparsity = p.zeros;
  if (p.zeros <= sparse_above && p.d > p.n) s.shape = Shape::genes;
  s.signal = 20;
  s.seed = named_seed(stand_in_seed, p.name);
  return simulated(s, std::string(p.name) + " (stand-in)");
}

/// The first `count` of a random order of 0 ... n-1; fewer are the first of more.
std::vector<std::size_t> random_prefix(std::size_t n, std::size_t count, Rng rng) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = 0; i < count; ++i) std::swap(order[i], order[i + rng.below(n - i)]);
  order.resize(count);
  return order;
}

MatrixData irrelevant(const Cell& c, std::uint64_t seed) {
  SimulateSettings s;
  s.rows = c.n;
  s.cols = c.d;
  s.signal = std::min(c.d, significant_columns);
  s.seed = seed;
  MatrixData data = simulated(s, c.data);
  auto& x = std::get<DenseMatrix>(data.x);
  for (std::size_t j = significant_columns; j < c.d; ++j) {
    if (c.data == "irrelevant-copies") std::copy_n(x.col(0).begin(), c.n, x.col(j).begin());
    if (c.data == "irrelevant-zero") std::fill_n(x.col(j).begin(), c.n, 0.0);
  }
  return data;
}

}  // namespace

std::span<const PanelSet> panel() {
  return sets;
}

const PanelSet& panel_set(const std::string& name) {
  const auto found = std::find_if(sets.begin(), sets.end(), [&](const auto& p) { return p.name == name; });
  if (found == sets.end()) throw Error(fmt::format("'{}' is no data set of the panel.", name));
  return *found;
}

DataSets::DataSets(const fs::path& folder) : folder_(folder) {
  std::error_code ignored;
  if (!folder.empty()) {
    if (!fs::is_directory(folder, ignored))
      throw Error(
          fmt::format("`data={}` is no folder. Name one with the panel's files (colon.mat, ...)."_settings,
                      folder.string()));
    return;
  }
  const char* given = std::getenv("CGGIBBS_PANEL");
  for (const fs::path& place :
       {fs::path(given ? given : ""), fs::path("shared/data/panel"), fs::path("../shared/data/panel")})
    if (folder_.empty() && !place.empty() && fs::is_directory(place, ignored)) folder_ = place;
}

fs::path DataSets::file_of(const std::string& name) const {
  std::error_code ignored;
  for (const char* extension : {".mat", ".npz", ".svm", ".mtx"})
    if (const fs::path file = folder_ / (name + extension);
        !folder_.empty() && fs::is_regular_file(file, ignored))
      return file;
  return {};
}

bool DataSets::is_stand_in(const std::string& name) const {
  return std::any_of(sets.begin(), sets.end(), [&](const auto& p) { return p.name == name; }) &&
         file_of(name).empty();
}

std::shared_ptr<const MatrixData> DataSets::whole(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  auto& entry = loaded_[name];
  if (entry) return entry;
  const PanelSet& p = panel_set(name);
  const fs::path file = file_of(name);
  MatrixOptions options;
  options.max_memory = 8e9;  // gisette as dense numbers, twice
  MatrixData data = file.empty() ? stand_in(p) : read_matrix_file(file.string(), options);
  if (rows(data.x) != p.n || cols(data.x) != p.d)
    throw Error(
        fmt::format("{}: {} rows and {} columns, but the panel's {} has {} and {}. Is it another data set?",
                    file.string(), rows(data.x), cols(data.x), name, p.n, p.d));
  standardize(data.x, Standardize::automatic);
  for (double& y : data.y) y = y == 1 ? 1 : 0;
  return entry = std::make_shared<const MatrixData>(std::move(data));
}

MatrixData DataSets::of(const Cell& c, std::uint64_t seed) const {
  const std::uint64_t own = named_seed(seed, fmt::format("{} #{}", c.data, c.replicate));
  if (c.data == "synthetic") {
    SimulateSettings s;
    s.rows = c.n;
    s.cols = c.d;
    s.seed = own;
    return simulated(s, c.data);
  }
  if (c.data.starts_with("irrelevant-"))
    return irrelevant(c, named_seed(seed, fmt::format("irrelevant #{}", c.replicate)));
  const auto all = whole(c.data);
  const auto columns = random_prefix(cols(all->x), c.d, make_rng(own, Purpose::simulate, column_order));
  const auto which = random_prefix(rows(all->x), c.n, make_rng(own, Purpose::simulate, row_order));
  MatrixData part = subset(*all, which, columns);
  part.names = column_names(c.d);
  return part;
}

MatrixData subset(const MatrixData& all, std::span<const std::size_t> rows,
                  std::span<const std::size_t> cols) {
  MatrixData out;
  out.source = all.source;
  for (std::size_t i : rows) out.y.push_back(all.y[i]);
  for (std::size_t j : cols) out.names.push_back(all.names[j]);
  if (const auto* dense = std::get_if<DenseMatrix>(&all.x)) {
    DenseMatrix x{rows.size(), cols.size(), {}};
    x.values.reserve(rows.size() * cols.size());
    for (std::size_t j : cols)
      for (std::size_t i : rows) x.values.push_back(dense->col(j)[i]);
    out.x = std::move(x);
    return out;
  }
  const auto& sparse = std::get<SparseMatrix>(all.x);
  std::vector<std::size_t> place(sparse.rows, rows.size());  // of a row among those asked for; none
  for (std::size_t k = 0; k < rows.size(); ++k) place[rows[k]] = k;
  SparseMatrix x{rows.size(), cols.size(), {0}, {}, {}};
  for (std::size_t j : cols) {
    for (std::size_t t = 0; t < sparse.col_rows(j).size(); ++t) {
      if (place[sparse.col_rows(j)[t]] == rows.size()) continue;
      x.row.push_back(static_cast<std::uint32_t>(place[sparse.col_rows(j)[t]]));
      x.values.push_back(sparse.col_values(j)[t]);
    }
    x.start.push_back(x.row.size());
  }
  out.x = std::move(x);
  return out;
}

}  // namespace cggibbs
