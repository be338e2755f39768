// Checking a design against its family, and measuring what default priors refer to.
#include "models/glm_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>

#include "base/special.hpp"

namespace cggibbs {
namespace {

bool measured(Family family) {
  return family == Family::gaussian || family == Family::student_t;
}

double sd_of(const std::vector<double>& y) {
  double mean = 0;
  for (double v : y) mean += v / static_cast<double>(y.size());
  double squares = 0;
  for (double v : y) squares += square(v - mean);
  return y.size() > 1 ? std::sqrt(squares / static_cast<double>(y.size() - 1)) : 1.0;
}

void check_names(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw Error(fmt::format("two predictors have the name '{}'. Rename one of the columns.", *twice));
}

}  // namespace

GlmData check_data(const GlmSettings& settings, Design design, std::vector<std::string>& warnings) {
  const Family family = settings.family;
  GlmData data{family, choose_link(family, settings.link), std::move(design), {}, {}, {}};
  Design& d = data.design;
  data.response = {std::move(d.y), std::move(d.trials), std::move(d.weights)};
  warnings = d.warnings;
  if (!d.response_levels.empty() && family != Family::bernoulli)
    throw Error(fmt::format(
        "the response '{}' is text ({}, {}), which --family {} cannot model. Use --family bernoulli, "
        "or check the column for cells that are not numbers.",
        d.response_name, d.response_levels[0], d.response_levels[1], name(family)));
  check_response(family, data.response, warnings);
  check_names(d.names);
  if (cols(d.x) > 0) data.scaling = standardize(d.x, settings.standardize);
  data.sds = column_sds(d.x);
  if (measured(family) && data.link == Link::identity)
    data.response_scale = std::max(sd_of(data.response.y), 1e-12);
  return data;
}

double link_of_mean(const GlmData& data) {
  double total = 0;
  double count = 0;
  for (std::size_t i = 0; i < data.response.y.size(); ++i) {
    total += data.response.y[i];
    count += data.response.trials.empty() ? 1.0 : data.response.trials[i];
  }
  double mu = count > 0 ? total / count : 0.5;
  if (data.link == Link::logit || data.link == Link::probit || data.link == Link::cloglog)
    mu = std::clamp(mu, 0.02, 0.98);
  else if (data.link != Link::identity)
    mu = mu > 0.05 ? mu : measured(data.family) ? std::max(std::abs(mu), 0.05) : 0.05;
  else if (!measured(data.family))
    mu = std::max(mu, 0.05);
  return link_function(data.link, mu);
}

double distance_to_origin(const GlmData& data) {
  const auto means = column_means(data.design.x);
  double squares = 1;
  for (std::size_t j = 0; j < means.size(); ++j)
    if (data.sds[j] > 0) squares += square(means[j] / data.sds[j]);
  return std::sqrt(squares);
}

}  // namespace cggibbs
