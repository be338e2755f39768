// Every column is a predictor; two labels become 0 and 1.
#include "models/matrix_design.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <utility>

#include "base/settings_text.hpp"

namespace cggibbs {
namespace {

/// The paper's coding.
void code_labels(std::vector<double>& y, const std::string& source) {
  std::vector<double> labels;
  for (double label : y) {
    if (std::find(labels.begin(), labels.end(), label) != labels.end()) continue;
    labels.push_back(label);
    if (labels.size() > 2)
      throw Error(fmt::format(
          "{}: the response has 3 or more different labels ({}, ...); `family=bernoulli` needs two."_settings,
          source, fmt::join(labels, ", ")));
  }
  if (labels.size() == 2 && std::find(labels.begin(), labels.end(), 1.0) == labels.end())
    throw Error(fmt::format("{}: the labels are {} and {}; one of them must be 1 (the success).", source,
                            labels[0], labels[1]));
  for (double& label : y) label = label == 1 ? 1 : 0;
}

}  // namespace

Design matrix_design(MatrixData data, Family family, bool intercept) {
  if (family == Family::bernoulli) code_labels(data.y, data.source);
  Design d;
  d.rows = rows(data.x);
  d.response_name = "y";
  d.y = std::move(data.y);
  d.intercept = intercept;
  d.x = std::move(data.x);
  d.names = std::move(data.names);
  return d;
}

}  // namespace cggibbs
