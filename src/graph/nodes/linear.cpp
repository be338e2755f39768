// Products with constant matrices: whole, and by the columns that move.
#include "graph/nodes/linear.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph/node.hpp"
#include "graph/product.hpp"

namespace cggibbs {

LinearRows rows_of(const LinearNode& linear, std::size_t n, const std::size_t* offset) {
  std::vector<std::size_t> count(n);
  const auto for_each_entry = [&](auto&& f) {
    for (const LinearTerm& term : linear.terms)
      for (std::size_t j = 0; j < term.columns->cols(); ++j) {
        const ColumnView c = term.columns->col(j);
        for (std::size_t t = 0; t < c.count; ++t) f(c.row(t), offset[term.source] + j, c.value(t));
      }
  };
  for_each_entry([&](std::size_t row, std::size_t, double) { ++count[row]; });
  LinearRows out{n == 0 ? 0 : *std::max_element(count.begin(), count.end()), {}};
  out.entries.assign(n * out.terms, {0, 0.0});
  std::fill(count.begin(), count.end(), 0);
  for_each_entry([&](std::size_t row, std::size_t at, double value) {
    out.entries[row * out.terms + count[row]++] = {at, value};
  });
  return out;
}

/// Added in the order of terms and columns.
std::size_t evaluate(const LinearNode& linear, std::size_t n, const Values& in, double* out) {
  if (linear.offset.empty())
    std::fill_n(out, n, 0.0);
  else
    std::copy_n(linear.offset.begin(), n, out);
  std::size_t read = 0;
  for (const auto& term : linear.terms) {
    add_product(*term.columns, in.of(term.source), out);
    read += term.columns->entries();
  }
  return read;
}

TouchSet touched(const LinearNode& linear, const Arrival& a) {
  return a.from.through(linear.terms[a.input].columns, a.m);
}

namespace {

/// Rows of one entry are gathers, the most common: a loop of their own. `row` says which is the t-th.
template <class Row>
void write_rows(const LinearNode& linear, const LinearRows& direct, const double* values, std::size_t count,
                const Row& row, double* out) {
  const LinearRows::Entry* all = direct.entries.data();
  if (direct.terms == 1 && linear.offset.empty()) {
    for (std::size_t t = 0; t < count; ++t) {
      const LinearRows::Entry& e = all[row(t)];
      out[row(t)] = e.value == 0 ? 0.0 : e.value * values[e.at];
    }
    return;
  }
  for (std::size_t t = 0; t < count; ++t) {
    const LinearRows::Entry* e = all + row(t) * direct.terms;
    double total = offset_at(linear, row(t));
    for (std::size_t k = 0; k < direct.terms; ++k)
      if (e[k].value != 0) total += e[k].value * values[e[k].at];
    out[row(t)] = total;
  }
}

std::size_t write_anew(const LinearNode& linear, const LinearRows& direct, const double* values,
                       const RowSet& rows, double* out) {
  if (rows.list)
    write_rows(
        linear, direct, values, rows.count, [&](std::size_t t) { return rows.list[t]; }, out);
  else
    write_rows(
        linear, direct, values, rows.count, [&](std::size_t t) { return rows.first + t; }, out);
  return rows.count * direct.terms;
}

}  // namespace

std::size_t propose(const LinearNode& linear, const Move& move, double* out) {
  const RowSet& rows = move.rows;
  if (move.step.direct) return write_anew(linear, *move.step.direct, move.after.array(), rows, out);
  for (std::size_t t = 0; t < rows.count; ++t) out[rows[t]] = move.now[rows[t]];
  std::size_t work = rows.count;
  for (const auto& [input, touched] : move.step.moving) {
    const LinearTerm& term = linear.terms[input];
    const double* before = move.before.of(term.source);
    const double* after = move.after.of(term.source);
    const RowSet moved = touched.rows(move.k, move.members);
    for (std::size_t s = 0; s < moved.count; ++s) {
      const double d = after[moved[s]] - before[moved[s]];
      if (d == 0) continue;
      const ColumnView c = term.columns->entries_of(moved[s]);
      work += c.count;
      for (std::size_t t = 0; t < c.count; ++t) out[c.row(t)] += d * c.value(t);
    }
  }
  return work;
}

void pull_back(const LinearNode& linear, std::size_t, const Values&, const double*, const double* adjoint,
               const Adjoints& into) {
  for (const auto& term : linear.terms)
    if (double* to = into.of(term.source)) add_transposed_product(*term.columns, adjoint, to);
}

std::string describe(const LinearNode& linear) {
  std::vector<std::string> terms;
  for (const auto& t : linear.terms)
    terms.push_back(
        fmt::format("{} x {} {}", t.columns->rows(), t.columns->cols(),
                    t.columns->dense() ? "dense" : fmt::format("sparse ({} entries)", t.columns->entries())));
  if (!linear.offset.empty()) terms.emplace_back("offset");
  return fmt::format("linear: {}", fmt::join(terms, ", "));
}

}  // namespace cggibbs
