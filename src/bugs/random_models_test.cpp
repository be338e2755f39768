// Random programs: the compiled density against one that reads the program element by element, cached changes against the
// naive evaluator, derivatives against finite differences. CGGIBBS_RANDOM_MODELS=10000 tries more of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>

#include "bugs/compile.hpp"
#include "graph/conditional.hpp"
#include "graph/gradient.hpp"
#include "graph/plan.hpp"
#include "graph/start.hpp"

namespace cggibbs::bugs {
namespace {

constexpr int rows = 5, groups = 3;
using Values = std::map<std::string, double>;  ///< of parameters, by the names of elements

/// An expression of row i (from 1), as text and as what it means.
struct Said {
  std::string text;
  std::function<double(const Values&, int)> value;
};

std::string at(const std::string& name, int i) {
  return fmt::format("{}[{}]", name, i);
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : rng_(seed, 7) {
    for (int i = 0; i < rows; ++i) {
      x_.push_back(std::round(100 * rng_.normal()) / 100);
      g_.push_back(1 + static_cast<double>(rng_.below(groups)));
    }
    for (int k = 0; k < rows * groups; ++k) w_.push_back(std::round(10 * rng_.normal()) / 10);
    add_parameters();
    for (int k = 0; k < 1 + pick(3); ++k) add_array(k);
    add_likelihood();
    for (std::size_t i = relations_.size(); i > 1; --i)
      std::swap(relations_[i - 1], relations_[rng_.below(i)]);
  }

  std::string program() const {
    std::string out = "model {\n";
    for (const auto& r : relations_) out += "  " + r + "\n";
    return out + "}\n";
  }
  NamedArrays data() const {
    NamedArrays out;
    out.add("x", {{rows}, x_});
    out.add("g", {{rows}, g_});
    out.add("W", {{rows, groups}, w_});
    out.add("y", {{rows}, y_});
    return out;
  }
  double log_density(const Values& v) const {
    double total = 0;
    for (const auto& term : terms_) total += term(v);
    return total;
  }

 private:
  int pick(int n) { return static_cast<int>(rng_.below(static_cast<std::uint64_t>(n))); }

  void add_prior(const std::string& distribution, const std::string& name, const std::string& ours,
                 const std::vector<double>& parameters) {
    relations_.push_back(fmt::format("{} ~ {}", name, distribution));
    terms_.push_back([=](const Values& v) {
      std::vector<double> a{v.at(name)};
      a.insert(a.end(), parameters.begin(), parameters.end());
      return find_distribution(ours)->log_density(a.data());
    });
  }

  void add_parameters() {
    for (const char* name : {"a", "b", "c"}) {
      switch (pick(5)) {
        case 0:
          add_prior("dnorm(0.5, 0.25)", name, "normal", {0.5, 2});
          break;
        case 1:
          add_prior("dunif(-2, 3)", name, "uniform", {-2, 3});
          break;
        case 2:
          add_prior("dgamma(2, 3)", name, "gamma", {2, 3});
          break;
        case 3:
          add_prior("dbeta(2, 3)", name, "beta", {2, 3});
          break;
        default:
          add_prior("dt(0, 4, 3)", name, "student_t", {3, 0, 0.5});
      }
    }
    add_prior("dgamma(3, 2)", "tau", "gamma", {3, 2});
    const bool series = pick(3) == 0;
    relations_.emplace_back(series
                                ? "u[1] ~ dnorm(0, tau); for (k in 2:3) { u[k] ~ dnorm(0.5 * u[k-1], tau) }"
                                : "for (k in 1:3) { u[k] ~ dnorm(a, tau) }");
    for (int k = 1; k <= groups; ++k)
      terms_.push_back([=](const Values& v) {
        const double mean = series ? (k == 1 ? 0 : 0.5 * v.at(at("u", k - 1))) : v.at("a");
        const double a[] = {v.at(at("u", k)), mean, 1 / std::sqrt(v.at("tau"))};
        return find_distribution("normal")->log_density(a);
      });
  }

  Said atom() {
    switch (pick(9)) {
      case 0: {
        const double number = std::round(20 * rng_.normal()) / 10;
        return {fmt::format("({})", number), [=](const Values&, int) { return number; }};
      }
      case 1:
        return {"x[i]", [this](const Values&, int i) { return x_[i - 1]; }};
      case 2:
        return {"u[g[i]]",
                [this](const Values& v, int i) { return v.at(at("u", static_cast<int>(g_[i - 1]))); }};
      case 3:
        return {"W[i,2]", [this](const Values&, int i) { return w_[rows + i - 1]; }};
      case 4:
        return {"inprod(W[i,], u[])", [this](const Values& v, int i) {
                  double sum = 0;
                  for (int k = 0; k < groups; ++k) sum += w_[k * rows + i - 1] * v.at(at("u", k + 1));
                  return sum;
                }};
      case 5:
        return {"mean(u[1:2])", [](const Values& v, int) { return 0.5 * (v.at("u[1]") + v.at("u[2]")); }};
      case 6:
        if (!arrays_.empty()) {
          const std::size_t k = rng_.below(arrays_.size());
          const bool back = pick(2) == 0;
          const auto inner = arrays_[k];
          return {fmt::format("m{}[{}]", k, back ? "6-i" : "i"),
                  [=](const Values& v, int i) { return inner(v, back ? rows + 1 - i : i); }};
        }
        [[fallthrough]];
      default: {
        const std::string name(1, static_cast<char>('a' + pick(3)));
        return {name, [=](const Values& v, int) { return v.at(name); }};
      }
    }
  }

  Said expression(int depth) {
    if (depth == 0) return atom();
    const Said l = expression(depth - 1), r = expression(pick(depth));
    const auto f = l.value, h = r.value;
    switch (pick(9)) {
      case 0:
      case 1:
        return {fmt::format("({} + {})", l.text, r.text),
                [=](const Values& v, int i) { return f(v, i) + h(v, i); }};
      case 2:
        return {fmt::format("({} - {})", l.text, r.text),
                [=](const Values& v, int i) { return f(v, i) - h(v, i); }};
      case 3:
        return {fmt::format("0.3 * {} * {}", l.text, r.text),
                [=](const Values& v, int i) { return 0.3 * f(v, i) * h(v, i); }};
      case 4:
        return {fmt::format("ilogit({})", l.text),
                [=](const Values& v, int i) { return 1 / (1 + std::exp(-f(v, i))); }};
      case 5:
        return {fmt::format("-0.1 * ({})^2", l.text),
                [=](const Values& v, int i) { return -0.1 * f(v, i) * f(v, i); }};
      case 6:
        return {fmt::format("ifelse(x[i] > 0.1, {}, {})", l.text, r.text),
                [=, this](const Values& v, int i) { return x_[i - 1] > 0.1 ? f(v, i) : h(v, i); }};
      case 7:
        return {fmt::format("sqrt(1 + ({})^2)", l.text),
                [=](const Values& v, int i) { return std::sqrt(1 + f(v, i) * f(v, i)); }};
      default:
        return {fmt::format("{} / (2 + exp({}))", l.text, r.text.size() < 60 ? r.text : "0"),
                [=, small = r.text.size() < 60](const Values& v, int i) {
                  return f(v, i) / (2 + (small ? std::exp(h(v, i)) : 1));
                }};
    }
  }

  void add_array(int k) {
    const Said e = expression(1 + pick(3));
    const auto f = e.value;
    if (pick(3) == 0) {  // a recursion
      relations_.push_back(
          fmt::format("m{0}[1] <- b; for (i in 2:5) {{ m{0}[i] <- 0.4 * m{0}[i-1] + {1} }}", k, e.text));
      arrays_.push_back([=](const Values& v, int i) {
        double m = v.at("b");
        for (int t = 2; t <= i; ++t) m = 0.4 * m + f(v, t);
        return m;
      });
    } else {
      relations_.push_back(fmt::format("for (i in 1:5) {{ m{}[i] <- {} }}", k, e.text));
      arrays_.push_back(f);
    }
  }

  void add_likelihood() {
    const Said e = expression(2);
    const auto f = e.value;
    const int family = pick(4);
    const char* said[] = {"y[i] ~ dnorm(eta[i], tau); eta[i] <- ", "y[i] ~ dbern(p[i]); logit(p[i]) <- ",
                          "y[i] ~ dpois(l[i]); log(l[i]) <- 0.2 * ", "y[i] ~ dt(eta[i], 2, 4); eta[i] <- "};
    relations_.push_back(fmt::format("for (i in 1:5) {{ {}({}) }}", said[family], e.text));
    const char* ours[] = {"normal", "bernoulli_logit", "poisson_log", "student_t"};
    for (int i = 1; i <= rows; ++i) {
      const double y = family == 1 ? pick(2) : family == 2 ? pick(4) : std::round(10 * rng_.normal()) / 10;
      const bool missing = family != 2 && i == 3 && pick(2) == 0;
      y_.push_back(missing ? std::nan("") : y);
      const std::string own = at("y", i), distribution = ours[family];
      terms_.push_back([=](const Values& v) {
        const double value = missing ? v.at(own) : y;
        const double eta = f(v, i);
        const std::vector<double> a = family == 0
                                          ? std::vector<double>{value, eta, 1 / std::sqrt(v.at("tau"))}
                                      : family == 3 ? std::vector<double>{value, 4, eta, 1 / std::sqrt(2.0)}
                                      : family == 2 ? std::vector<double>{value, 0.2 * eta}
                                                    : std::vector<double>{value, eta};
        return find_distribution(distribution)->log_density(a.data());
      });
    }
  }

  Rng rng_;
  std::vector<double> x_, g_, w_, y_;
  std::vector<std::string> relations_;
  std::vector<std::function<double(const Values&)>> terms_;
  std::vector<std::function<double(const Values&, int)>> arrays_;
};

Values values_of(const Model& model, const State& state) {
  Values out;
  for (const Coordinate c : model.coordinates())
    out[model.coordinate_name(c)] = state.values[model.offset(c.parameter) + c.k];
  return out;
}

void check_gradient(const Model& model, const State& state, const std::string& program) {
  const Gradient gradient(model);
  Work work;
  std::vector<double> values = state.values, adjoint(values.size(), 0.0);
  gradient.log_conditional(values.data(), adjoint.data(), work);
  for (NodeId p : gradient.moving())
    for (std::size_t k = 0; k < model.node(p).size; ++k) {
      const std::size_t place = model.offset(p) + k;
      const double x = state.values[place], h = 1e-5 * std::max(1e-2, std::abs(x));
      const auto density = [&](double moved) {
        std::vector<double> trial = state.values;
        trial[place] = moved;
        return naive_log_density(model, trial.data(), work);
      };
      const double up = density(x + h), down = density(x - h);
      const double noise = 1e-15 * (std::abs(up) + std::abs(down)) / h;
      EXPECT_NEAR(adjoint[place], (up - down) / (2 * h), 20 * noise + 2e-4 * (1 + std::abs(adjoint[place])))
          << model.coordinate_name({p, static_cast<std::uint32_t>(k)}) << "\n"
          << program;
    }
}

void check_moves(const Model& model, State state, Rng& rng, const std::string& program) {
  const Plan plan(model);
  Conditional cached(model, plan, state);
  const auto coordinates = model.coordinates();
  for (int move = 0; move < 20; ++move) {
    const Coordinate c = coordinates[rng.below(coordinates.size())];
    cached.focus(c);
    if (cached.support() == SupportKind::integer) continue;
    const double x = cached.current() * std::exp(0.1 * rng.normal());
    if (!in_support(*model.node(c.parameter).as<ParameterNode>(), x)) continue;
    if (cached.delta(x) > -50) cached.commit(x);
  }
  std::vector<double> values = state.values;
  Work work;
  const double naive = naive_log_density(model, values.data(), work);
  EXPECT_NEAR(state.log_density(), naive, 1e-8 * (1 + std::abs(naive))) << program;
}

TEST(RandomModels, MovesOfAllMergedRowsKeepWhatMergingTookFromTheirDensity) {
  const std::string program =
      "model { for (i in 1:6) { y[i] ~ dpois(l[i]); log(l[i]) <- u[g[i]] - sqrt(1 + b^2) } "
      "for (k in 1:2) { u[k] ~ dnorm(b, 1) } b ~ dgamma(2, 3) }";
  NamedArrays data;
  data.add("y", {{6}, {3, 3, 3, 5, 5, 1}});
  data.add("g", {{6}, {1, 1, 1, 2, 2, 2}});
  const auto model = compile({program, "merged.bug"}, data, {.forward = false}).problem.model;
  Rng rng(1, 1);
  State state = make_state(*model);
  draw_start(*model, state, rng, 1);
  check_moves(*model, state, rng, program);
}

TEST(RandomModels, MeanWhatTheyAreCompiledTo) {
  const char* more = std::getenv("CGGIBBS_RANDOM_MODELS");
  const std::uint64_t count = more ? std::strtoull(more, nullptr, 10) : 200;
  std::size_t started = 0;
  for (std::uint64_t seed = 1; seed <= count && !HasFailure(); ++seed) {
    const Generator g(seed);
    const auto model = compile({g.program(), "random.bug"}, g.data(), {.forward = false}).problem.model;
    Rng rng(seed, 1);
    State state = make_state(*model);
    draw_start(*model, state, rng, 1);
    if (!std::isfinite(state.log_density())) continue;
    ++started;
    const double expected = g.log_density(values_of(*model, state));
    EXPECT_NEAR(state.log_density(), expected, 1e-9 * (1 + std::abs(expected))) << "seed " << seed << "\n"
                                                                                << g.program();
    check_gradient(*model, state, g.program());
    check_moves(*model, state, rng, g.program());
  }
  EXPECT_GT(10 * started, 8 * count);
}

}  // namespace
}  // namespace cggibbs::bugs
