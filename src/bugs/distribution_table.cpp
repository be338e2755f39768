// BUGS's distributions in terms of ours: precisions become standard deviations, and so on.
#include "bugs/distribution_table.hpp"

#include <algorithm>

namespace cggibbs::bugs {
namespace {

using Values = std::vector<Value>;

Values as_they_are(const Values& a) {
  return a;
}
/// mu, tau: the standard deviation is 1 / sqrt(tau).
Values with_precision(const Values& a) {
  return {a[0], power(a[1], -0.5)};
}

const std::vector<DistributionRow>& table() {
  static const std::vector<DistributionRow> rows{
      // Of real numbers
      {"dnorm", {}, {"mu", "tau"}, "normal", with_precision},
      {"dt",
       {},
       {"mu", "tau", "k"},
       "student_t",
       [](const Values& a) -> Values {
         return {a[2], a[0], power(a[1], -0.5)};
       }},
      {"ddexp",
       {},
       {"mu", "tau"},
       "laplace",
       [](const Values& a) -> Values {
         return {a[0], power(a[1], -1.0)};
       }},
      {"dlogis",
       {},
       {"mu", "tau"},
       "logistic",
       [](const Values& a) -> Values {
         return {a[0], power(a[1], -1.0)};
       }},
      {"dunif", {}, {"lower", "upper"}, "uniform", as_they_are},
      // Of positive numbers
      {"dgamma", {}, {"r", "lambda"}, "gamma", as_they_are},
      {"dexp", {}, {"lambda"}, "exponential", as_they_are},
      {"dchisqr",
       {"dchisq"},
       {"k"},
       "gamma",
       [](const Values& a) -> Values {
         return {multiply(a[0], 0.5), 0.5};
       }},
      {"dlnorm", {}, {"mu", "tau"}, "lognormal", with_precision},
      {"dweib",
       {},
       {"v", "lambda"},
       "weibull",
       [](const Values& a) -> Values {
         return {a[0], power(a[1], divide(-1.0, a[0]))};
       }},
      // Of shares
      {"dbeta", {}, {"a", "b"}, "beta", as_they_are},
      // Of whole numbers
      {"dbern",
       {},
       {"p"},
       "bernoulli",
       as_they_are,
       {{MapOp::inv_logit, "bernoulli_logit"},
        {MapOp::normal_cdf, "bernoulli_probit"},
        {MapOp::inv_cloglog, "bernoulli_cloglog"}}},
      {"dbin",
       {"dbinom"},
       {"p", "n"},
       "binomial",
       as_they_are,
       {{MapOp::inv_logit, "binomial_logit"},
        {MapOp::normal_cdf, "binomial_probit"},
        {MapOp::inv_cloglog, "binomial_cloglog"}}},
      {"dpois", {}, {"lambda"}, "poisson", as_they_are, {{MapOp::exp, "poisson_log"}}},
      {"dgeom", {}, {"p"}, "geometric", as_they_are},
      {"dnegbin",
       {"dnbinom"},
       {"p", "r"},
       "negative_binomial",
       [](const Values& a) -> Values {
         return {divide(multiply(a[1], subtract(1.0, a[0])), a[0]), a[1]};
       }},
      {"dcat", {}, {"p"}, "categorical", as_they_are},
      // Of vectors
      {"dmnorm", {}, {"mu", "Omega"}, "multi_normal_precision", as_they_are},
      {"dmnorm.vcov", {}, {"mu", "V"}, "multi_normal", as_they_are},
  };
  return rows;
}

}  // namespace

std::span<const DistributionRow> distribution_rows() {
  return table();
}

const DistributionRow* find_row(std::string_view name) {
  const auto& rows = table();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const DistributionRow& row) {
    return row.name == name || std::find(row.aliases.begin(), row.aliases.end(), name) != row.aliases.end();
  });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace cggibbs::bugs
