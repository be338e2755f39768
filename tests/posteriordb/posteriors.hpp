// posteriordb's posteriors as models of ours.
#pragma once

#include <cggibbs/model.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace cggibbs::test {

struct Posterior {
  std::shared_ptr<const Model> model;
  /// Of regressions: the same with a parameter per coefficient, not rotated.
  std::shared_ptr<const Model> straight = nullptr;
  /// Our output names -> the names in reference.json.
  std::map<std::string, std::string> names = {};
  /// Per chain, of four: the Monte Carlo error of a standard deviation is then below 0.7% of it.
  std::size_t draws = 15000;
};

/// Throws std::out_of_range for a name without a model.
Posterior make_posterior(const std::string& name, const nlohmann::json& data);
std::vector<std::string> posterior_names();

}  // namespace cggibbs::test
