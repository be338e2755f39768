// The logarithms of p and 1 - p under each link, with their derivatives.
#pragma once

#include <cmath>
#include <string_view>

#include "base/special.hpp"
#include "distributions/guards.hpp"

namespace cggibbs {

struct Slope {
  double first;
  double second;
};

/// The argument is p itself.
struct IdentityLink {
  static constexpr std::string_view argument = "p";
  static bool valid(double p) { return is_probability(p); }
  static double log_p(double p) { return std::log(p); }
  static double log_q(double p) { return std::log1p(-p); }
  static Slope log_p_slope(double p) { return {1 / p, -1 / square(p)}; }
  static Slope log_q_slope(double p) { return {-1 / (1 - p), -1 / square(1 - p)}; }
};

/// p = 1 / (1 + exp(-eta))
struct LogitLink {
  static constexpr std::string_view argument = "eta";
  static bool valid(double) { return true; }
  static double log_p(double eta) { return -log1p_exp(-eta); }
  static double log_q(double eta) { return -log1p_exp(eta); }
  static Slope log_p_slope(double eta) { return {inv_logit(-eta), -inv_logit(eta) * inv_logit(-eta)}; }
  static Slope log_q_slope(double eta) { return {-inv_logit(eta), -inv_logit(eta) * inv_logit(-eta)}; }
};

/// p = Phi(eta)
struct ProbitLink {
  static constexpr std::string_view argument = "eta";
  static bool valid(double) { return true; }
  static double log_p(double eta) { return log_normal_cdf(eta); }
  static double log_q(double eta) { return log_normal_cdf(-eta); }
  static Slope log_p_slope(double eta);
  static Slope log_q_slope(double eta) {
    const auto s = log_p_slope(-eta);
    return {-s.first, s.second};
  }
};

/// p = 1 - exp(-exp(eta))
struct CloglogLink {
  static constexpr std::string_view argument = "eta";
  static bool valid(double) { return true; }
  static double log_p(double eta);
  static double log_q(double eta) { return -std::exp(eta); }
  static Slope log_p_slope(double eta);
  static Slope log_q_slope(double eta) { return {-std::exp(eta), -std::exp(eta)}; }
};

}  // namespace cggibbs
