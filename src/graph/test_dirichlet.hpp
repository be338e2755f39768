// A small Dirichlet process mixture for tests: atoms of two kinds, priors that share parameters.
#pragma once

#include <cggibbs/model.hpp>
#include <memory>
#include <vector>

namespace cggibbs::test {

inline std::shared_ptr<const Model> dirichlet_process() {
  const std::vector<double> y{-1.2, -0.9, 0.3, 1.9, 2.2, 2.4, 5.1};
  const std::size_t n = y.size();
  ModelBuilder b;
  const Var z = b.integer("z", n, 1, static_cast<int>(n));
  const Var alpha = b.positive("alpha"), m = b.real("m"), s = b.positive("s");
  const Var mu = b.real("mu", n), tau = b.positive("tau", n);
  b.factor("gamma", {alpha, 2, 2});
  b.factor("normal", {m, 0, 2});
  b.factor("half_normal", {s, 1});
  b.factor("chinese_restaurant", {z, alpha});
  b.factor("normal", {mu, m, s});
  b.factor("gamma", {tau, 3, 2});
  b.factor("normal", {y, gather(mu, z, 1), pow(gather(tau, z, 1), -0.5)});
  return b.build();
}

}  // namespace cggibbs::test
