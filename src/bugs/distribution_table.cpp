// BUGS's distributions in terms of ours: precisions become standard deviations, and so on.
#include "bugs/distribution_table.hpp"

#include <algorithm>

#include "bugs/matrix_functions.hpp"

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
      {"dnt",
       {},
       {"mu", "tau", "k"},
       "noncentral_t",
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
       {"dweibull"},
       {"v", "lambda"},
       "weibull_rate",
       [](const Values& a) -> Values {
         return {a[1], a[0]};
       },
       {{MapOp::exp, "weibull_log_rate"}}},
      {"dpar", {}, {"alpha", "c"}, "pareto", as_they_are},
      {"dgen.gamma", {}, {"r", "lambda", "b"}, "generalized_gamma", as_they_are},
      {"df", {}, {"n", "m"}, "f", as_they_are},
      {"dnchisqr", {"dnchisq"}, {"k", "delta"}, "noncentral_chi_squared", as_they_are},
      {"dscaled.gamma", {}, {"s", "df"}, "scaled_gamma", as_they_are},
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
      {"dbetabin", {"dbetabinom"}, {"a", "b", "n"}, "beta_binomial", as_they_are},
      {"dhyper", {}, {"n1", "n2", "m1", "psi"}, "hypergeometric", as_they_are},
      {"dcat", {}, {"p"}, "categorical", as_they_are},
      {"dordered.logit", {}, {"mu", "cut"}, "ordered_logit", as_they_are},
      {"dordered.probit", {}, {"mu", "cut"}, "ordered_probit", as_they_are},
      {"dinterval", {}, {"t", "cut"}, "interval", as_they_are, {}, Stated::interval},
      {"dround", {}, {"t", "d"}, "rounded", as_they_are, {}, Stated::rounded},
      {"dsum",
       {},
       {"x1", "x2", "..."},
       "total",
       [](const Values& a) -> Values { return {concatenate(a)}; },
       {},
       Stated::total},
      {"dnormmix",
       {},
       {"mu", "tau", "pi"},
       "normal_mixture",
       [](const Values& a) -> Values {
         return {a[0], power(a[1], -0.5), a[2]};
       }},
      // Of vectors
      {"dmnorm", {}, {"mu", "Omega"}, "multi_normal_precision", as_they_are},
      {"dmnorm.vcov", {}, {"mu", "V"}, "multi_normal", as_they_are},
      {"dmt", {}, {"mu", "Omega", "k"}, "multi_student_t_precision", as_they_are},
      {"ddirch", {"ddirich"}, {"alpha"}, "dirichlet", as_they_are},
      // The number of trials is the sum of the counts.
      {"dmulti", {"dmultinom"}, {"p", "n"}, "multinomial", [](const Values& a) -> Values { return {a[0]}; }},
      {"dsample", {}, {"p", "K"}, "subset", as_they_are},
      {"dcrp", {}, {"alpha"}, "chinese_restaurant", as_they_are},
      // Of matrices
      {"dwish", {}, {"R", "k"}, "wishart", as_they_are},
      {"dscaled.wishart", {}, {"s", "df"}, "scaled_wishart", as_they_are},
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
