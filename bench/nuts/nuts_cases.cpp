// Our NUTS on one posterior that the command line cannot state: step size, tree depth, processor time per leapfrog step.
//
//   nuts_cases CASE DATA.json WARMUP DRAWS CHAINS -> one line of JSON
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include "graph/start.hpp"
#include "posteriordb/posteriors.hpp"
#include "samplers/hamiltonian/hamiltonian_block.hpp"

namespace cggibbs {
namespace {

using nlohmann::json;

DenseMatrix matrix_of(const json& data) {
  const auto rows = data.at("x").get<std::vector<std::vector<double>>>();
  DenseMatrix x{rows.size(), rows[0].size(), {}};
  for (std::size_t j = 0; j < x.cols; ++j)
    for (const auto& row : rows) x.values.push_back(row[j]);
  return x;
}

/// 0 ~ normal(x theta, 1): theta is normal with mean zero and precision x' x.
std::shared_ptr<const Model> correlated_normal(const json& data) {
  DenseMatrix x = matrix_of(data);
  ModelBuilder b;
  const std::vector<double> zeros(x.rows, 0.0);
  const Var theta = b.real("theta", x.cols);
  b.factor("normal", {zeros, linear(std::move(x), theta), 1});
  return b.build();
}

/// models/regression.stan in the same coordinates: tests/posteriordb rotates them.
std::shared_ptr<const Model> regression(const json& data) {
  DenseMatrix x = matrix_of(data);
  ModelBuilder b;
  const Var beta = b.real("beta", x.cols), sigma = b.positive("sigma");
  b.factor("normal", {beta, 0, 10});
  b.factor(data.at("heavy") == 1 ? "half_cauchy" : "half_normal", {sigma, data.at("scale").get<double>()});
  b.factor("normal", {data.at("y").get<std::vector<double>>(), linear(std::move(x), beta), sigma});
  return b.build();
}

std::shared_ptr<const Model> model_of(const std::string& name, const json& data) {
  if (name == "normal250") return correlated_normal(data);
  if (data.contains("heavy")) return regression(data);
  return test::make_posterior(name, data).model;
}

json measure(const Model& model, std::size_t warmup, std::size_t draws, std::size_t chains) {
  double step = 0, depth = 0, acceptance = 0;
  long leapfrogs = 0, divergent = 0;
  double seconds = 0;
  HamiltonianSettings settings;
  settings.warmup = warmup;
  for (std::size_t c = 0; c < chains; ++c) {
    Rng rng(1, c);
    State state = make_state(model);
    draw_valid_start(model, state, rng);
    HamiltonianBlock block(model, Gradient(model).moving(), settings);
    for (std::size_t t = 0; t < warmup; ++t) block.update(state, rng, true);
    block.freeze();
    const std::clock_t begin = std::clock();
    for (std::size_t t = 0; t < draws; ++t) {
      block.update(state, rng, false);
      const TrajectoryReport r = block.last();
      depth += r.depth;
      acceptance += r.acceptance;
      leapfrogs += r.leapfrogs;
      divergent += r.divergent;
    }
    seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    step += block.last().step_size;
  }
  const auto updates = static_cast<double>(draws * chains);
  return {{"step_size", step / static_cast<double>(chains)},
          {"depth", depth / updates},
          {"acceptance", acceptance / updates},
          {"leapfrogs_per_draw", static_cast<double>(leapfrogs) / updates},
          {"seconds_per_leapfrog", seconds / static_cast<double>(leapfrogs)},
          {"divergences", divergent}};
}

int run(int argc, char** argv) {
  if (argc != 6) {
    std::cerr << "usage: nuts_cases CASE DATA.json WARMUP DRAWS CHAINS\n";
    return 2;
  }
  const auto model = model_of(argv[1], json::parse(std::ifstream(argv[2])));
  std::cout << measure(*model, std::stoul(argv[3]), std::stoul(argv[4]), std::stoul(argv[5])) << '\n';
  return 0;
}

}  // namespace
}  // namespace cggibbs

int main(int argc, char** argv) {
  try {
    return cggibbs::run(argc, argv);
  } catch (const std::exception& e) {
    std::cerr << "error: " << e.what() << '\n';
    return 1;
  }
}
