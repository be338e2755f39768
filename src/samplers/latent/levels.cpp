// Rows marked by level, groups with the same rows joined.
#include "samplers/latent/levels.hpp"

#include <algorithm>

namespace cggibbs {
namespace {

/// Marks each row with its level. False when a row has two.
bool mark(const Columns& columns, std::size_t event, std::size_t none, std::vector<std::uint32_t>& of_row) {
  for (std::size_t j = 0; j < columns.cols(); ++j) {
    const ColumnView c = columns.col(j);
    const auto level = static_cast<std::uint32_t>(j / event);
    for (std::size_t t = 0; t < c.count; ++t) {
      std::uint32_t& at = of_row[c.row(t)];
      if (at != none && at != level) return false;
      at = level;
    }
  }
  return true;
}

/// No row is of two levels when both are taken together.
bool same_levels(const Levels& a, const Levels& b) {
  if (a.count != b.count) return false;
  for (std::size_t i = 0; i < a.of_row.size(); ++i)
    if (a.of_row[i] != b.of_row[i] && a.of_row[i] != a.count && b.of_row[i] != a.count) return false;
  return true;
}

}  // namespace

Levels largest_group(const std::vector<GaussianPart>& parts) {
  const std::size_t rows = parts.front().columns->rows();
  std::vector<Levels> found;
  std::size_t first = 0;
  for (const auto& p : parts) {
    const std::size_t event = p.event, count = p.size() / event;
    Levels own{count, std::vector<std::uint32_t>(rows, static_cast<std::uint32_t>(count)), {}};
    if (!p.columns->dense() && count > 1 && mark(*p.columns, event, count, own.of_row)) {
      for (std::size_t e = 0; e < event; ++e) {
        auto& columns = own.effects.emplace_back(count);
        for (std::size_t g = 0; g < count; ++g)
          columns[g] = static_cast<std::uint32_t>(first + g * event + e);
      }
      const auto same =
          std::find_if(found.begin(), found.end(), [&](const Levels& l) { return same_levels(l, own); });
      if (same == found.end()) {
        found.push_back(std::move(own));
      } else {
        for (std::size_t i = 0; i < rows; ++i) same->of_row[i] = std::min(same->of_row[i], own.of_row[i]);
        for (auto& e : own.effects) same->effects.push_back(std::move(e));
      }
    }
    first += p.size();
  }
  const auto largest = std::max_element(found.begin(), found.end(),
                                        [](const Levels& a, const Levels& b) { return a.size() < b.size(); });
  if (largest == found.end()) return {0, std::vector<std::uint32_t>(rows, 0), {}};
  return std::move(*largest);
}

ArrowSize arrow_size(const std::vector<GaussianPart>& parts) {
  const Levels levels = largest_group(parts);
  std::vector<char> inner;
  for (const auto& p : parts) inner.resize(inner.size() + p.size());
  for (const auto& effect : levels.effects)
    for (std::uint32_t j : effect) inner[j] = true;
  ArrowSize size{levels.count, levels.effects.size(), inner.size() - levels.size(), 0};
  std::vector<std::uint32_t> last(levels.count + 1,
                                  static_cast<std::uint32_t>(inner.size()));  // column seen, by level
  std::uint32_t column = 0;
  for (const auto& p : parts)
    for (std::size_t j = 0; j < p.size(); ++j, ++column) {
      if (inner[column]) continue;
      const ColumnView c = p.columns->col(j);
      for (std::size_t t = 0; t < c.count; ++t) {
        const std::uint32_t level = levels.of_row[c.row(t)];
        size.edges += level < levels.count && last[level] != column;
        last[level] = column;
      }
    }
  return size;
}

double ArrowSize::bytes() const {
  const auto inner = static_cast<double>(groups * effects), e = static_cast<double>(effects);
  const auto q = static_cast<double>(border), t = static_cast<double>(edges);
  return 16 * (inner * e + t * e + q * q) + 40 * (inner + q) + 8 * t;
}

}  // namespace cggibbs
