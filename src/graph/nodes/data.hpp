// Constants; kept once in the model, not in every chain's state.
#pragma once

#include <vector>

namespace cggibbs {

struct DataNode {
  std::vector<double> values;
};

}  // namespace cggibbs
