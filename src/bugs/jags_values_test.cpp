// Every row of the tables against numbers that JAGS 4.3.1 gave (log densities as half a deviance, six digits).
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "bugs/distribution_table.hpp"
#include "bugs/function_table.hpp"
#include "distributions/event.hpp"

namespace cggibbs::bugs {
namespace {

Value vector_of(std::vector<double> x) {
  const std::size_t n = x.size();
  return {std::move(x), 1, {n}};
}
Value square_of(std::vector<double> x) {
  const auto d = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(x.size()))));
  return {std::move(x), 1, {d, d}};
}

struct Case {
  std::string name;
  std::vector<double> x;
  std::vector<Value> args;
  double log_density;
};

double ours(const Case& c) {
  const DistributionRow& row = *find_row(c.name);
  const auto parameters = row.parameters(c.args);
  if (const Distribution* d = find_distribution(row.ours)) {
    std::vector<double> a = c.x;
    for (const auto& p : parameters) a.push_back(p.numbers()[0]);
    return d->log_density(a.data());
  }
  std::vector<Event> a{c.x};
  for (const auto& p : parameters) a.emplace_back(p.numbers());
  return find_event_distribution(row.ours)->event->log_density(a.data());
}

const std::vector<double> matrix{2, 0.5, 0.5, 1};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"dnorm", {1.3}, {0.3, 2.2}, -1.62471},
      {"dt", {1.3}, {0.3, 2.2, 5.0}, -1.66832},
      {"ddexp", {1.3}, {0.3, 2.2}, -2.10469},
      {"dlogis", {1.3}, {0.3, 2.2}, -1.62171},
      {"dunif", {1.3}, {0.2, 2.2}, -0.693145},
      {"dgamma", {1.3}, {1.7, 2.2}, -1.24016},
      {"dexp", {1.3}, {2.2}, -2.071545},
      {"dchisqr", {1.3}, {3.5}, -1.581835},
      {"dlnorm", {1.3}, {0.3, 2.2}, -0.78863},
      {"dweib", {1.3}, {1.7, 2.2}, -1.93384},
      {"dpar", {1.3}, {2.5, 0.7}, -0.89367},
      {"dgen.gamma", {1.3}, {2.5, 0.7, 1.6}, -1.31422},
      {"df", {1.3}, {3.5, 7.0}, -1.2005},
      {"dnchisqr", {1.3}, {3.5, 2.2}, -2.299845},
      {"dscaled.gamma", {1.3}, {1.5, 3.0}, -2.015745},
      {"dbeta", {0.3}, {1.7, 2.2}, 0.3956495},
      {"dbern", {1}, {0.3}, -1.203975},
      {"dbin", {3}, {0.3, 7.0}, -1.48327},
      {"dpois", {3}, {2.2}, -1.626385},
      {"dnegbin", {3}, {0.3, 2.2}, -2.12383},
      {"dbetabin", {3}, {1.7, 2.2, 9.0}, -1.970425},
      {"dhyper", {3}, {7.0, 5.0, 6.0, 1.8}, -1.401545},
      // JAGS has no dgeom; this is what it says of dnegbin(p, 1)
      {"dgeom", {3}, {0.3}, -2.274},
      {"dnt", {1.3}, {0.3, 2.2, 5.0}, -1.637775},
      {"dnt", {0.4}, {-1.2, 0.5, 3.0}, -2.01289},
      {"dnt", {-2.5}, {2.0, 1.0, 12.0}, -9.48765},
      {"dround", {1.3}, {1.29, 1.0}, 0},
      {"dsum", {3.5}, {1.0, 2.5}, 0},
      {"dcat", {2}, {vector_of({0.2, 0.6, 1.2})}, -1.203975},
      {"dordered.logit", {2}, {0.3, vector_of({-0.5, 0.4, 1.2})}, -1.537335},
      {"dordered.probit", {2}, {0.3, vector_of({-0.5, 0.4, 1.2})}, -1.114825},
      {"dinterval", {1}, {0.3, vector_of({-0.5, 0.4, 1.2})}, 0},
      {"dnormmix", {1.3}, {vector_of({0.3, 2}), vector_of({2.2, 0.7}), vector_of({0.4, 0.6})}, -1.396375},
      {"dmnorm", {1.5, -1}, {vector_of({0.5, 0}), square_of(matrix)}, -2.55807},
      {"dmnorm.vcov", {1.5, -1}, {vector_of({0.5, 0}), square_of(matrix)}, -3.26054},
      {"dmt", {1.5, -1}, {vector_of({0.5, 0}), square_of(matrix), 5.0}, -2.73572},
      {"dmulti", {1, 0, 2}, {vector_of({0.2, 0.6, 1.2}), 3.0}, -2.225625},
      {"ddirch", {0.2, 0.3, 0.5}, {vector_of({2, 3, 4})}, 2.02287},
      {"dsample", {1, 0, 1, 0}, {vector_of({0.2, 0.6, 1.2, 0.5}), 2.0}, -2.159485},
      // JAGS has none: clusters of 3 and 1, and two of four names
      {"dcrp", {2, 4, 2, 2}, {1.5}, std::log(4.5 / 59.0625 / 12)},
      {"dwish", matrix, {square_of({1.5, -0.3, -0.3, 0.8}), 5.0}, -5.25225},
      // JAGS leaves out log(4 / pi^2), the same for every s and df
      {"dscaled.wishart", matrix, {vector_of({1.5, 0.8}), 3.0}, -4.08457 + std::log(4 / (M_PI * M_PI))},
  };
  return all;
}

