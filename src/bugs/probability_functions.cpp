// One row per distribution of numbers and operation, made from the table of distributions.
#include "bugs/probability_functions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>

#include "graph/var_access.hpp"

namespace cggibbs::bugs {
namespace {

/// Rows of the table of distributions that have functions here at most.
constexpr std::size_t most_rows = 64;

template <std::size_t Row, ProbabilityOp Op>
Value of_row(const std::vector<Value>& a) {
  const DistributionRow& row = distribution_rows()[Row];
  std::vector<Value> args{a[0]};
  for (auto& p : row.parameters({a.begin() + 1, a.end()})) args.push_back(std::move(p));
  return probability_of(Op, *find_distribution(row.ours), args);
}

using Apply = Value (*)(const std::vector<Value>&);

template <ProbabilityOp Op, std::size_t... Row>
constexpr std::array<Apply, sizeof...(Row)> functions_of(std::index_sequence<Row...>) {
  return {of_row<Row, Op>...};
}

template <ProbabilityOp Op>
void add(std::string_view prefix, std::vector<FunctionRow>& rows) {
  static constexpr auto apply = functions_of<Op>(std::make_index_sequence<most_rows>{});
  static std::deque<std::string> names;  // rows point to them
  const auto all = distribution_rows();
  for (std::size_t i = 0; i < std::min(all.size(), most_rows); ++i) {
    const Distribution* d = find_distribution(all[i].ours);
    if (!d || !offers(*d, Op)) continue;
    const auto name = [&](std::string_view distribution) -> std::string_view {
      return names.emplace_back(fmt::format("{}{}", prefix, distribution.substr(1)));
    };
    std::vector<std::string_view> aliases;
    for (const auto alias : all[i].aliases) aliases.push_back(name(alias));
    const std::size_t arguments = all[i].arguments.size() + 1;
    rows.push_back(
        {name(all[i].name), std::move(aliases), arguments, arguments, ResultShape::elementwise, apply[i]});
  }
}

}  // namespace

Value probability_of(ProbabilityOp op, const Distribution& d, const std::vector<Value>& args) {
  Shape shape;
  std::size_t rows = 1;
  VarAccess::DraftPtr draft;
  for (const auto& a : args) {
    if (!a.is_number() && !shape.empty() && a.shape() != shape)
      throw Error(fmt::format("arrays of {} and {} do not go together.", fmt::join(shape, " x "),
                              fmt::join(a.shape(), " x ")));
    if (!a.is_number()) shape = a.shape();
    rows = std::max(rows, a.rows());
    if (!a.constant()) draft = VarAccess::draft(a.node());
  }
  const std::size_t n = rows * elements(shape);
  std::vector<Value> even;
  for (const auto& a : args) even.push_back(a.size() == 1 || a.size() == n ? a : spread(a, rows, shape));
  if (draft) {
    std::vector<Arg> given;
    for (const auto& a : even) given.push_back(a.arg());
    return {VarAccess::probability(draft, op, "the function", d.name, given), rows, std::move(shape),
            op == ProbabilityOp::density || op == ProbabilityOp::cdf};
  }
  std::vector<double> out(n), row(args.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = even[k].numbers()[even[k].size() == 1 ? 0 : i];
    out[i] = probability(op, d, row.data());
  }
  return {std::move(out), rows, std::move(shape)};
}

void add_probability_functions(std::vector<FunctionRow>& rows) {
  add<ProbabilityOp::density>("d", rows);
  add<ProbabilityOp::cdf>("p", rows);
  add<ProbabilityOp::quantile>("q", rows);
  add<ProbabilityOp::log_density>("logdensity.", rows);
}

}  // namespace cggibbs::bugs
