// Likelihoods as tables of loops over rows: sums of log-likelihood terms, with slopes and curvatures where a sampler needs them.
#pragma once

#include <cstddef>

namespace cggibbs::kernels {

/// Arrays of n doubles, and numbers shared by all rows.
struct Arguments {
  const double* y;
  const double* eta;
  const double* rest[2] = {};  ///< what else the likelihood takes, in the order that its comment gives
};

/// Outputs of n rows; none overlaps an input or another.
struct Curves {
  double* eta;                   ///< eta + delta * x
  double* slope;                 ///< d term / d eta
  double* weight;                ///< -d2 term / d eta2, not below zero
  double* kept;                  ///< what the term is recovered from without an exponential
  const double* next = nullptr;  ///< n doubles to bring into the cache meanwhile, or null
};

/// A sum of terms with its first and minus its second derivative along the column x.
struct Along {
  double sum;
  double slope;
  double curvature;
};

/// The loops of one likelihood on one instruction set. Inputs are finite; then a sum is finite or -inf (where a term
/// overflows), never NaN. A NaN among the inputs gives NaN. For a given instruction set the order of additions depends on n only.
struct Likelihood {
  double (*sum)(std::size_t n, const Arguments& a);
  /// At eta + delta * x, which saturates at the largest double, without storing it.
  double (*sum_shifted)(std::size_t n, const Arguments& a, const double* x, double delta);
  /// The same at several deltas; where it pays, two or three share one pass.
  void (*sums_shifted)(std::size_t n, const Arguments& a, const double* x, std::size_t count,
                       const double* deltas, double* out);
  /// What each row adds to `sum`.
  void (*each)(std::size_t n, const Arguments& a, double* out);

  // Null where the likelihood has no such loops. One pass, one exponential per row.

  /// `sum`, and adds d term / d eta of row i to slope[i].
  double (*slope)(std::size_t n, const Arguments& a, double* slope);
  /// `sum_shifted` with its derivatives along x; leaves what a Newton step needs of every row.
  Along (*curves)(std::size_t n, const Arguments& a, const double* x, double delta, const Curves& out);
  /// `sum` from what `curves` kept of these rows.
  double (*sum_kept)(std::size_t n, const Arguments& a, const double* kept);
};

// Each gives the table of the chosen instruction set (target.hpp). Its sums keep the terms that vary with eta and drop every other one.

/// y * eta - log(1 + exp(eta)), y in {0, 1}
const Likelihood& bernoulli_logit();
/// log Phi((2 y - 1) eta), y in {0, 1}
const Likelihood& bernoulli_probit();
/// y * eta - trials * log(1 + exp(eta)), 0 <= y <= trials; rest: an array of trials
const Likelihood& binomial_logit();
/// y * eta - exp(eta), y >= 0
const Likelihood& poisson_log();
/// y * eta - (y + phi) * log(exp(eta) + phi) + phi * log(phi), y >= 0; rest: phi > 0. The last term does not vary with eta;
/// with it the sum stays of the size of a Poisson's as phi grows, instead of drowning in phi log phi.
const Likelihood& negative_binomial_log();
/// -shape * (eta + y * exp(-eta)), y > 0; rest: shape > 0
const Likelihood& gamma_log();
/// -((y - eta) / sigma)^2 / 2; rest: sigma > 0
const Likelihood& normal();
/// -(nu + 1) / 2 * log(1 + ((y - eta) / sigma)^2 / nu); rest: nu > 0, sigma > 0
const Likelihood& student_t();

/// The derivatives along x from slopes and weights that `curves` has left; sum is 0.
Along along_column(std::size_t n, const double* x, const double* slope, const double* weight);

}  // namespace cggibbs::kernels
