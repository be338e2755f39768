// The logarithm of a product of many positive numbers, with few logarithms taken.
#pragma once

#include <cmath>

namespace cggibbs {

class LogProduct {
 public:
  void multiply(double factor) {
    const double product = product_ * factor;
    if (product > 1e-150 && product < 1e150) {
      product_ = product;
    } else {
      sum_ += std::log(product_);
      product_ = factor;
    }
  }
  double log() const { return sum_ + std::log(product_); }

 private:
  double product_ = 1, sum_ = 0;
};

}  // namespace cggibbs
