// Functions of distributions over all rows, or over those that move.
#include "graph/nodes/probability.hpp"

#include <fmt/format.h>

#include "graph/node.hpp"

namespace cggibbs {
namespace {

/// The arguments of one row.
struct Arguments {
  ArgView views[max_probability_arguments];
  double row[max_probability_arguments] = {};
  std::size_t count;

  Arguments(const ProbabilityNode& node, const Values& in) : count(node.inputs.size()) {
    for (std::size_t k = 0; k < count; ++k) views[k] = in.view(node.inputs[k]);
  }
  const double* at(std::size_t i) {
    for (std::size_t k = 0; k < count; ++k) row[k] = views[k][i];
    return row;
  }
};

}  // namespace

std::size_t evaluate(const ProbabilityNode& node, std::size_t n, const Values& in, double* out) {
  Arguments a(node, in);
  for (std::size_t i = 0; i < n; ++i) out[i] = probability(node.op, *node.distribution, a.at(i));
  return n;
}

TouchSet touched(const ProbabilityNode&, const Arrival& a) {
  return a.elementwise();
}

std::size_t propose(const ProbabilityNode& node, const Move& move, double* out) {
  Arguments a(node, move.after);
  for (std::size_t t = 0; t < move.rows.count; ++t) {
    const std::size_t i = move.rows[t];
    out[i] = probability(node.op, *node.distribution, a.at(i));
  }
  return move.rows.count;
}

void pull_back(const ProbabilityNode& node, std::size_t n, const Values& in, const double* out,
               const double* adjoint, const Adjoints& into) {
  Arguments a(node, in);
  for (std::size_t k = 0; k < node.inputs.size(); ++k) {
    double* to = into.of(node.inputs[k]);
    if (!to) continue;
    for (std::size_t i = 0; i < n; ++i) {
      if (adjoint[i] == 0) continue;
      const double slope = probability_slope(node.op, *node.distribution, a.at(i), out[i], k);
      to[i * a.views[k].stride] += adjoint[i] * slope;
    }
  }
}

std::string describe(const ProbabilityNode& node) {
  constexpr std::string_view names[] = {"density", "log density", "cdf", "quantile", "log interval"};
  return fmt::format("probability: {} of {}", names[static_cast<std::size_t>(node.op)],
                     node.distribution->name);
}

}  // namespace cggibbs
