// Checking a design against its family, and measuring what default priors refer to.
#include "models/glm_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>

#include "base/settings_text.hpp"
#include "base/special.hpp"

namespace cggibbs {
namespace {

void check_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw Error(fmt::format("two predictors have the name '{}'. Rename one of the columns.", *twice));
}

/// Squares of numbers outside of this range leave that of doubles.
void check_size(const std::string& what, const std::string& name, double size) {
  if (size == 0 || (size > 1e-140 && size < 1e140)) return;
  throw Error(fmt::format(
      "the {} '{}' has values of size {:.3g}, whose squares a computer cannot hold. Use another unit.", what,
      name, size));
}

}  // namespace

GlmData check_data(const GlmSettings& settings, Design design, std::vector<std::string>& warnings) {
  const Family family = settings.family;
  GlmData data{family, link_or_default(family, settings.link), std::move(design), {}, {}, {}, {}};
  Design& d = data.design;
  data.response = {std::move(d.y), std::move(d.trials), std::move(d.weights)};
  warnings = d.warnings;
  if (!d.response_levels.empty() && family != Family::bernoulli)
    throw Error(fmt::format(
        "the response '{}' is text ({}, {}), which `family={}` cannot model. Use `family=bernoulli`, "_settings
        "or check the column for cells that are not numbers.",
        d.response_name, d.response_levels[0], d.response_levels[1], name(family)));
  check_response(family, data.response, warnings);
  check_names(d.names);
  if (cols(d.x) > 0) data.scaling = standardize(d.x, settings.standardize);
  data.columns = column_moments(d.x, data.response.weights);
  for (std::size_t j = 0; j < data.columns.size(); ++j)
    check_size("predictor", d.names[j], data.columns[j].rms);
  check_size("response", d.response_name, weighted_moments(data.response.y, data.response.weights).rms);
  data.scale = link_scale(family, data.link, data.response, d.offset, d.intercept);
  return data;
}

std::string own_name(std::string name, const GlmData& data) {
  const auto& taken = data.design.names;
  while (std::find(taken.begin(), taken.end(), name) != taken.end()) name = fmt::format("({})", name);
  return name;
}

double size_of(const WeightedMoments& column, bool intercept) {
  if (intercept && column.sd > 0) return column.sd;
  return column.rms > 0 ? column.rms : 1.0;
}

double distance_to_origin(std::span<const WeightedMoments> columns) {
  double squares = 1;
  for (const auto& c : columns)
    if (c.sd > 0) squares += square(c.mean / c.sd);
  return std::sqrt(squares);
}

}  // namespace cggibbs
