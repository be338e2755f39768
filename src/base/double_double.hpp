// An unevaluated sum of two doubles, so that adding a term and later subtracting it leaves no residue.
#pragma once

#include <cmath>

namespace cggibbs {

struct DoubleDouble {
  double hi = 0;
  double lo = 0;

  double value() const { return hi + lo; }
  bool operator==(const DoubleDouble&) const = default;

  /// Knuth's two-sum; exact for any ordering of magnitudes.
  DoubleDouble& operator+=(double x) {
    const double s = hi + x;
    const double b = s - hi;
    lo += (hi - (s - b)) + (x - b);
    hi = s;
    return *this;
  }
  DoubleDouble& operator-=(double x) { return *this += -x; }
  DoubleDouble& operator+=(const DoubleDouble& x) {
    *this += x.hi;
    return *this += x.lo;
  }
  DoubleDouble& operator-=(const DoubleDouble& x) {
    *this += -x.hi;
    return *this += -x.lo;
  }
};

/// The product a * b without rounding.
inline DoubleDouble exact_product(double a, double b) {
  const double p = a * b;
  return {p, std::fma(a, b, -p)};
}

}  // namespace cggibbs
