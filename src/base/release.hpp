// Giving memory back: assigning an empty list to a vector keeps what it had.
#pragma once

#include <vector>

namespace cggibbs {

template <class T>
void release(std::vector<T>& v) {
  std::vector<T>().swap(v);
}

}  // namespace cggibbs
