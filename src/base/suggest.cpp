// Nearest name by Levenshtein distance, ignoring case.
#include "base/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace cggibbs {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t up = row[j];
      const std::size_t cost = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + cost});
      diagonal = up;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> candidates) {
  // Long candidate lists (20,000 genes) and long names stay affordable: the bound prunes by length first.
  std::size_t best = std::max<std::size_t>(1, (name.size() + 2) / 3) + 1;
  std::string found;
  for (const auto& c : candidates) {
    const std::size_t gap = c.size() > name.size() ? c.size() - name.size() : name.size() - c.size();
    if (gap >= best || c.size() > 200 || c == name) continue;
    const std::size_t distance = edit_distance(name, c);
    if (distance < best && distance < std::max(name.size(), c.size())) {  // else nothing is left of the name
      best = distance;
      found = c;
    }
  }
  return found;
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  const std::string near = nearest(name, candidates);
  return near.empty() ? "" : " Did you mean '" + near + "'?";
}

}  // namespace cggibbs
