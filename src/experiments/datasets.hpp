// The data of experiments: the paper's panel or marked stand-ins for it, and synthetic sets by recipe.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/matrix_data.hpp"
#include "experiments/cell.hpp"

namespace cggibbs {

struct PanelSet {
  const char* name;
  std::size_t n, d;
  double zeros;  ///< share of entries
};
std::span<const PanelSet> panel();
const PanelSet& panel_set(const std::string& name);

/// Beyond this share of zeros a set counts as sparse.
inline constexpr double sparse_above = 0.85;

/// Recipes for synthetic sets. All have signs of their own in `Cell::data`:
///   synthetic            normal columns, up to ten of which matter
///   irrelevant-normal    30 columns that matter and others that are independent,
///   irrelevant-copies    copies of the first,
///   irrelevant-zero      or zero
inline constexpr std::size_t significant_columns = 30;

class DataSets {
 public:
  /// An empty folder: whatever is at hand (CGGIBBS_PANEL, shared/data/panel here or one folder up), or nothing.
  explicit DataSets(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  bool is_stand_in(const std::string& name) const;

  /// The rows and columns of a cell, scaled as in the paper; which ones depends on seed, data set and replicate, and fewer
  /// columns are the first of more. From any thread.
  MatrixData of(const Cell& cell, std::uint64_t seed) const;

 private:
  std::filesystem::path file_of(const std::string& name) const;
  std::shared_ptr<const MatrixData> whole(const std::string& name) const;

  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const MatrixData>> loaded_;
};

/// These rows and columns.
MatrixData subset(const MatrixData& all, std::span<const std::size_t> rows,
                  std::span<const std::size_t> cols);

}  // namespace cggibbs
