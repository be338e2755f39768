// Type-7 quantiles, medians and normal scores.
#include "diagnostics/order.hpp"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <boost/sort/pdqsort/pdqsort.hpp>

#include <cmath>

#include "base/special.hpp"

namespace cggibbs {

double quantile_of_sorted(std::span<const double> sorted, double p) {
  if (sorted.empty()) return nan;
  const double position = static_cast<double>(sorted.size() - 1) * p;
  // R adds 1 before taking the whole part; the fraction must round as it does there, because draws are
  // compared with the result.
  const double one_based = 1 + position;
  const double whole = std::floor(one_based);
  const auto i = static_cast<std::size_t>(whole) - 1;
  const double low = sorted[i];
  if (!(one_based > whole) || sorted[i + 1] == low) return low;
  const double h = one_based - whole;
  return (1 - h) * low + h * sorted[i + 1];
}

double median_of_sorted(std::span<const double> sorted) {
  if (sorted.empty()) return nan;
  const std::size_t half = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[half];
  return (sorted[half - 1] + sorted[half]) / 2;
}

double median_of(std::vector<double> v) {
  std::erase_if(v, [](double x) { return std::isnan(x); });
  if (v.empty()) return nan;
  const auto middle = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
  std::nth_element(v.begin(), middle, v.end());
  if (v.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(v.begin(), middle));
}

std::vector<Placed> sorted_with_places(std::span<const double> values) {
  std::vector<Placed> out(values.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = {values[i], i};
  boost::sort::pdqsort_branchless(out.begin(), out.end(),
                                  [](const Placed& a, const Placed& b) { return a.value < b.value; });
  return out;
}

double normal_score(double rank, double count) {
  const double p = (rank - 0.375) / (count + 0.25);
  return -M_SQRT2 * boost::math::erfc_inv(2 * p);
}

namespace {

/// Scores of the whole ranks 1..count. Thousands of parameters have the same number of draws, so the last
/// table made is kept.
std::span<const double> score_table(std::size_t count) {
  thread_local std::vector<double> table;
  if (table.size() == count) return table;
  table.resize(count);
  for (std::size_t i = 0; i < (count + 1) / 2; ++i) {
    table[i] = normal_score(static_cast<double>(i + 1), static_cast<double>(count));
    table[count - 1 - i] = -table[i];
  }
  if (count % 2 == 1) table[count / 2] = 0;
  return table;
}

}  // namespace

void normal_scores(std::span<const Placed> sorted, std::span<double> scores) {
  const std::size_t n = sorted.size();
  const auto table = score_table(n);
  for (std::size_t i = 0; i < n;) {
    std::size_t end = i + 1;
    while (end < n && sorted[end].value == sorted[i].value) ++end;
    // Ranks i + 1 .. end, whose average is a whole number when there is an odd number of them.
    const std::size_t twice = i + 1 + end;
    const double z = twice % 2 == 0 ? table[twice / 2 - 1]
                                    : normal_score(static_cast<double>(twice) / 2, static_cast<double>(n));
    for (; i < end; ++i) scores[sorted[i].place] = z;
  }
}

}  // namespace cggibbs
