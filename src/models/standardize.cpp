// Column scaling that keeps sparse matrices sparse.
#include "models/standardize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cggibbs/error.hpp>
#include <cmath>

#include "base/settings_text.hpp"
#include "base/suggest.hpp"
#include "models/moments.hpp"

namespace cggibbs {
namespace {

/// In the order of Standardize.
constexpr std::array<std::string_view, 4> rules{"auto", "zscore", "maxabs", "none"};

/// The stored values of column j (all rows when dense).
std::span<double> stored(Matrix& x, std::size_t j) {
  if (auto* d = std::get_if<DenseMatrix>(&x)) return d->col(j);
  auto& s = std::get<SparseMatrix>(x);
  return {s.values.data() + s.start[j], s.start[j + 1] - s.start[j]};
}

/// The paper's bound on the share of zeros.
constexpr double mostly_zeros = 0.85;

/// Few zeros: stored densely it is hardly larger.
DenseMatrix filled(const SparseMatrix& s) {
  DenseMatrix d{s.rows, s.cols, std::vector<double>(s.rows * s.cols, 0.0)};
  for (std::size_t j = 0; j < s.cols; ++j)
    for (std::size_t t = s.start[j]; t < s.start[j + 1]; ++t) d.col(j)[s.row[t]] = s.values[t];
  return d;
}

}  // namespace

Standardize parse_standardize(const std::string& text) {
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (rules[i] == text) return static_cast<Standardize>(i);
  throw Error(fmt::format("`standardize`: unknown rule '{}'.{} Use auto, zscore, maxabs or none."_settings,
                          text, did_you_mean(text, std::vector<std::string>(rules.begin(), rules.end()))));
}

std::string_view name(Standardize rule) {
  return rules[static_cast<std::size_t>(rule)];
}

double share_of_zeros(const Matrix& x) {
  const double cells = static_cast<double>(rows(x)) * static_cast<double>(cols(x));
  if (const auto* s = std::get_if<SparseMatrix>(&x)) return 1 - static_cast<double>(s->entries()) / cells;
  const auto& values = std::get<DenseMatrix>(x).values;
  return static_cast<double>(std::count(values.begin(), values.end(), 0.0)) / cells;
}

Scaling standardize(Matrix& x, Standardize rule) {
  if (rule == Standardize::automatic)
    rule = share_of_zeros(x) > mostly_zeros ? Standardize::maxabs : Standardize::zscore;
  if (rule == Standardize::none) return {};
  if (const auto* sparse = std::get_if<SparseMatrix>(&x); sparse && rule == Standardize::zscore) {
    if (share_of_zeros(x) > mostly_zeros)
      throw Error(
          "`standardize=zscore` would fill the zeros of a sparse matrix. Use `standardize=maxabs` (or "_settings
          "auto).");
    x = filled(*sparse);
  }
  const std::size_t d = cols(x);
  Scaling s{rule, std::vector<double>(d, 0.0), std::vector<double>(d, 1.0)};
  for (std::size_t j = 0; j < d; ++j) {
    const auto column = stored(x, j);
    if (rule == Standardize::zscore) {
      const WeightedMoments m = weighted_moments(column);
      if (m.sd == 0) continue;
      s.centre[j] = m.mean;
      s.scale[j] = m.sd;
    } else {
      double top = 0;
      for (double v : column) top = std::max(top, std::abs(v));
      if (top == 0) continue;
      s.scale[j] = top;
    }
    for (double& v : column) v = (v - s.centre[j]) / s.scale[j];
  }
  return s;
}

}  // namespace cggibbs
