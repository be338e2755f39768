// Log densities against textbook formulas in long double, over wide grids.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "distributions/example_arguments.hpp"

namespace cggibbs {
namespace {

using Long = long double;
using Formula = std::function<Long(const std::vector<Long>&)>;

const Long pi = std::acos(-1.0L);

Long log_gamma_of(Long x) {
  int sign;
  return ::lgammal_r(x, &sign);
}
Long log_choose_of(Long n, Long k) {
  return log_gamma_of(n + 1) - log_gamma_of(k + 1) - log_gamma_of(n - k + 1);
}
Long normal_of(Long z) {
  return -z * z / 2 - std::log(2 * pi) / 2;
}
Long student_of(Long z, Long nu) {
  return log_gamma_of((nu + 1) / 2) - log_gamma_of(nu / 2) - std::log(nu * pi) / 2 -
         (nu + 1) / 2 * std::log1p(z * z / nu);
}
Long gamma_of(Long x, Long a, Long b) {
  return a * std::log(b) - log_gamma_of(a) + (a - 1) * std::log(x) - b * x;
}
Long weibull_of(Long x, Long log_rate, Long shape) {
  return std::log(shape) + log_rate + (shape - 1) * std::log(x) - std::exp(log_rate + shape * std::log(x));
}
Long beta_of(Long x, Long a, Long b) {
  return log_gamma_of(a + b) - log_gamma_of(a) - log_gamma_of(b) + (a - 1) * std::log(x) +
         (b - 1) * std::log1p(-x);
}
Long binomial_of(Long x, Long n, Long log_p, Long log_q) {
  return log_choose_of(n, x) + (x > 0 ? x * log_p : 0) + (n > x ? (n - x) * log_q : 0);
}
Long negative_binomial_of(Long x, Long mu, Long phi) {
  return log_gamma_of(x + phi) - log_gamma_of(phi) - log_gamma_of(x + 1) - phi * std::log1p(mu / phi) +
         (x > 0 ? x * std::log(mu / (mu + phi)) : 0);
}
Long f_of(Long x, Long n, Long m) {
  return n / 2 * std::log(n * x) + m / 2 * std::log(m) - (n + m) / 2 * std::log(n * x + m) - std::log(x) +
         log_gamma_of((n + m) / 2) - log_gamma_of(n / 2) - log_gamma_of(m / 2);
}
/// By its series, from the first term on.
Long noncentral_chi_squared_of(Long x, Long k, Long delta) {
  if (x * delta > 1e5) return nan;
  Long total = 0;
  for (int j = 0; j < 1200; ++j)
    total +=
        std::exp(gamma_of(x, k / 2 + j, 0.5L) + j * std::log(delta / 2) - delta / 2 - log_gamma_of(j + 1.0L));
  return std::log(total);
}
/// x = (mu + sigma z) / w with nu w^2 chi-squared: summed over log w to both sides of where most of it is.
Long noncentral_t_of(Long x, Long nu, Long mu, Long sigma) {
  const Long a = x * x / (sigma * sigma) + nu, b = x * mu / (sigma * sigma), n = nu + 1;
  const Long root = std::sqrt(b * b + 4 * a * n), w = b > 0 ? (b + root) / (2 * a) : 2 * n / (root - b);
  // Relative to w, so that what cancels in x w - mu is rounded once and alike.
  const Long z = (x * w - mu) / sigma;
  const auto at = [&](Long d) {
    const Long here = w * std::exp(d);
    return normal_of(z + x / sigma * w * std::expm1(d)) + gamma_of(nu * here * here, nu / 2, 0.5L) +
           std::log(2 * nu) + 3 * (std::log(w) + d);
  };
  const Long highest = at(0), step = 0.05L / std::sqrt(a * w * w + n);
  Long total = 0;
  for (const int side : {1, -1})
    for (Long k = side > 0 ? 0 : 1, more = 1; more > 1e-22L && k < 20000; ++k)
      total += more = std::exp(at(side * k * step) - highest);
  return highest + std::log(total * step) - std::log(sigma);
}
Long inv_logit_of(Long eta) {
  return 1 / (1 + std::exp(-eta));
}
Long normal_cdf_of(Long z) {
  return std::erfc(-z / std::sqrt(2.0L)) / 2;
}
Long log_cloglog_of(Long eta) {
  return std::log(-std::expm1(-std::exp(eta)));
}

const std::map<std::string_view, Formula> formulas{
    {"normal", [](auto& a) { return normal_of((a[0] - a[1]) / a[2]) - std::log(a[2]); }},
    {"normal_scaled",
     [](auto& a) { return normal_of((a[0] - a[1]) / (a[2] * a[3])) - std::log(a[2] * a[3]); }},
    {"student_t", [](auto& a) { return student_of((a[0] - a[2]) / a[3], a[1]) - std::log(a[3]); }},
    {"cauchy", [](auto& a) { return student_of((a[0] - a[1]) / a[2], 1) - std::log(a[2]); }},
    {"laplace", [](auto& a) { return -std::abs(a[0] - a[1]) / a[2] - std::log(2 * a[2]); }},
    {"logistic",
     [](auto& a) {
       const Long z = std::abs(a[0] - a[1]) / a[2];
       return -z - 2 * std::log1p(std::exp(-z)) - std::log(a[2]);
     }},
    {"lognormal",
     [](auto& a) { return normal_of((std::log(a[0]) - a[1]) / a[2]) - std::log(a[2]) - std::log(a[0]); }},
    {"half_normal", [](auto& a) { return std::log(2.0L) + normal_of(a[0] / a[1]) - std::log(a[1]); }},
    {"half_student_t",
     [](auto& a) { return std::log(2.0L) + student_of(a[0] / a[2], a[1]) - std::log(a[2]); }},
    {"half_cauchy", [](auto& a) { return std::log(2.0L) + student_of(a[0] / a[1], 1) - std::log(a[1]); }},
    {"gamma", [](auto& a) { return gamma_of(a[0], a[1], a[2]); }},
    {"gamma_mean", [](auto& a) { return gamma_of(a[0], a[2], a[2] / a[1]); }},
    {"gamma_log", [](auto& a) { return gamma_of(a[0], a[2], a[2] * std::exp(-a[1])); }},
    {"inverse_gamma", [](auto& a) { return gamma_of(1 / a[0], a[1], a[2]) - 2 * std::log(a[0]); }},
    {"exponential", [](auto& a) { return std::log(a[1]) - a[1] * a[0]; }},
    {"weibull",
     [](auto& a) {
       const Long z = a[0] / a[2];
       return std::log(a[1] / a[2]) + (a[1] - 1) * std::log(z) - std::pow(z, a[1]);
     }},
    {"weibull_rate", [](auto& a) { return weibull_of(a[0], std::log(a[1]), a[2]); }},
    {"weibull_log_rate", [](auto& a) { return weibull_of(a[0], a[1], a[2]); }},
    {"generalized_gamma",
     [](auto& a) {
       const Long y = std::pow(a[2] * a[0], a[3]);
       return std::log(a[3]) + a[1] * a[3] * std::log(a[2] * a[0]) - y - log_gamma_of(a[1]) - std::log(a[0]);
     }},
    {"pareto", [](auto& a) { return std::log(a[1]) + a[1] * std::log(a[2]) - (a[1] + 1) * std::log(a[0]); }},
    {"f", [](auto& a) { return f_of(a[0], a[1], a[2]); }},
    {"scaled_gamma", [](auto& a) { return f_of(a[0] * a[1] * a[1], a[2], 1) + 2 * std::log(a[1]); }},
    {"noncentral_chi_squared", [](auto& a) { return noncentral_chi_squared_of(a[0], a[1], a[2]); }},
    {"noncentral_t", [](auto& a) { return noncentral_t_of(a[0], a[1], a[2], a[3]); }},
    {"beta", [](auto& a) { return beta_of(a[0], a[1], a[2]); }},
    {"beta_mean", [](auto& a) { return beta_of(a[0], a[1] * a[2], (1 - a[1]) * a[2]); }},
    {"beta_logit",
     [](auto& a) { return beta_of(a[0], inv_logit_of(a[1]) * a[2], inv_logit_of(-a[1]) * a[2]); }},
    {"uniform", [](auto& a) { return -std::log(a[2] - a[1]); }},
    {"bernoulli", [](auto& a) { return binomial_of(a[0], 1, std::log(a[1]), std::log1p(-a[1])); }},
    {"bernoulli_logit",
     [](auto& a) {
       return binomial_of(a[0], 1, std::log(inv_logit_of(a[1])), std::log(inv_logit_of(-a[1])));
     }},
    {"bernoulli_probit",
     [](auto& a) {
       return binomial_of(a[0], 1, std::log(normal_cdf_of(a[1])), std::log(normal_cdf_of(-a[1])));
     }},
    {"bernoulli_cloglog",
     [](auto& a) { return binomial_of(a[0], 1, log_cloglog_of(a[1]), -std::exp(a[1])); }},
    {"binomial", [](auto& a) { return binomial_of(a[0], a[2], std::log(a[1]), std::log1p(-a[1])); }},
    {"binomial_logit",
     [](auto& a) {
       return binomial_of(a[0], a[2], std::log(inv_logit_of(a[1])), std::log(inv_logit_of(-a[1])));
     }},
    {"binomial_probit",
     [](auto& a) {
       return binomial_of(a[0], a[2], std::log(normal_cdf_of(a[1])), std::log(normal_cdf_of(-a[1])));
     }},
    {"binomial_cloglog",
     [](auto& a) { return binomial_of(a[0], a[2], log_cloglog_of(a[1]), -std::exp(a[1])); }},
    {"poisson", [](auto& a) { return a[0] * std::log(a[1]) - a[1] - log_gamma_of(a[0] + 1); }},
    {"poisson_log", [](auto& a) { return a[0] * a[1] - std::exp(a[1]) - log_gamma_of(a[0] + 1); }},
    {"negative_binomial", [](auto& a) { return negative_binomial_of(a[0], a[1], a[2]); }},
    {"negative_binomial_log", [](auto& a) { return negative_binomial_of(a[0], std::exp(a[1]), a[2]); }},
    {"beta_binomial",
     [](auto& a) {
       const auto log_beta_of = [](Long p, Long q) {
         return log_gamma_of(p) + log_gamma_of(q) - log_gamma_of(p + q);
       };
       return log_choose_of(a[3], a[0]) + log_beta_of(a[0] + a[1], a[3] - a[0] + a[2]) -
              log_beta_of(a[1], a[2]);
     }},
    {"hypergeometric",
     [](auto& a) {
       const auto term = [&](Long x) {
         return log_choose_of(a[1], x) + log_choose_of(a[2], a[3] - x) + x * std::log(a[4]);
       };
       const Long low = std::max<Long>(0, a[3] - a[2]), high = std::min(a[1], a[3]);
       Long total = 0;
       for (Long x = low; x <= high; ++x) total += std::exp(term(x) - term(a[0]));
       return -std::log(total);
     }},
    {"geometric", [](auto& a) { return std::log(a[1]) + (a[0] > 0 ? a[0] * std::log1p(-a[1]) : 0); }},
};

/// Wide values for an argument, by its name.
std::vector<double> wide(const Distribution& d, std::size_t k) {
  const auto argument = d.arguments[k];
  if (argument == "eta") return {-800, -150, -40, -18.1, -17.9, -5, -1e-9, 0, 0.7, 3, 18, 37, 150, 800};
  if (argument == "p" || (argument == "mu" && d.name == "beta_mean"))
    return {1e-300, 1e-9, 0.2, 0.5, 0.9, 1 - 1e-9};
  if (d.name == "hypergeometric" && k > 0 && k < 4) return {0, 1, 5, 100};
  if (argument == "n") return {0, 1, 5, 100, 1e6};
  if (argument == "lower") return {-1e9, -1e-3};
  if (k == 0 && d.discrete) return {0, 1, 2, 5, 9, 10, 11, 100, 12345, 1e6};
  if (k == 0 && d.support(std::vector<double>(4, 0.5).data()).upper == 1)
    return {1e-300, 1e-3, 0.5, 1 - 1e-9};
  if (k == 0 && d.support(std::vector<double>(4, 0.5).data()).lower == -inf)
    return {-1e9, -3, -1e-6, 0, 0.1, 20, 1e6};
  if (argument == "mu" && d.name != "gamma_mean" && d.name != "negative_binomial")
    return {-1e3, -2, 0, 0.3, 50};
  return {1e-12, 1e-3, 0.5, 1, 3, 9.9, 10.1, 100, 12345, 1e6};
}

class ValuesOf : public testing::TestWithParam<std::string> {};

TEST_P(ValuesOf, MatchTheTextbookFormula) {
  const Distribution& d = *find_distribution(GetParam());
  const Formula& formula = formulas.at(d.name);
  std::vector<std::vector<double>> values;
  for (std::size_t k = 0; k < d.arguments.size(); ++k) values.push_back(wide(d, k));
  int compared = 0;
  for (const auto& a : cross(values)) {
    const Support s = d.support(a.data() + 1);
    const double f = d.log_density(a.data());
    if (a[0] < s.lower || a[0] > s.upper || (a[0] == s.lower && f == -inf)) {
      EXPECT_EQ(f, -inf);
      continue;
    }
    const Long exact = formula(std::vector<Long>(a.begin(), a.end()));
    if (!std::isfinite(exact)) continue;  // the textbook formula is out of range before ours is
    ++compared;
    if (exact < -std::numeric_limits<double>::max()) {
      EXPECT_EQ(f, -inf);
      continue;
    }
    // Terms as large as the largest argument cancel: each is rounded once.
    double largest = 0;
    for (const double v : a) largest = std::max(largest, std::abs(v));
    EXPECT_LE(std::abs(f - exact), (1e-13L + 2e-16L * largest) * (1 + std::abs(exact)))
        << fmt::format("{} at {}: {} instead of {}", d.name, fmt::join(a, " "), f, double(exact));
  }
  EXPECT_GT(compared, 10);
}

INSTANTIATE_TEST_SUITE_P(Table, ValuesOf, testing::ValuesIn(distribution_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace cggibbs
