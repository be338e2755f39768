// Student's t distribution, by degrees of freedom, location and scale.
#pragma once

#include "distributions/distribution.hpp"
#include "kernels/likelihood.hpp"

namespace cggibbs {

struct StudentT {
  static constexpr std::string_view name = "student_t";
  static constexpr std::array<std::string_view, 4> arguments{"x", "nu", "mu", "sigma"};
  static constexpr int location = 2;
  static constexpr bool discrete = false;

  static double log_density(double x, double nu, double mu, double sigma);
  static double location_part(double x, double nu, double mu, double sigma);
  static Partials<4> partials(double x, double nu, double mu, double sigma);
  static Support support(double, double, double) { return {}; }
  static double draw(Rng& rng, double nu, double mu, double sigma);
  static double cdf(double x, double nu, double mu, double sigma);
  static double quantile(double p, double nu, double mu, double sigma);

  static bool kernel_fits(const ArgView* a) {
    return is_array(a[0]) && is_scalar(a[1]) && is_array(a[2]) && is_scalar(a[3]) && *a[1].data > 0 &&
           *a[3].data > 0;
  }
  static double kernel_sum(std::size_t n, const ArgView* a) {
    return kernels::student_t_sum(n, a[0].data, a[2].data, *a[1].data, *a[3].data);
  }
  static double kernel_sum_shifted(std::size_t n, const ArgView* a, const double* x, double delta) {
    return kernels::student_t_sum_shifted(n, a[0].data, a[2].data, x, delta, *a[1].data, *a[3].data);
  }
};

}  // namespace cggibbs
