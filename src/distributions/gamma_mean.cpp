// Slopes of gamma regressions with a common shape.
#include "distributions/gamma_mean.hpp"

#include "distributions/row_loops.hpp"

namespace cggibbs {

double GammaLog::slopes(std::size_t n, const ArgView* a, double* const* out) {
  const double shape = *a[2].data;
  double log_x = 0;
  for (std::size_t i = 0; i < n; ++i) log_x += positive(a[0][i]) ? std::log(a[0][i]) : nan;
  if (std::isnan(log_x)) return detail::slope_rows<GammaLog>(n, a, nullptr, out);
  const auto& loops = kernel.loops();
  const auto arguments = detail::kernel_arguments<GammaLog>(a);
  // -shape sum (eta + x / exp(eta))
  const double part = out[1] != nullptr ? loops.slope(n, arguments, out[1]) : loops.sum(n, arguments);
  if (out[0] != nullptr)
    for (std::size_t i = 0; i < n; ++i) out[0][i] += (shape - 1) / a[0][i] - shape * std::exp(-a[1][i]);
  const auto rows = static_cast<double>(n);
  if (out[2] != nullptr) *out[2] += rows * (std::log(shape) - digamma(shape) + 1) + log_x + part / shape;
  return part + Beside::sum(rows, &log_x, a);
}

}  // namespace cggibbs
