// Student's t distribution about zero, folded onto x >= 0.
#pragma once

#include "distributions/guards.hpp"
#include "distributions/incomplete.hpp"
#include "distributions/location_scale.hpp"
#include "distributions/student_t.hpp"

namespace cggibbs {

struct HalfStudentT {
  static constexpr std::string_view name = "half_student_t";
  static constexpr std::array<std::string_view, 3> arguments{"x", "nu", "sigma"};
  static constexpr int location = 2;
  static constexpr bool discrete = false;

  static double log_density(double x, double nu, double sigma) {
    return x >= 0 ? StudentT::log_density(x, nu, 0, sigma) + log_two : no_density(x, nu, sigma);
  }
  static double location_part(double x, double nu, double sigma) {
    if (!(x >= 0) || !positive(sigma)) return no_density(x, nu, sigma);
    return StudentT::location_part(x, nu, 0, sigma) - std::log(sigma);
  }
  static Partials<3> partials(double x, double nu, double sigma) {
    const auto p = StudentT::partials(x, nu, 0, sigma);
    return {{p.first[0], p.first[1], p.first[3]}, {p.second[0], p.second[1], p.second[3]}};
  }
  static Support support(double, double) { return {.lower = 0}; }
  static double draw(Rng& rng, double nu, double sigma) {
    return std::abs(StudentT::draw(rng, nu, 0, sigma));
  }
  static double cdf(double x, double nu, double sigma) {
    if (x <= 0) return 0;
    const double z2 = square(x / sigma);
    return z2 > nu ? beta_q(0.5 * nu, 0.5, 1 / (1 + z2 / nu)) : beta_p(0.5, 0.5 * nu, 1 / (1 + nu / z2));
  }
  static double quantile(double p, double nu, double sigma) {
    const auto q = beta_p_inverse(0.5, 0.5 * nu, p);
    return sigma * std::sqrt(nu) * std::sqrt(q.x) / std::sqrt(q.complement);
  }
};

}  // namespace cggibbs
