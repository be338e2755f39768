// The models themselves.
#include "graph/test_models.hpp"

namespace cggibbs::test {

std::vector<double> normals(std::size_t n, Rng& rng) {
  std::vector<double> x(n);
  for (double& v : x) v = rng.normal();
  return x;
}

DenseMatrix dense(std::size_t n, std::size_t d, Rng& rng) {
  return {n, d, normals(n * d, rng)};
}

SparseMatrix sparse(std::size_t n, std::size_t d, double share, Rng& rng) {
  SparseMatrix m{n, d, {0}, {}, {}};
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t i = 0; i < n; ++i)
      if (rng.uniform() < share) {
        m.row.push_back(static_cast<std::uint32_t>(i));
        m.values.push_back(rng.normal());
      }
    m.start.push_back(m.row.size());
  }
  return m;
}

SparseMatrix sparse(const DenseMatrix& x) {
  SparseMatrix m{x.rows, x.cols, {0}, {}, {}};
  for (std::size_t j = 0; j < x.cols; ++j) {
    for (std::size_t i = 0; i < x.rows; ++i)
      if (x.col(j)[i] != 0) {
        m.row.push_back(static_cast<std::uint32_t>(i));
        m.values.push_back(x.col(j)[i]);
      }
    m.start.push_back(m.row.size());
  }
  return m;
}

std::vector<double> coin_flips(std::size_t n, Rng& rng) {
  std::vector<double> y(n);
  for (double& v : y) v = rng.uniform() < 0.5 ? 0 : 1;
  return y;
}

std::vector<std::uint32_t> groups(std::size_t n, std::size_t k, Rng& rng) {
  std::vector<std::uint32_t> g(n);
  for (auto& v : g) v = static_cast<std::uint32_t>(rng.below(k));
  return g;
}

std::shared_ptr<const Model> logistic(Matrix x, std::vector<double> y) {
  ModelBuilder b;
  const Var beta = b.real("beta", cols(x));
  b.factor("normal", {beta, 0, 10});
  b.factor("bernoulli_logit", {std::move(y), linear(std::move(x), beta)});
  return b.build();
}

std::shared_ptr<const Model> eight_schools() {
  ModelBuilder b;
  const Var mu = b.real("mu");
  const Var tau = b.positive("tau");
  const Var theta = b.real("theta", 8);
  b.factor("normal", {mu, 0, 5});
  b.factor("half_cauchy", {tau, 5});
  b.factor("normal", {theta, mu, tau});
  b.factor("normal", {std::vector<double>{28, 8, -3, 7, -1, 1, 18, 12}, theta,
                      std::vector<double>{15, 10, 16, 11, 9, 11, 10, 18}});
  return b.build();
}

std::shared_ptr<const Model> correlated_effects(const std::vector<std::uint32_t>& level, std::size_t levels,
                                                const std::vector<double>& slope, std::vector<double> y) {
  ModelBuilder b;
  const Var mu = b.real("mu"), s = b.positive("s"), t = b.positive("t");
  b.factor("normal", {mu, 0, 1});
  b.factor("half_normal", {s, 1});
  b.factor("exponential", {t, 2});
  const Var lower = linear(IndexMatrix{4, 3, {0, 0, 1, 2}, {1, 0, 1, 1}}, b.lkj_correlation("R", 2, 1.5));
  const Var scales = linear(DenseMatrix{4, 1, {1, 1, 0, 0}}, s) + linear(DenseMatrix{4, 1, {0, 0, 1, 1}}, t);
  const Var u = b.real("u", {levels, 2});
  b.factor("multi_normal_cholesky", {u, std::vector<double>{0.3, -0.2}, reshape(scales * lower, {2, 2})});
  DenseMatrix x{y.size(), 2 * levels, std::vector<double>(2 * y.size() * levels, 0.0)};
  for (std::size_t i = 0; i < y.size(); ++i) {
    x.col(std::size_t{2} * level[i])[i] = 1;
    x.col(std::size_t{2} * level[i] + 1)[i] = slope[i];
  }
  b.factor("bernoulli_logit", {std::move(y), mu + linear(std::move(x), u)});
  return b.build();
}