TEST(JagsValues, DensitiesAreThoseOfJags) {
  for (const auto& c : cases()) {
    ASSERT_NE(find_row(c.name), nullptr) << c.name;
    EXPECT_NEAR(ours(c), c.log_density, 2e-5) << c.name;
  }
}

TEST(JagsValues, EveryDistributionHasOne) {
  std::set<std::string_view> seen;
  for (const auto& c : cases()) seen.insert(c.name);
  for (const auto& row : distribution_rows()) EXPECT_TRUE(seen.contains(row.name)) << row.name;
}

TEST(JagsValues, DensitiesDistributionFunctionsAndQuantilesAreThoseOfJags) {
  struct Functions {
    std::string name;
    double x;
    std::vector<Value> args;
    double density, cdf, quantile;  ///< the last at 0.35
  };
  const std::vector<Functions> all{
      {"norm", 1.3, {0.3, 2.2}, 0.196969, 0.930995, 0.040217},
      {"t", 1.3, {0.3, 2.2, 5.0}, 0.188564, 0.900939, 0.0247722},
      {"nt", 1.3, {0.3, 2.2, 5.0}, 0.194412, 0.884734, 0.0422151},
      {"dexp", 1.3, {0.3, 2.2}, 0.121883, 0.944598, 0.137875},
      {"logis", 1.3, {0.3, 2.2}, 0.197561, 0.90025, 0.0186185},
      {"gamma", 1.3, {1.7, 2.2}, 0.289338, 0.838754, 0.447468},
      {"exp", 1.3, {2.2}, 0.125991, 0.942731, 0.19581},
      {"chisqr", 1.3, {3.5}, 0.205598, 0.19605, 2.05162},
      {"lnorm", 1.3, {0.3, 2.2}, 0.454466, 0.477741, 1.04104},
      {"weib", 1.3, {1.7, 2.2}, 0.144592, 0.967825, 0.383206},
      {"par", 1.3, {2.5, 0.7}, 0.409151, 0.787242, 0.831635},
      {"gen.gamma", 1.3, {2.5, 0.7, 1.6}, 0.268683, 0.113613, 1.96285},
      {"f", 1.3, {3.5, 7.0}, 0.301043, 0.647411, 0.611618},
      {"nchisqr", 1.3, {3.5, 2.2}, 0.100274, 0.082649, 3.54879},
      {"beta", 0.3, {1.7, 2.2}, 1.48535, 0.31313, 0.324658},
      {"bin", 3, {0.3, 7.0}, 0.226895, 0.873964, 2},
      {"pois", 3, {2.2}, 0.196639, 0.819352, 1},
      {"negbin", 3, {0.3, 2.2}, 0.119573, 0.421266, 3},
      {"hyper", 3, {7.0, 5.0, 6.0, 1.8}, 0.246216, 0.288771, 4},
      {"betabin", 3, {1.7, 2.2, 9.0}, 0.139398, 0.459775, 3},
      {"scaled.gamma", 1.3, {1.5, 3.0}, 0.133221, 0.599813, 0.364309},
  };
  for (const auto& f : all) {
    const auto call = [&](const std::string& prefix, double first) {
      std::vector<Value> args{first};
      args.insert(args.end(), f.args.begin(), f.args.end());
      const FunctionRow* row = find_function(prefix + f.name);
      EXPECT_NE(row, nullptr) << prefix + f.name;
      return row ? row->apply(args).numbers()[0] : std::nan("");
    };
    EXPECT_NEAR(call("d", f.x), f.density, 1e-5 * f.density) << f.name;
    EXPECT_NEAR(call("logdensity.", f.x), std::log(f.density), 1e-5) << f.name;
    EXPECT_NEAR(call("p", f.x), f.cdf, 1e-5 * f.cdf) << f.name;
    EXPECT_NEAR(call("q", 0.35), f.quantile, 1e-5 * f.quantile) << f.name;
  }
}

TEST(JagsValues, FunctionsAreThoseOfJags) {
  const std::vector<std::tuple<std::string, std::vector<Value>, double>> all{
      {"round", {-2.5}, -2},
      {"trunc", {-2.7}, -2},
      {"arccosh", {1.7}, 1.12323},
      {"arctanh", {0.3}, 0.30952},
      {"acos", {0.3}, 1.2661},
      {"asinh", {0.3}, 0.295673},
      {"probit", {0.3}, -0.524401},
      {"cloglog", {0.3}, -1.03093},
      {"icloglog", {0.3}, 0.740723},
      {"phi", {0.3}, 0.617911},
      {"logfact", {4.0}, 3.17805},
      {"interp.lin", {0.7, vector_of({0, 1, 2}), vector_of({1, 3, 2})}, 2.4},
      {"interp.lin", {-1.0, vector_of({0, 1, 2}), vector_of({1, 3, 2})}, 1},
      {"sd", {vector_of({1, 2, 4})}, 1.52753},
      {"sort", {vector_of({3, 1, 2})}, 1},
      {"rank", {vector_of({3, 1, 2})}, 3},
      {"order", {vector_of({3, 1, 2})}, 2},
      {"<", {1.0, 2.0}, 1},
      {"<=", {2.0, 2.0}, 1},
      {">", {2.0, 2.0}, 0},
      {"&&", {2.0, 0.0}, 0},
      {"||", {2.0, 0.0}, 1},
      {"!", {2.0}, 0},
  };
  for (const auto& [name, args, expected] : all) {
    ASSERT_NE(find_function(name), nullptr) << name;
    EXPECT_NEAR(find_function(name)->apply(args).numbers()[0], expected,
                1e-5 * std::max(1.0, std::abs(expected)))
        << name;
  }
}

}  // namespace
}  // namespace cggibbs::bugs
