// Looking rows up by an index that moves.
#include "graph/nodes/gather.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <cmath>

#include "graph/node.hpp"

namespace cggibbs {
namespace {

std::size_t evaluate_rows(const GatherNode& gather, const Values& in, const RowSet& rows, double* out) {
  const double* source = in.of(gather.source);
  const ArgView index = in.view(gather.index);
  const auto size = static_cast<double>(in.size(gather.source));
  for (std::size_t t = 0; t < rows.count; ++t) {
    const double i = index[rows[t]] - gather.first;
    out[rows[t]] = i >= 0 && i < size ? source[static_cast<std::size_t>(i)] : nan;
  }
  return rows.count;
}

}  // namespace

std::size_t evaluate(const GatherNode& gather, std::size_t n, const Values& in, double* out) {
  return evaluate_rows(gather, in, {nullptr, 0, n}, out);
}

TouchSet touched(const GatherNode& gather, const Arrival& a) {
  if (a.input == 1) return a.elementwise();
  // Several elements of the source at once: their rows together are not one list.
  return a.from.is_self() ? TouchSet::members(gather.lists, a.size) : a.everywhere();
}

std::size_t propose(const GatherNode& gather, const Move& move, double* out) {
  return evaluate_rows(gather, move.after, move.rows, out);
}

void pull_back(const GatherNode& gather, std::size_t n, const Values& in, const double*,
               const double* adjoint, const Adjoints& into) {
  double* to = into.of(gather.source);
  if (!to) return;
  const ArgView index = in.view(gather.index);
  const auto size = static_cast<double>(in.size(gather.source));
  for (std::size_t t = 0; t < n; ++t) {
    const double i = index[t] - gather.first;
    if (i >= 0 && i < size) to[static_cast<std::size_t>(i)] += adjoint[t];
  }
}

std::string describe(const GatherNode&) {
  return "gather";
}

void require_within(const std::vector<double>& index, double first, std::size_t size) {
  const double last = first + static_cast<double>(size) - 1;
  for (std::size_t i = 0; i < index.size(); ++i)
    if (!(index[i] >= first && index[i] <= last && index[i] == std::floor(index[i])))
      throw Error(fmt::format(
          "gather: element {} of the index is {}, which is no whole number from {} to {}. Check it, "
          "or say as the third argument what the first element of the array is called.",
          i + 1, index[i], first, last));
}

}  // namespace cggibbs
