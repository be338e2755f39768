// Replicates, test functions and comparisons of the invariance test.
#include "invariance/invariance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "base/test_statistics.hpp"
#include "support/joint_law.hpp"

namespace cggibbs::test {
namespace {

struct Functions {
  std::vector<std::string> names;
  std::vector<double> values;
  void add(std::string name, double value) {
    names.push_back(std::move(name));
    values.push_back(value);
  }
};

Functions test_functions(const Model& model, const State& state) {
  Functions out;
  const Variates all = read_variates(model, state);
  std::vector<double> theta;
  for (std::size_t f = 0; f < all.size(); ++f)
    for (std::size_t k = 0; k < all[f].size(); ++k) {
      theta.push_back(all[f][k]);
      out.add(fmt::format("{}[{}] of factor {}", model.factors()[f].distribution->name, k, f), all[f][k]);
    }
  const Factor& likelihood = model.factors()[likelihood_of(model)];
  const double* y = value(model, state.values.data(), likelihood.args[0]);
  const double log_likelihood = factor_log_density(model, state.values.data(), likelihood);
  double log_prior = -log_likelihood;
  for (const auto& f : model.factors()) log_prior += factor_log_density(model, state.values.data(), f);
  out.add("sum", std::accumulate(theta.begin(), theta.end(), 0.0));
  out.add("product of the first two", theta[0] * theta[1]);
  out.add("product of the last two", theta[theta.size() - 1] * theta[theta.size() - 2]);
  out.add("first times mean response",
          theta[0] * std::accumulate(y, y + likelihood.size, 0.0) / static_cast<double>(likelihood.size));
  out.add("log likelihood", log_likelihood);
  out.add("log prior", log_prior);
  return out;
}

/// Ranks in (0, 1) among all values of both samples; ties share theirs.
std::vector<double> joint_ranks(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all(a);
  all.insert(all.end(), b.begin(), b.end());
  std::vector<double> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  for (double& v : all) {
    const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), v);
    v = 0.5 * static_cast<double>((low - sorted.begin()) + (high - sorted.begin())) /
        static_cast<double>(sorted.size());
  }
  return all;
}

/// p value of mean f(after) - f(before) = 0 over the pairs.
template <class F>
double paired_p(const std::vector<double>& ranks, const F& f) {
  const std::size_t n = ranks.size() / 2;
  double sum = 0;
  double squares = 0;
  for (std::size_t r = 0; r < n; ++r) {
    const double difference = f(ranks[n + r]) - f(ranks[r]);
    sum += difference;
    squares += difference * difference;
  }
  return squares > 0 ? two_sided_normal(sum / std::sqrt(squares)) : 1.0;
}

}  // namespace

Outcome invariance(const GlmCase& c, const Step& step, int replicates, std::uint64_t seed, int steps) {
  Rng rng(seed, 0);
  Outcome out;
  const JointLaw law(c);
  std::vector<std::string> names;
  std::vector<std::vector<double>> before, after;
  for (int r = 0; r < replicates; ++r) {
    auto replicate = law.draw(rng);
    if (!replicate) {
      ++out.unusable;
      continue;
    }
    const auto& model = replicate->model;
    State state = replicate->state;
    const Functions start = test_functions(*model, state);
    for (int s = 0; s < steps; ++s) step(*model, state, rng);
    const Functions end = test_functions(*model, state);
    if (names.empty()) {
      names = start.names;
      before.resize(names.size());
      after.resize(names.size());
    }
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (std::isnan(start.values[k]) || std::isnan(end.values[k]))
        throw std::logic_error(names[k] + " is NaN");
      before[k].push_back(start.values[k]);
      after[k].push_back(end.values[k]);
    }
  }

  const auto compare = [&](double p, const std::string& how) {
    ++out.comparisons;
    if (p < out.p || out.worst.empty()) {
      out.p = p;
      out.worst = fmt::format("{} (p = {:.2g})", how, p);
    }
  };
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto ranks = joint_ranks(before[k], after[k]);
    compare(ks_two_sample(before[k], after[k]), "KS of " + names[k]);
    compare(paired_p(ranks, [](double u) { return u; }), "location of " + names[k]);
    compare(paired_p(ranks, [](double u) { return (u - 0.5) * (u - 0.5); }), "spread of " + names[k]);
  }
  out.p *= static_cast<double>(out.comparisons);
  return out;
}

}  // namespace cggibbs::test
