// Laying out tables.
#include "base/text_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/paint.hpp"
#include "base/visible.hpp"

namespace cggibbs {
namespace {

/// Characters, not bytes: names may hold UTF-8.
std::size_t width_of(const std::string& s) {
  return static_cast<std::size_t>(
      std::count_if(s.begin(), s.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

std::string padding(std::size_t n) {
  return std::string(n, ' ');
}

/// Without its middle, where it is longer.
std::string shortened(const std::string& s, std::size_t most) {
  const std::size_t n = width_of(s);
  if (n <= most) return s;
  const std::size_t head = (most - 2) / 2, tail = most - 3 - head;
  std::string out;
  std::size_t at = 0;  // characters seen
  for (const char c : s) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      if (at == head) out += "...";
      ++at;
    }
    if (at <= head || at > n - tail) out += c;
  }
  return out;
}

}  // namespace

std::string text_table(std::vector<std::string> header, std::vector<std::vector<std::string>> rows,
                       const TableStyle& style) {
  for (auto& row : rows)
    for (auto& cell : row) cell = visible(cell);
  std::vector<std::size_t> width;
  for (const auto& h : header) width.push_back(width_of(h));
  std::size_t longest = width[0], others = 0;
  for (const auto& row : rows) {
    longest = std::max(longest, width_of(row[0]));
    for (std::size_t k = 1; k < row.size(); ++k) width[k] = std::max(width[k], width_of(row[k]));
  }
  for (std::size_t k = 1; k < width.size(); ++k) others += 2 + width[k];
  constexpr std::size_t least = 16, most = 60;
  std::vector<std::string> gone;
  for (const auto& name : style.spare) {
    if (style.columns == 0 || std::min(longest, least) + others <= style.columns) break;
    const auto k = std::find(header.begin(), header.end(), name) - header.begin();
    if (k == static_cast<std::ptrdiff_t>(header.size())) continue;
    others -= 2 + width[static_cast<std::size_t>(k)];
    width.erase(width.begin() + k);
    header.erase(header.begin() + k);
    for (auto& row : rows) row.erase(row.begin() + k);
    gone.push_back(name);
  }
  const std::size_t room =
      style.columns == 0 ? most : std::clamp(style.columns - std::min(style.columns, others), least, most);
  for (auto& row : rows) {
    row[0] = shortened(row[0], room);
    width[0] = std::max(width[0], width_of(row[0]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const std::string space = padding(width[k] - width_of(cells[k]));
      text += k == 0 ? cells[k] + space : "  " + space + cells[k];
    }
    return text.erase(text.find_last_not_of(' ') + 1);
  };
  std::string out = (style.colour ? coloured(Paint::bold, line(header)) : line(header)) + "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool doubtful = std::find(style.doubtful.begin(), style.doubtful.end(), i) != style.doubtful.end();
    out += (style.colour && doubtful ? coloured(Paint::yellow, line(rows[i])) : line(rows[i])) + "\n";
  }
  if (!gone.empty()) out += fmt::format("(too narrow for {})\n", fmt::join(gone, ", "));
  return out;
}

}  // namespace cggibbs