std::shared_ptr<const Model> correlated_effects(std::size_t n, std::size_t levels, Rng& rng) {
  const auto level = groups(n, levels, rng);
  const auto slope = normals(n, rng);
  return correlated_effects(level, levels, slope, coin_flips(n, rng));
}

std::vector<NamedModel> zoo() {
  Rng rng(20250, 0);
  std::vector<NamedModel> all;
  const std::size_t n = 40;
  all.push_back({"dense logistic", logistic(dense(n, 6, rng), coin_flips(n, rng))});
  all.push_back({"sparse logistic", logistic(sparse(n, 30, 0.1, rng), coin_flips(n, rng))});
  all.push_back({"eight schools", eight_schools()});
  {
    ModelBuilder b;  // horseshoe: the scale of normal(0, lambda * tau) has statistics
    const Var tau = b.positive("tau");
    const Var lambda = b.positive("lambda", 5);
    const Var beta = b.real("beta", 5);
    const Var a = b.real("a");
    b.factor("half_cauchy", {tau, 1});
    b.factor("half_cauchy", {lambda, 1});
    b.factor("normal", {beta, 0, lambda * tau});
    b.factor("student_t", {a, 3, 0, 1});
    b.factor("bernoulli_logit", {coin_flips(n, rng), a + linear(dense(n, 5, rng), beta)});
    all.push_back({"horseshoe", b.build()});
  }
  {
    ModelBuilder b;  // group effects, offset, weights, a link as a map, dispersion
    const Var mu = b.real("mu");
    const Var sd = b.positive("sd");
    const Var u = b.real("u", 4);
    const Var slope = b.real("slope");
    const Var phi = b.positive("phi");
    b.factor("normal", {mu, 0, 1});
    b.factor("normal", {slope, 0, 1});
    b.factor("half_normal", {sd, 1});
    b.factor("normal", {u, 0, sd});
    b.factor("exponential", {phi, 1});
    const Var eta = mu + slope * normals(n, rng) + gather(u, groups(n, 4, rng)) + std::vector<double>(n, 0.3);
    std::vector<double> y(n), w(n);
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = static_cast<double>(rng.below(6));
      w[i] = static_cast<double>(rng.below(3));
    }
    b.factor("negative_binomial", {y, exp(eta), phi}, w);
    all.push_back({"grouped counts", b.build()});
  }
  {
    ModelBuilder b;  // spike and slab: an integer times a real feeds the linear node
    const Var pi = b.unit("pi");
    const Var z = b.integer("z", 6, 0, 1);
    const Var slab = b.real("slab", 6);
    const Var sigma = b.positive("sigma");
    b.factor("beta", {pi, 1, 1});
    b.factor("bernoulli", {z, pi});
    b.factor("normal", {slab, 0, 2});
    b.factor("half_cauchy", {sigma, 1});
    b.factor("normal", {normals(n, rng), linear(dense(n, 6, rng), z * slab), sigma});
    all.push_back({"spike and slab", b.build()});
  }
  {
    ModelBuilder b;  // mixture with ordered means and a simplex of weights
    const Var mu = b.ordered("mu", 2);
    const Var sigma = b.positive("sigma", 2);
    const Var w = b.simplex("w", 3);
    b.dirichlet(w, {2, 3, 4});
    b.factor("normal", {mu, 0, 2});
    b.factor("half_normal", {sigma, 2});
    const auto part = [&](std::uint32_t k, const std::vector<double>& y) {
      const Var m = gather(mu, {k});
      const Var s = gather(sigma, {k});
      return log(gather(w, {k})) - log(s) - 0.5 * square((b.data(y) - m) / s);
    };
    const auto y = normals(n, rng);
    b.increment(log_add_exp(part(0, y), part(1, y)));
    all.push_back({"mixture", b.build()});
  }
  {
    ModelBuilder b;  // reductions of non-linear values, a coefficient in two places, a rotated parameter
    const Var z = b.real("z", 3);
    const Var theta = linear(dense(3, 3, rng), z);
    b.factor("normal", {theta, 0, 2});
    const Var curve = exp(gather(theta, {0, 1, 2, 0, 1, 2}) * 0.3);
    const Var total = segment_sum(curve, {0, 0, 1, 1, 1, 0}, 2);
    const Var peak = segment_log_sum_exp(curve, {0, 1, 1, 0, 1, 1}, 2);
    const Var volume = segment_product(curve, {0, 1, 1, 0, 1, 1}, 2);
    b.factor("normal", {std::vector<double>{1, 2}, total - peak, 1});
    b.factor("normal", {std::vector<double>{1, 2}, volume, gather(curve, {0, 3})});
    b.factor("poisson_log", {std::vector<double>{1, 0, 4}, theta + z});
    all.push_back({"reductions", b.build()});
  }
  {
    ModelBuilder b;  // latent classes: means, scales and constants looked up by an index that moves
    const Var p = b.simplex("p", 3);
    const Var z = b.integer("z", n, 1, 3);
    const Var mu = b.real("mu", 3);
    const Var sigma = b.positive("sigma", 3);
    const Var tau = b.positive("tau");
    b.factor("dirichlet", {p, std::vector<double>{2, 3, 4}});
    b.factor("categorical", {z, p});
    b.factor("half_normal", {tau, 2});
    b.factor("normal", {mu, 0, tau});
    b.factor("half_normal", {sigma, 2});
    const Var known = gather(b.data({0.1, -0.2, 0.3}), z, 1);
    b.factor("normal", {normals(n, rng), gather(mu, z, 1) + known, gather(sigma, z, 1)});
    // an index of an index, and a source of which one parameter moves every element
    b.factor("normal", {normals(5, rng), gather(tau * mu, gather(z, {3, 1, 4, 1, 5}), 1), 1});
    b.increment(-0.1 * sum(square(gather(exp(mu), z - 1))));
    all.push_back({"latent classes", b.build()});
  }
  {
    ModelBuilder b;  // vectors: three kinds of normal, counts, matrices of parameters
    const std::size_t rows = 6, d = 3;
    const Var mu = b.real("mu", d);
    const Var x = b.real("x", {rows, d});
    const Var sd = b.positive("sd", d);
    const Var a = b.real("a", {d, d});
    const Var w = b.positive("w", {2, d});
    const Var unit = reshape(b.data({1, 0, 0, 0, 1, 0, 0, 0, 1}), {d, d});
    const Var covariance = reshape(matrix_product(a, transpose(a)) + unit, {d, d});
    b.factor("normal", {mu, 0, 1});
    b.factor("normal", {a, 0, 1});
    b.factor("gamma", {w, 2, 2});
    b.factor("half_normal", {sd, 1});
    b.factor("multi_normal", {x, mu, covariance});
    b.factor("multi_normal_precision",
             {mu, reshape(b.data(normals(rows * d, rng)), {rows, d}), matrix_inverse(covariance)},
             {1, 2, 0, 1, 1, 0.5});
    b.factor("multi_normal_cholesky",
             {reshape(b.data(normals(rows * d, rng)), {rows, d}), x, cholesky(covariance)});
    b.factor("multinomial", {reshape(b.data({1, 0, 2, 3, 1, 1}), {2, d}), w});
    b.increment(-0.3 * log_determinant(covariance) - sum(square(matrix_product(covariance, mu) - sd)));
    all.push_back({"vectors and matrices", b.build()});
  }
  {
    ModelBuilder b;  // maps of many inputs, fused and not, with jumps
    const Var x = b.real("x", 4);
    const Var s = b.real("s");
    const Var k = b.integer("k", 1, 0, 3);
    b.factor("normal", {x, 0, 1});
    b.factor("normal", {s, 0, 1});
    std::vector<Arg> parts;
    for (int i = 0; i < 15; ++i) parts.emplace_back(normals(n, rng));
    parts[7] = linear(dense(n, 4, rng), x);
    b.factor("normal", {normals(n, rng), log_sum_exp(parts), 1});
    const Var eta = linear(dense(n, 4, rng), x);
    b.factor("normal", {normals(n, rng), if_else(coin_flips(n, rng), eta, s), 1});
    b.increment(-0.01 * square(max({x, s, 0.3, 2 * x}) - min({x, s, -0.3})));
    b.increment(-0.5 * equals(k, 2) - 0.2 * step(k - 1.5) * square(s));
    all.push_back({"many inputs", b.build()});
  }
  all.push_back({"correlated effects", correlated_effects(n, 4, rng)});
  {
    ModelBuilder b;  // functions of distributions and of whole vectors, the rest of the elementwise functions
    const Var x = b.real("x", 5);
    const Var s = b.positive("s");
    b.factor("normal", {x, 0, 1});
    b.factor("gamma", {s, 3, 2});
    const Var p = 0.9 * cdf_of("normal", {x, 0.3, s}) + 0.05;
    b.increment(-square(quantile_of("gamma", {p, s + 1, 2}) - 1) - density_of("student_t", {x, 4, 0, s}));
    b.increment(0.3 * log_density_of("logistic", {1, x, s}));
    b.increment(-segment_max(x, {0, 1, 1, 0, 1}, 2));
    b.increment(0.1 * sort(x) * b.data({1, 2, 3, 4, 5}) - 0.1 * segment_min(x, {0, 0, 0, 0, 0}, 1));
    b.increment(-0.2 * rank(x) * b.data({1, 0, 1, 0, 0}) +
                0.1 * interpolate(x, {{-1, 0, 0.5, 2}}, {{1, 3, 2, 0}}));
    b.increment(0.1 * cos(x) * sin(s) + 0.1 * tanh(x) - 0.1 * asinh(x) + 0.1 * probit(p) - 0.1 * logit(p) -
                0.1 * cloglog(p));
    b.increment(-0.2 * logical_or(less(x, 0), less_equal(1, s)) - 0.1 * round(x));
    all.push_back({"functions of distributions", b.build()});
  }
  {
    ModelBuilder
        b;  // counts without a bound, bounds on one side and bounds that move, a positive definite matrix
    const Var k = b.count("k", {3});
    const Var low = b.bounded("low", 2, -1.5, inf);
    const Var high = b.bounded("high", 1, -inf, 4);
    const Var y = b.real("y", 4);
    const Var omega = b.positive_definite("omega", 3);
    const Var rate = b.positive("rate");
    b.factor("gamma", {rate, 3, 1});
    b.factor("poisson", {k, rate});
    b.factor("binomial", {std::vector<double>{0, 1, 0}, 0.3, k + 1});
    b.truncated("normal", {low, 0, 1}, -1.5, inf);
    b.truncated("logistic", {high, 0, 1}, -inf, 4);
    b.truncated("normal", {y, 0.3, rate}, gather(low, {0}) - 3, high + 2);
    b.factor("wishart", {omega, reshape(b.data({2, 0.3, 0, 0.3, 1, 0, 0, 0, 1.5}), {3, 3}), 5});
    b.factor("multi_normal_precision", {reshape(b.data(normals(12, rng)), {4, 3}), b.data({0, 0, 0}), omega});
    b.factor("interval", {std::vector<double>{1, 2}, gather(y, {0, 1}), b.data({-4, 0})});
    b.start(y, {-1, 1, 0.2, 0.3});
    b.start(low, {0.5, 0.5});
    b.start(high, {1});
    b.start(omega, {2, 0.5, 0, 0.5, 1, 0.1, 0, 0.1, 3});
    all.push_back({"supports", b.build()});
  }
  {
    ModelBuilder b;  // rows with the same predictor are merged
    const Var mu = b.real("mu"), sd = b.positive("sd"), u = b.real("u", 5), beta = b.real("beta");
    b.factor("normal", {mu, 0, 2});
    b.factor("normal", {beta, 0, 1});
    b.factor("half_normal", {sd, 1});
    b.factor("normal", {u, mu, sd});
    const Var x = b.data(coin_flips(n, rng));
    b.factor("bernoulli_logit", {coin_flips(n, rng), gather(u, groups(n, 3, rng)) + x * beta});
    b.factor("poisson_log", {coin_flips(n, rng), 0.3 * x + gather(u, groups(n, 5, rng))});
    all.push_back({"merged rows", b.build({.merge_rows = true})});
  }
  return all;
}

}  // namespace cggibbs::test
