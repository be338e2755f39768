// Slow search for the part of a sum that is not a number.
#include "graph/explain_nan.hpp"

#include <fmt/format.h>

#include <cggibbs/error.hpp>
#include <cmath>

#include "graph/state.hpp"

namespace cggibbs {

void explain_nan(const Model& model, const double* values, Coordinate c, double candidate) {
  std::vector<double> fresh(values, values + model.state_size());
  Work work;
  naive_log_density(model, fresh.data(), work);
  for (NodeId v : model.cached())
    for (std::size_t i = 0; i < model.node(v).size; ++i)
      if (std::isinf(fresh[model.offset(v) + i])) return;
  for (const auto& factor : model.factors()) {
    for (std::size_t i = 0; i < factor.size; ++i) {
      if (!std::isnan(row_log_density(model, fresh.data(), factor, i))) continue;
      throw Error(
          fmt::format("the log density is not a number when {} = {}: row {} of {} has {}. Check the data of "
                      "that row, or bound the "
                      "parameter so that it cannot go there.",
                      model.coordinate_name(c), candidate, factor.given_row(i) + 1, factor.distribution->name,
                      row_in_words(model, fresh.data(), factor, i)));
    }
  }
  throw Error(fmt::format(
      "the log density is not a number when {} = {}: infinities of both signs cancel. Use a proper "
      "prior or narrower bounds for it.",
      model.coordinate_name(c), candidate));
}

}  // namespace cggibbs
