// Models of the groups' race that a formula cannot state, by any sampler: draws and seconds in files, as a worker leaves them.
//
//   builder_cases CASE DATA.json SAMPLER WARMUP DRAWS SEED FOLDER
#include <atomic>
#include <cggibbs/cggibbs.hpp>
#include <csignal>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

namespace cggibbs {
namespace {

using nlohmann::json;
using Index = std::vector<std::uint32_t>;

std::atomic<bool> interrupted{false};

Index range(std::size_t first, std::size_t last) {
  Index out(last - first);
  std::iota(out.begin(), out.end(), static_cast<std::uint32_t>(first));
  return out;
}

/// Stan's indices count from 1.
Index index_of(const json& data, const char* name) {
  Index out = data.at(name).get<Index>();
  for (auto& k : out) --k;
  return out;
}

/// Item response with two parameters per item: y ~ bernoulli_logit(a[item] (theta[person] - b[item])).
void two_parameters(ModelBuilder& b, const json& data) {
  const Index person = index_of(data, "person"), item = index_of(data, "item");
  const std::size_t items = data.at("items");
  const Var s = b.positive("s"), slope = b.positive("a", items), easy = b.real("b", items);
  const Var theta = b.real("theta", data.at("persons").get<std::size_t>());
  b.factor("half_normal", {s, 2});
  b.factor("lognormal", {slope, 0, 0.5});
  b.factor("normal", {easy, 0, s});
  b.factor("normal", {theta, 0, 1});
  b.factor("bernoulli_logit", {data.at("y").get<std::vector<double>>(),
                               gather(slope, item) * (gather(theta, person) - gather(easy, item))});
}

/// Counts whose log rate is an autoregression of order one.
void autoregression(ModelBuilder& b, const json& data) {
  const auto y = data.at("y").get<std::vector<double>>();
  const Var mu = b.real("mu"), phi = b.bounded("phi", 1, -1, 1), s = b.positive("s"),
            x = b.real("x", y.size());
  b.factor("normal", {mu, 0, 5});
  b.factor("half_normal", {s, 1});
  b.factor("normal", {gather(x, Index{0}), 0, s / sqrt(1 - square(phi))});
  b.factor("normal", {gather(x, range(1, y.size())), phi * gather(x, range(0, y.size() - 1)), s});
  b.factor("poisson_log", {y, mu + x});
}

/// A random walk seen with noise.
void walk(ModelBuilder& b, const json& data) {
  const auto y = data.at("y").get<std::vector<double>>();
  const Var s = b.positive("s"), sigma = b.positive("sigma"), x = b.real("x", y.size());
  b.factor("half_normal", {s, 1});
  b.factor("half_normal", {sigma, 1});
  b.factor("normal", {gather(x, Index{0}), 0, 5});
  b.factor("normal", {gather(x, range(1, y.size())), gather(x, range(0, y.size() - 1)), s});
  b.factor("normal", {y, x, sigma});
}

const std::map<std::string, void (*)(ModelBuilder&, const json&)> models{
    {"twopl", two_parameters}, {"ar1", autoregression}, {"walk", walk}};

void write(const Fit& fit, const std::string& folder) {
  std::ofstream draws(folder + "/draws.f64", std::ios::binary);
  std::vector<double> row(fit.names().size());
  for (std::size_t t = 0; t < fit.draws(); ++t) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = fit.values(0, k)[t];
    draws.write(reinterpret_cast<const char*>(row.data()),
                static_cast<std::streamsize>(row.size() * sizeof(double)));
  }
  std::ofstream(folder + "/result.json") << json{{"warmup_seconds", fit.seconds().warmup},
                                                 {"sampling_seconds", fit.seconds().sampling},
                                                 {"sampler", fit.sampler()},
                                                 {"reason", fit.sampler_reason()},
                                                 {"warnings", fit.warnings().size()},
                                                 {"names", fit.names()}};
}

int run(int argc, char** argv) {
  if (argc != 8) {
    std::cerr << "usage: builder_cases CASE DATA.json SAMPLER WARMUP DRAWS SEED FOLDER\n";
    return 2;
  }
  ModelBuilder b;
  models.at(argv[1])(b, json::parse(std::ifstream(argv[2])));
  const auto model = b.build();
  std::signal(SIGINT, [](int) { interrupted = true; });
  SampleSettings settings{.chains = 1,
                          .warmup = std::stoi(argv[4]),
                          .draws = std::stoi(argv[5]),
                          .threads = 1,
                          .seed = std::stoul(argv[6])};
  settings.sampler = argv[3];
  settings.interrupt = &interrupted;
  write(sample(*model, settings), argv[7]);
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
