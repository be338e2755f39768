// Checking that a response can come from its family.
#include <fmt/format.h>

#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>

#include "base/settings_text.hpp"
#include "models/family.hpp"

namespace cggibbs {
void check_response(Family family, const Response& r, std::vector<std::string>& warnings) {
  const FamilyRow& of = family_row(family);
  const std::size_t n = r.y.size();
  if (n == 0) throw Error("there are no rows to fit: the data set is empty.");
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(r.y[i]))
      throw Error(fmt::format(
          "the response of row {} is {}; it must be a finite number. Remove the row or use `na=drop`."_settings,
          i + 1, r.y[i]));
    if (const char* what = of.fault(r.y[i]))
      throw Error(fmt::format("the response of row {} is {}, but for `family={}` it {}. {}"_settings, i + 1,
                              r.y[i], of.name, what, of.advice));
  }
  if (of.has_trials) {
    if (r.trials.size() != n)
      throw Error(
          "`family=binomial` needs the number of trials: use cbind(success, failure) ~ ... or "_settings
          "`trials=COLUMN`."_settings);
    for (std::size_t i = 0; i < n; ++i) {
      if (!(r.trials[i] >= 0) || r.trials[i] != std::floor(r.trials[i]))
        throw Error(fmt::format("row {} has {} trials; trials must be whole numbers, 0 or more.", i + 1,
                                r.trials[i]));
      if (r.y[i] > r.trials[i])
        throw Error(fmt::format("row {} has {} successes in {} trials; successes cannot exceed trials.",
                                i + 1, r.y[i], r.trials[i]));
    }
  } else if (!r.trials.empty()) {
    throw Error(fmt::format("trials are given but the family is {}. Did you mean `family=binomial`?"_settings,
                            name(family)));
  }
  for (std::size_t i = 0; i < r.weights.size(); ++i)
    if (!(r.weights[i] >= 0) || !std::isfinite(r.weights[i]))
      throw Error(fmt::format("the weight of row {} is {}; weights must be finite and not negative.", i + 1,
                              r.weights[i]));
  if (!r.weights.empty() && *std::max_element(r.weights.begin(), r.weights.end()) == 0)
    throw Error("all weights are zero: there is nothing to fit.");

  const bool constant = std::all_of(r.y.begin(), r.y.end(), [&](double y) { return y == r.y[0]; });
  if (n == 1) {
    warnings.push_back("the data have a single row: the posterior is mostly the prior.");
  } else if (constant && !of.has_trials) {
    if (of.has_spread)
      throw Error(fmt::format(
          "the response is constant ({} in all {} rows): its spread cannot be estimated. Check the "
          "response column.",
          r.y[0], n));
    warnings.push_back(fmt::format(
        "the response is constant ({} in all {} rows): only the prior bounds the intercept.", r.y[0], n));
  }
}

}  // namespace cggibbs
