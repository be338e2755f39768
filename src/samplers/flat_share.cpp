// Virtual scales, and their share in each axis.
#include "samplers/flat_share.hpp"

#include <cmath>

namespace cggibbs {

FlatShare::FlatShare(const std::vector<GaussianPart>& parts, std::size_t rows) {
  for (const auto& p : parts)
    for (std::size_t j = 0; j < p.size(); ++j) {
      sd_.push_back(1.0);
      if (p.kind != MixtureKind::flat) continue;
      at_.push_back(sd_.size() - 1);
      // A thousand over the root mean square of the column.
      const ColumnView c = p.columns->col(j);
      double squares = 0;
      for (std::size_t t = 0; t < c.count; ++t) squares += square(c.value(t));
      if (squares > 0) sd_.back() = 1e3 / std::sqrt(squares / static_cast<double>(rows));
    }
  z_.resize(at_.size());
}

void FlatShare::read_axes(Axes& axes) {
  share_.resize(axes.count(), at_.size());
  for (std::size_t f = 0; f < at_.size(); ++f) axes.row_of(at_[f], share_.col(f));
}

void FlatShare::read(const std::vector<double>& z) {
  for (std::size_t f = 0; f < at_.size(); ++f) z_[f] = z[at_[f]];
}

QuadraticPrior FlatShare::along(std::size_t k, double w) const {
  QuadraticPrior p{1, -w};
  for (std::size_t f = 0; f < at_.size(); ++f) {
    const double v = share_.col(f)[k];
    p.a -= v * v;
    p.b += v * z_[f];
  }
  return p;
}

void FlatShare::moved(std::size_t k, double t) {
  for (std::size_t f = 0; f < at_.size(); ++f) z_[f] += t * share_.col(f)[k];
}

}  // namespace cggibbs
