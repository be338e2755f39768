// Small tables for the tests and the fuzzer of formulas.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/table.hpp"

namespace cggibbs::example {

inline constexpr double na = std::numeric_limits<double>::quiet_NaN();

inline void add(Table& table, std::string name, std::vector<double> values) {
  Column c;
  c.name = std::move(name);
  for (const double v : values) c.missing.push_back(std::isnan(v));
  table.rows = values.size();
  c.numbers = std::move(values);
  table.columns.push_back(std::move(c));
}

/// Empty strings are missing cells. Lines count from 2, after the header.
inline void add(Table& table, std::string name, std::vector<std::string> values) {
  Column c;
  c.name = std::move(name);
  c.numeric = false;
  for (const auto& v : values) c.missing.push_back(v.empty());
  table.rows = values.size();
  c.first_text = values.empty() ? "" : values[0];
  c.first_text_line = 2;
  c.text = std::move(values);
  table.columns.push_back(std::move(c));
}

/// Eight rows: numbers y, x, z; text g (a, b, c) and h (u, v) with every combination; k to be used in C(k).
inline Table eight_rows() {
  using Text = std::vector<std::string>;
  Table t;
  t.source = "eight.csv";
  add(t, "y", {1.5, 2, 3, 4.5, 5, 6.5, 7, 8});
  add(t, "x", {1, 2, 4, 3, 5, 7, 6, 9});
  add(t, "z", {0.5, -1, 2, 0, 1, -2, 3, 1});
  add(t, "g", Text{"a", "b", "c", "a", "b", "c", "a", "b"});
  add(t, "h", Text{"u", "v", "u", "v", "u", "v", "v", "u"});
  add(t, "k", {10, 9, 10, 9, 100, 100, 9, 10});
  return t;
}

}  // namespace cggibbs::example
