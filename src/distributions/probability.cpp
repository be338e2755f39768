// Intervals by logarithms of the nearer tail, quantiles of integers by bisection, slopes by four-point differences.
#include "distributions/probability.hpp"

#include <algorithm>
#include <cmath>

namespace cggibbs {
namespace {

struct Row {
  double a[max_arguments];
  Row(const Distribution& d, double x, const double* parameters) {
    a[0] = x;
    std::copy_n(parameters, d.arguments.size() - 1, a + 1);
  }
};

double log_density(const Distribution& d, double x, const double* parameters) {
  return d.log_density(Row(d, x, parameters).a);
}

/// log(exp(a) - exp(b)) for a >= b.
double log_difference(double a, double b) {
  return a == b ? -inf : a + log1m_exp(b - a);
}

/// Where both tails have rounded away: f / |f'| f at the end with more of the density.
double log_far_interval(const Distribution& d, double lower, double upper, const double* parameters) {
  const double at_lower = log_density(d, lower, parameters), at_upper = log_density(d, upper, parameters);
  const double end = at_upper > at_lower ? upper : lower;
  double first[max_arguments], second[max_arguments];
  d.partials(Row(d, end, parameters).a, first, second);
  return std::max(at_lower, at_upper) - std::max(0.0, std::log(std::abs(first[0])));
}

double log_interval(const Distribution& d, const double* a) {
  const double* parameters = a + 2;
  for (std::size_t k = 0; k <= d.arguments.size(); ++k)
    if (std::isnan(a[k])) return nan;
  const Support s = d.support(parameters);
  double lower = a[0], upper = a[1];
  if (d.discrete) {  // P(X > lower) with the integer below the first one
    lower = std::ceil(lower) - 1;
    upper = std::floor(upper);
  }
  if (!(lower < upper) || (d.discrete ? lower >= s.upper : lower > s.upper) || upper < s.lower) return 0;
  const bool all_below = lower < s.lower || lower == -inf, all_above = upper >= s.upper;
  if (all_below && all_above) return 0;
  const LogTails at_lower = all_below ? LogTails{-inf, 0} : d.log_tails(Row(d, lower, parameters).a);
  const LogTails at_upper = all_above ? LogTails{0, -inf} : d.log_tails(Row(d, upper, parameters).a);
  const double value = at_lower.upper < at_lower.lower ? log_difference(at_lower.upper, at_upper.upper)
                                                       : log_difference(at_upper.lower, at_lower.lower);
  if (std::isfinite(value)) return value;
  return d.discrete || std::isnan(value) ? nan : log_far_interval(d, lower, upper, parameters);
}

/// The smallest integer whose cdf reaches p.
double integer_quantile(const Distribution& d, double p, const double* parameters) {
  if (!(p >= 0 && p <= 1)) return nan;
  const Support s = d.support(parameters);
  if (p == 1 && s.upper == inf) return inf;
  const auto reaches = [&](double x) { return d.cdf(Row(d, x, parameters).a) >= p; };
  double low = s.lower, step = 1;
  if (reaches(low)) return low;
  while (low + step < s.upper && !reaches(low + step) && step < 1e300) {
    low += step;
    step *= 2;
  }
  double high = std::min(low + step, s.upper);  // low does not reach p, high does
  while (high - low > 1) {
    const double middle = std::floor(low + (high - low) / 2);
    if (middle <= low || middle >= high) break;
    (reaches(middle) ? high : low) = middle;
  }
  return high;
}

/// df/dy by four points; at the edge of where f is defined by two on the side that is inside.
template <class F>
double difference(F&& f, double y) {
  const double h = 1e-3 * std::max(std::abs(y), 1e-3);
  const double slope = (8 * (f(y + h) - f(y - h)) - (f(y + 2 * h) - f(y - 2 * h))) / (12 * h);
  if (std::isfinite(slope)) return slope;
  const double tiny = 1e-6 * std::max(std::abs(y), 1e-3);
  const double up = (f(y + tiny) - f(y)) / tiny, down = (f(y) - f(y - tiny)) / tiny;
  return std::isfinite(up) ? up : std::isfinite(down) ? down : 0;
}

double parameter_difference(ProbabilityOp op, const Distribution& d, const double* a, std::size_t k) {
  double moved[max_probability_arguments];
  std::copy_n(a, arity(op, d), moved);
  return difference(
      [&](double y) {
        moved[k] = y;
        return probability(op, d, moved);
      },
      a[k]);
}

}  // namespace

bool offers(const Distribution& d, ProbabilityOp op) {
  if (d.event != nullptr) return false;
  return op == ProbabilityOp::density || op == ProbabilityOp::log_density || d.cdf != nullptr;
}

double probability(ProbabilityOp op, const Distribution& d, const double* a) {
  switch (op) {
    case ProbabilityOp::density:
      return std::exp(d.log_density(a));
    case ProbabilityOp::log_density:
      return d.log_density(a);
    case ProbabilityOp::cdf:
      return a[0] == inf ? 1 : a[0] == -inf ? 0 : d.cdf(a);
    case ProbabilityOp::quantile:
      return d.quantile != nullptr ? d.quantile(a[0], a + 1) : integer_quantile(d, a[0], a + 1);
    case ProbabilityOp::log_interval:
      return log_interval(d, a);
  }
  return nan;
}

double probability_slope(ProbabilityOp op, const Distribution& d, const double* a, double value,
                         std::size_t k) {
  double first[max_arguments], second[max_arguments];
  switch (op) {
    case ProbabilityOp::density:
    case ProbabilityOp::log_density:
      if (!std::isfinite(d.log_density(a))) return 0;
      d.partials(a, first, second);
      return op == ProbabilityOp::density ? value * first[k] : first[k];
    case ProbabilityOp::cdf:
      if (k > 0) return parameter_difference(op, d, a, k);
      return d.discrete ? 0 : std::exp(d.log_density(a));
    case ProbabilityOp::quantile: {
      if (d.discrete || !std::isfinite(value)) return 0;
      const double f = std::exp(log_density(d, value, a + 1));
      if (k == 0) return 1 / f;
      double row[max_arguments];
      std::copy_n(a, d.arguments.size(), row);
      row[0] = value;
      return -parameter_difference(ProbabilityOp::cdf, d, row, k) / f;
    }
    case ProbabilityOp::log_interval: {
      if (k > 1) return parameter_difference(op, d, a, k);
      if (d.discrete || !std::isfinite(a[k]) || !(a[0] < a[1])) return 0;
      const double f = std::exp(log_density(d, a[k], a + 2) - value);
      return k == 1 ? f : -f;
    }
  }
  return nan;
}

}  // namespace cggibbs
