// Draws that tests can make again anywhere, number for number; the same as in scripts/diagnostics-fixtures.R.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/special.hpp"
#include "diagnostics/chains.hpp"

namespace cggibbs::test {

/// Owns chains for a test. (Draws would do, but tests want to write single chains.)
struct Sample {
  std::vector<std::vector<double>> chains;
  std::vector<std::span<const double>> views() const { return {chains.begin(), chains.end()}; }
};

struct Recipe {
  std::string kind;
  std::size_t chains;
  std::size_t draws;
  double phi;
  double seed;
};

/// Park and Miller's minimal standard generator, in doubles because R has no wider integers.
class MinimalStandard {
 public:
  explicit MinimalStandard(double seed) : state_(seed) {}
  double operator()() {
    state_ = std::fmod(16807 * state_, 2147483647.0);
    return state_ / 2147483647.0;
  }

 private:
  double state_;
};

/// An autoregression x_i = phi x_{i-1} + (sum of four uniforms - 2), then what the recipe's kind does to it.
inline std::vector<double> make_chain(const Recipe& r, std::size_t chain) {
  const auto c = static_cast<double>(chain);
  const auto n = static_cast<double>(r.draws);
  MinimalStandard uniform(r.seed + 7919 * c);
  std::vector<double> out;
  double x = 0;
  for (std::size_t i = 0; i < r.draws; ++i) {
    const double u1 = uniform(), u2 = uniform(), u3 = uniform(), u4 = uniform();
    x = r.phi * x + (((u1 + u2) + (u3 + u4)) - 2);
    double y = x;
    if (r.kind == "heavy") y = x / (1.0001 - u4) / u3;
    if (r.kind == "ties") y = std::floor(3 * x);
    if (r.kind == "binary") y = x > 0.25 ? 1 : 0;
    if (r.kind == "constant") y = 2.5;
    if (r.kind == "stuck") y = c * 0.1;
    if (r.kind == "shifted") y = x + c;
    if (r.kind == "scaled") y = x * (1 + 2 * c);
    if (r.kind == "trend") y = x + 2 * static_cast<double>(i + 1) / n;
    if (r.kind == "offset") y = 4096 + 0.125 * x;
    if (r.kind == "tiny") y = x * 1e-20;
    if (r.kind == "inf" && chain == 1 && i == 2) y = inf;
    if (r.kind == "inf_half" && x > 0) y = inf;
    if (r.kind == "nan" && chain == 1 && i == 1) y = nan;
    if (r.kind == "mixed" && chain == 1) y = 0.5;
    out.push_back(y);
  }
  return out;
}

inline Sample make_sample(const Recipe& r) {
  Sample s;
  for (std::size_t c = 1; c <= r.chains; ++c) s.chains.push_back(make_chain(r, c));
  return s;
}

}  // namespace cggibbs::test
