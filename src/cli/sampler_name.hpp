// Samplers by name, as --sampler takes them and auto prints them.
#pragma once

#include <optional>
#include <string>

#include "samplers/gibbs.hpp"

namespace cggibbs {

struct NamedSampler {
  Kernel kernel = Kernel::slice;  ///< of what nothing else moves
  bool gaussian_block = false;
  std::optional<MetricKind> metric = {};  ///< where the name has one: nuts:dense
};

/// "auto" stands for slice until pilots have run. Unknown names and metrics throw an Error that names the option.
NamedSampler parse_sampler(const std::string& text, const std::string& option);

MetricKind parse_metric(const std::string& text, const std::string& option);

}  // namespace cggibbs
