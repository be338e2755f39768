// Arguments at which the tests try every distribution.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "distributions/distribution.hpp"

namespace cggibbs {

/// Values for each argument, the variate first; tests take their cross product. Variates that lie outside the
/// support for some of the parameters are welcome.
struct Examples {
  std::vector<std::vector<double>> values;
  std::vector<std::size_t> whole = {};  ///< arguments that must be integers beside the variate
};

inline const std::map<std::string_view, Examples> examples{
    {"normal", {{{-2.3, 0.4, 7}, {-1, 0.5}, {0.3, 2}}}},
    {"normal_scaled", {{{-2.3, 0.4, 7}, {-1, 0.5}, {0.3, 2}, {0.7, 1.5}}}},
    {"student_t", {{{-2.3, 0.4, 30}, {0.7, 4, 60}, {-1, 0.5}, {0.3, 2}}}},
    {"cauchy", {{{-2.3, 0.4, 30}, {-1, 0.5}, {0.3, 2}}}},
    {"laplace", {{{-2.3, 0.4, 7}, {-1, 0.5}, {0.3, 2}}}},
    {"logistic", {{{-2.3, 0.4, 7}, {-1, 0.5}, {0.3, 2}}}},
    {"lognormal", {{{-1, 0.02, 0.9, 15}, {-1, 0.5}, {0.3, 2}}}},
    {"half_normal", {{{-1, 0.02, 0.9, 5}, {0.4, 3}}}},
    {"half_student_t", {{{-1, 0.02, 0.9, 25}, {0.7, 4, 60}, {0.4, 3}}}},
    {"half_cauchy", {{{-1, 0.02, 0.9, 25}, {0.4, 3}}}},
    {"gamma", {{{-1, 0.02, 0.9, 15}, {0.3, 1, 4, 35}, {0.4, 3}}}},
    {"gamma_mean", {{{-1, 0.02, 0.9, 15}, {0.4, 3}, {0.3, 1, 4, 35}}}},
    {"gamma_log", {{{-1, 0.02, 0.9, 15}, {-1.2, 0.7}, {0.3, 1, 4, 35}}}},
    {"inverse_gamma", {{{-1, 0.05, 0.9, 15}, {0.3, 1, 4, 35}, {0.4, 3}}}},
    {"exponential", {{{-1, 0.02, 0.9, 15}, {0.4, 3}}}},
    {"weibull", {{{-1, 0.02, 0.9, 4}, {0.5, 1, 2.5}, {0.8, 3}}}},
    {"weibull_rate", {{{-1, 0.02, 0.9, 4}, {0.4, 3}, {0.5, 1, 2.5}}}},
    {"weibull_log_rate", {{{-1, 0.02, 0.9, 4}, {-1.2, 0.7}, {0.5, 1, 2.5}}}},
    {"generalized_gamma", {{{-1, 0.02, 0.9, 5}, {0.3, 1, 4}, {0.4, 3}, {0.7, 2.5}}}},
    {"pareto", {{{-1, 0.3, 0.9, 15}, {0.3, 1, 4}, {0.4, 3}}}},
    {"f", {{{-1, 0.02, 0.9, 15}, {0.6, 3, 40}, {0.8, 5, 30}}}},
    {"scaled_gamma", {{{-1, 0.02, 0.9, 15}, {0.4, 3}, {0.7, 4, 60}}}},
    {"noncentral_chi_squared", {{{-1, 0.02, 0.9, 15}, {0.6, 3, 12}, {0.3, 2, 20}}}},
    {"noncentral_t", {{{-2.3, 0.4, 8}, {0.7, 4, 60}, {-1, 0.5}, {0.3, 2}}}},
    {"beta", {{{-0.2, 0.03, 0.4, 0.95}, {0.3, 1, 4, 25}, {0.6, 12}}}},
    {"beta_mean", {{{-0.2, 0.03, 0.4, 0.95}, {0.2, 0.7}, {0.5, 3, 40}}}},
    {"beta_logit", {{{-0.2, 0.03, 0.4, 0.95}, {-1.5, 0.8}, {0.5, 3, 40}}}},
    {"uniform", {{{-5, -0.3, 0.4}, {-2, -1}, {0.6, 3}}}},
    {"bernoulli", {{{0, 1, 0.5, 2}, {0.03, 0.4, 0.9}}}},
    {"bernoulli_logit", {{{0, 1, 0.5, 2}, {-4, -0.3, 1.7}}}},
    {"bernoulli_probit", {{{0, 1, 0.5, 2}, {-4, -0.3, 1.7}}}},
    {"bernoulli_cloglog", {{{0, 1, 0.5, 2}, {-4, -0.3, 1.1}}}},
    {"binomial", {{{0, 3, 7, 2.5}, {0.03, 0.4, 0.9}, {3, 7, 60}}, {2}}},
    {"binomial_logit", {{{0, 3, 7, 2.5}, {-4, -0.3, 1.7}, {3, 7, 60}}, {2}}},
    {"binomial_probit", {{{0, 3, 7, 2.5}, {-2, -0.3, 1.7}, {3, 7, 60}}, {2}}},
    {"binomial_cloglog", {{{0, 3, 7, 2.5}, {-4, -0.3, 1.1}, {3, 7, 60}}, {2}}},
    {"poisson", {{{0, 1, 12, 40, 2.5, -1}, {0.05, 1.3, 20}}}},
    {"poisson_log", {{{0, 1, 12, 40, 2.5, -1}, {-3, 0.3, 3}}}},
    {"negative_binomial", {{{0, 1, 12, 40, 2.5, -1}, {0.05, 1.3, 20}, {0.4, 3, 50}}}},
    {"negative_binomial_log", {{{0, 1, 12, 40, 2.5, -1}, {-3, 0.3, 3}, {0.4, 3, 50}}}},
    {"geometric", {{{0, 1, 12, 40, 2.5, -1}, {0.05, 0.4, 0.9}}}},
    {"beta_binomial", {{{0, 3, 7, 2.5}, {0.3, 4}, {0.6, 12}, {3, 7, 60}}, {3}}},
    {"hypergeometric", {{{0, 3, 7, 2.5, 12}, {7, 20}, {0, 5}, {3, 7}, {0.2, 1, 3.5}}, {1, 2, 3}}},
};

/// Every combination of one value per argument.
inline std::vector<std::vector<double>> cross(const std::vector<std::vector<double>>& values) {
  std::vector<std::vector<double>> out{{}};
  for (const auto& choices : values) {
    std::vector<std::vector<double>> longer;
    for (const auto& prefix : out)
      for (const double v : choices) {
        longer.push_back(prefix);
        longer.back().push_back(v);
      }
    out = std::move(longer);
  }
  return out;
}

}  // namespace cggibbs
