// Normal columns, correlated with their neighbours or through common factors, with some entries left out.
#include "models/simulate_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {
namespace {

/// Hands out one column after the other; entries of a column may be asked for in ascending rows, or all of them.
class ColumnSource {
 public:
  ColumnSource(const SimulateSettings& s, Rng& rng) : s_(s), rng_(rng) {
    if (s.shape == Shape::genes) {
      modules_ = std::min(gene_modules, s.cols);
      for (std::size_t k = 0; k < modules_ * s.rows; ++k) factors_.push_back(rng.normal());
    }
  }

  /// Values do not depend on other entries: those that are zeroed need not be drawn.
  bool independent() const { return s_.shape == Shape::plain && s_.correlation == 0; }

  void fill(std::size_t j, std::vector<double>& column) {
    if (s_.shape == Shape::genes) {
      // Each gene follows its module's factor more or less closely, in one direction or the other.
      const double a = (0.3 + 0.6 * rng_.uniform()) * (rng_.uniform() < 0.5 ? -1 : 1);
      const double* factor = factors_.data() + j * modules_ / s_.cols * s_.rows;
      for (std::size_t i = 0; i < s_.rows; ++i)
        column[i] = a * factor[i] + std::sqrt(1 - a * a) * rng_.normal();
      return;
    }
    const double rho = j == 0 ? 0 : s_.correlation;
    const double rest = std::sqrt(1 - rho * rho);
    // `column` still holds the previous one.
    for (double& v : column) v = rho * v + rest * rng_.normal();
  }

 private:
  const SimulateSettings& s_;
  Rng& rng_;
  std::size_t modules_ = 0;
  std::vector<double> factors_;  ///< one column per module
};

}  // namespace

Matrix simulate_matrix(const SimulateSettings& s, Rng& rng) {
  ColumnSource source(s, rng);
  std::vector<double> column(s.rows, 0.0);
  if (s.sparsity == 0) {
    DenseMatrix x{s.rows, s.cols, {}};
    x.values.reserve(s.rows * s.cols);
    for (std::size_t j = 0; j < s.cols; ++j) {
      source.fill(j, column);
      x.values.insert(x.values.end(), column.begin(), column.end());
    }
    return x;
  }
  SparseMatrix x{s.rows, s.cols, {0}, {}, {}};
  for (std::size_t j = 0; j < s.cols; ++j) {
    if (!source.independent()) source.fill(j, column);
    // Runs of zeros have geometric lengths, so the cost is that of the entries kept.
    double at = -1;
    while (true) {
      at += 1 + std::floor(std::log(rng.uniform()) / std::log(s.sparsity));
      if (!(at < static_cast<double>(s.rows))) break;
      const auto i = static_cast<std::uint32_t>(at);
      x.row.push_back(i);
      x.values.push_back(source.independent() ? rng.normal() : column[i]);
    }
    x.start.push_back(x.row.size());
  }
  return x;
}

}  // namespace cggibbs
