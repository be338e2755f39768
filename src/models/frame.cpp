// The rows of a table that a model uses, with columns found by name.
#include "models/frame.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "base/settings_text.hpp"
#include "base/suggest.hpp"
#include "cggibbs/error.hpp"
#include "models/listing.hpp"
#include "models/stray_text.hpp"

namespace cggibbs {

bool cell_missing(const Column& column, std::size_t row) {
  return column.is_missing(row) || (column.numeric && std::isnan(column.numbers[row]));
}

std::string level_of(const Column& column, std::size_t row) {
  if (!column.numeric) return column.text[row];
  return fmt::format("{}", column.numbers[row] + 0.0);  // -0 + 0 is 0
}

Frame::Frame(const Table& table) : table_(table), source_(table.source.empty() ? "data" : table.source) {
  index_.reserve(table.columns.size());
  for (std::size_t j = 0; j < table.columns.size(); ++j) index_.try_emplace(table.columns[j].name, j);
  kept_.resize(table.rows);
  std::iota(kept_.begin(), kept_.end(), std::size_t{0});
}

const Column& Frame::column(const std::string& name, std::string_view where) const {
  const auto it = index_.find(name);
  if (it != index_.end()) return table_.columns[it->second];
  const auto names = table_.names();
  const std::string near = nearest(name, names);
  throw Error(fmt::format("{}: unknown column '{}' in {}.{} Columns: {}.", source_, name, where,
                          near.empty() ? "" : " Did you mean '" + near + "'?", listing(names, 20)));
}

std::vector<double> Frame::numbers(const std::string& name, const std::string& user) const {
  const Column& c = column(name);
  refuse_stray_text(c, *this, false);
  if (!c.numeric) {
    const std::string where =
        c.first_text_line > 0 ? fmt::format(", first '{}' in line {}", c.first_text, c.first_text_line) : "";
    throw Error(
        fmt::format("{}: {} needs numbers, but column '{}' holds text{}.", source_, user, name, where));
  }
  std::vector<double> out(rows());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = c.numbers[kept_[i]];
    if (!std::isfinite(out[i]))
      throw Error(fmt::format("{}: column '{}' is {} in row {}; {} needs finite numbers.", source_, name,
                              out[i], row_number(i), user));
  }
  return out;
}

void Frame::leave_out_zeros(const std::string& name) {
  const Column& c = column(name);
  if (!c.numeric) return;  // whoever uses its numbers complains
  const std::size_t before = kept_.size();
  std::erase_if(kept_, [&](std::size_t i) { return !cell_missing(c, i) && c.numbers[i] == 0; });
  zeros_ += before - kept_.size();
  if (kept_.empty())
    throw Error(
        fmt::format("{}: column '{}' is zero in every row: all weights are zero, there is nothing to fit.",
                    source_, name));
}

void Frame::handle_missing(const std::vector<std::string>& names, MissingValues na) {
  std::vector<bool> absent(table_.rows, false);
  std::vector<std::string> found;
  for (const auto& name : names) {
    const Column& c = column(name);
    std::size_t count = 0, first = 0;
    for (const std::size_t i : kept_) {
      if (!cell_missing(c, i)) continue;
      if (count++ == 0) first = i;
      absent[i] = true;
    }
    if (count == 0) continue;
    if (count == kept_.size())
      throw Error(fmt::format("{}: column '{}' is missing in every row. Leave it out of the formula.",
                              source_, name));
    found.push_back(fmt::format("'{}' ({}, first in row {})", name, count, first + 1));
  }
  if (found.empty()) return;
  if (na == MissingValues::error)
    throw Error(
        fmt::format("{}: missing values in column {}. Use `na=drop` to leave these rows out."_settings,
                    source_, listing(found, 5)));
  std::erase_if(kept_, [&](std::size_t i) { return absent[i]; });
  if (kept_.empty())
    throw Error(fmt::format("{}: no row is complete after dropping those with missing values in column {}.",
                            source_, listing(found, 5)));
}

}  // namespace cggibbs
