// Posteriors of gaussian GLMs by quadrature over sigma and the scales of groups, Gaussian algebra within.
#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "agreement/reference.hpp"
#include "base/special.hpp"
#include "distributions/distribution.hpp"

namespace cggibbs::test {
namespace {

/// A column may lie 1e9 of its standard deviations from zero: doubles would lose what is compared here.
using Number = long double;
using MatrixL = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
using VectorL = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

/// One scale that is integrated out; sigma is the first.
struct Scale {
  std::string name;
  Prior prior;
};

struct Coefficient {
  std::string name;
  double mean = 0;
  double precision = 0;   ///< of its prior; 0: flat
  std::size_t scale = 0;  ///< of its group, else 0
};

struct Problem {
  MatrixL x;
  VectorL y, weights;
  std::vector<Coefficient> coefficients;
  std::vector<Scale> scales;
};

Coefficient with_prior(const std::string& name, const Prior& p) {
  if (p.kind == PriorKind::flat) return {name};
  if (p.kind != PriorKind::normal) throw std::logic_error("no closed form for the prior " + p.text());
  return {name, p.args[0], 1 / square(p.args[1])};
}

Problem pose(const GlmSettings& s, const Design& d) {
  if (s.family != Family::gaussian || s.link.value_or(Link::identity) != Link::identity)
    throw std::logic_error("no closed form for this family");
  Problem p;
  std::vector<VectorL> columns;
  const auto n = static_cast<Eigen::Index>(d.rows);
  if (d.intercept) {
    columns.push_back(VectorL::Ones(n));
    p.coefficients.push_back(with_prior("Intercept", s.intercept_prior.value()));
  }
  for (std::size_t j = 0; j < cols(d.x); ++j) {
    VectorL c = VectorL::Zero(n);
    if (const auto* dense = std::get_if<DenseMatrix>(&d.x))
      for (Eigen::Index i = 0; i < n; ++i) c[i] = dense->col(j)[static_cast<std::size_t>(i)];
    else if (const auto* sparse = std::get_if<SparseMatrix>(&d.x))
      for (std::size_t t = 0; t < sparse->col_rows(j).size(); ++t)
        c[sparse->col_rows(j)[t]] = sparse->col_values(j)[t];
    columns.push_back(std::move(c));
    const auto* entry = s.prior.find(d.names[j]);
    p.coefficients.push_back(with_prior(d.names[j], entry ? entry->prior : s.prior.others.at(0)));
  }
  const auto* entry = s.dispersion_prior.find("sigma");
  p.scales.push_back({"sigma", entry ? entry->prior : s.dispersion_prior.others.at(0)});
  for (const GroupTerm& g : d.groups)
    for (std::size_t e = 0; e < g.effects.size(); ++e) {
      const std::string label = g.effects[e] + "|" + g.group;
      p.scales.push_back({"sd(" + label + ")", s.sd_prior.value()});
      for (std::size_t l = 0; l < g.levels.size(); ++l) {
        VectorL c = VectorL::Zero(n);
        for (Eigen::Index i = 0; i < n; ++i) {
          const auto row = static_cast<std::size_t>(i);
          if (g.index[row] == l) c[i] = g.values[e].empty() ? 1 : g.values[e][row];
        }
        columns.push_back(std::move(c));
        p.coefficients.push_back({fmt::format("{}[{}]", label, g.levels[l]), 0, 1, p.scales.size() - 1});
      }
    }
  p.x.resize(n, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j) p.x.col(static_cast<Eigen::Index>(j)) = columns[j];
  p.y.resize(n);
  p.weights = VectorL::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto row = static_cast<std::size_t>(i);
    p.y[i] = d.y[row] - (d.offset.empty() ? 0 : d.offset[row]);
    if (!d.weights.empty()) p.weights[i] = d.weights[row];
  }
  return p;
}

/// The law of the coefficients given the scales, and the log density of the scales' logarithms.
struct Given {
  double log_density = 0;
  std::vector<double> mean, sd;
};

Given given_scales(const Problem& p, const std::vector<double>& log_scales, bool moments) {
  const auto n = p.x.rows(), d = p.x.cols();
  const Number sigma = std::exp(static_cast<Number>(log_scales[0]));
  MatrixL a = MatrixL::Zero(n + d, d);
  VectorL b = VectorL::Zero(n + d);
  Given out;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Number root = std::sqrt(p.weights[i]) / sigma;
    a.row(i) = root * p.x.row(i);
    b[i] = root * p.y[i];
  }
  out.log_density -= static_cast<double>(p.weights.sum()) * log_scales[0];
  for (Eigen::Index j = 0; j < d; ++j) {
    const Coefficient& c = p.coefficients[static_cast<std::size_t>(j)];
    const double log_sd = c.scale == 0 ? 0 : log_scales[c.scale];
    const Number root = std::sqrt(static_cast<Number>(c.precision)) * std::exp(static_cast<Number>(-log_sd));
    a(n + j, j) = root;
    b[n + j] = root * c.mean;
    out.log_density -= log_sd;
  }
  // Columns of very different lengths: scaled to one, so that one tolerance fits them all.
  VectorL length = a.colwise().norm();
  for (Eigen::Index j = 0; j < d; ++j) a.col(j) /= length[j];
  const Eigen::HouseholderQR<MatrixL> qr(a);
  b.applyOnTheLeft(qr.householderQ().adjoint());
  const auto r = qr.matrixQR().topRows(d).template triangularView<Eigen::Upper>();
  out.log_density -= static_cast<double>(b.tail(n).squaredNorm()) / 2;
  for (Eigen::Index j = 0; j < d; ++j)
    out.log_density -= static_cast<double>(std::log(std::abs(qr.matrixQR()(j, j)) * length[j]));
  for (std::size_t k = 0; k < p.scales.size(); ++k) {
    const Prior& prior = p.scales[k].prior;
    out.log_density += log_scales[k];
    if (prior.kind == PriorKind::flat) continue;
    double arguments[max_arguments] = {std::exp(log_scales[k])};
    std::copy(prior.args.begin(), prior.args.end(), arguments + 1);
    out.log_density +=
        find_distribution(prior.text().substr(0, prior.text().find('(')))->log_density(arguments);
  }
  if (!moments) return out;
  const VectorL mean = r.solve(b.head(d));
  const MatrixL inverse = r.solve(MatrixL::Identity(d, d));
  for (Eigen::Index j = 0; j < d; ++j) {
    out.mean.push_back(static_cast<double>(mean[j] / length[j]));
    out.sd.push_back(static_cast<double>(inverse.row(j).norm() / length[j]));
  }
  return out;
}

struct Range {
  double low, high;
};

/// Calls f with every point of a product grid.
template <class F>
void for_grid(const std::vector<Range>& ranges, int points, const F& f) {
  std::vector<int> at(ranges.size(), 0);
  std::vector<double> x(ranges.size());
  for (;;) {
    for (std::size_t k = 0; k < at.size(); ++k)
      x[k] = ranges[k].low + (ranges[k].high - ranges[k].low) * at[k] / (points - 1);
    f(at, x);
    std::size_t k = 0;
    while (k < at.size() && ++at[k] == points) at[k++] = 0;
    if (k == at.size()) return;
  }
}

/// Where the density of the scales is: grids, each over the cells that the one before found worth a look.
std::vector<Range> find_ranges(const Problem& p) {
  const double spread = std::sqrt(static_cast<double>((p.y.array() - p.y.mean()).square().mean()));
  std::vector<Range> ranges(p.scales.size(), {std::log(1e-4 * spread), std::log(1e3 * spread)});
  const int points = ranges.size() == 1 ? 25 : 9;
  for (int round = 0; round < (ranges.size() == 1 ? 4 : 5); ++round) {
    double top = -std::numeric_limits<double>::infinity();
    std::vector<std::vector<double>> best(ranges.size(),
                                          std::vector<double>(static_cast<std::size_t>(points), top));
    for_grid(ranges, points, [&](const std::vector<int>& at, const std::vector<double>& x) {
      const double value = given_scales(p, x, false).log_density;
      top = std::max(top, value);
      for (std::size_t k = 0; k < at.size(); ++k) {
        double& b = best[k][static_cast<std::size_t>(at[k])];
        b = std::max(b, value);
      }
    });
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      const double step = (ranges[k].high - ranges[k].low) / (points - 1);
      int first = 0, last = points - 1;
      while (best[k][static_cast<std::size_t>(first)] < top - 16) ++first;
      while (best[k][static_cast<std::size_t>(last)] < top - 16) --last;
      const double low = ranges[k].low;
      ranges[k] = {low + step * (first - 1), low + step * (last + 1)};
    }
  }
  return ranges;
}

/// Mixture of normals, or of points where the sds are 0.
KnownOutput describe(const std::string& name, const std::vector<double>& p, const std::vector<double>& mean,
                     const std::vector<double>& sd) {
  KnownOutput out;
  out.name = name;
  out.location = 0;
  for (std::size_t k = 0; k < p.size(); ++k) out.location += p[k] * mean[k];
  double variance = 0;
  for (std::size_t k = 0; k < p.size(); ++k)
    variance += p[k] * (square(mean[k] - out.location) + (sd.empty() ? 0 : square(sd[k])));
  out.scale = std::sqrt(variance);
  out.mean = {0, 0};
  out.square = {1, 0};
  if (sd.empty()) return out;
  const auto below = [&](double x) {
    double total = 0;
    for (std::size_t k = 0; k < p.size(); ++k) total += p[k] * normal_cdf((x - mean[k]) / sd[k]);
    return total;
  };
  for (const double z : {-1.6, 0.0, 1.6}) {
    out.cuts.push_back(out.location + z * out.scale);
    out.below.push_back({below(out.cuts.back()), 0});
  }
  return out;
}

}  // namespace

Reference exact_reference(const GlmSettings& settings, const Design& design) {
  const Problem problem = pose(settings, design);
  const std::size_t d = problem.coefficients.size(), scales = problem.scales.size();
  std::vector<double> p;
  std::vector<std::vector<double>> mean(d), sd(d), points(scales);
  for_grid(find_ranges(problem), scales == 1 ? 41 : 13, [&](const auto&, const std::vector<double>& x) {
    const Given g = given_scales(problem, x, true);
    p.push_back(g.log_density);
    for (std::size_t j = 0; j < d; ++j) {
      mean[j].push_back(g.mean[j]);
      sd[j].push_back(g.sd[j]);
    }
    for (std::size_t k = 0; k < scales; ++k) points[k].push_back(std::exp(x[k]));
  });
  const double top = *std::max_element(p.begin(), p.end());
  double total = 0;
  for (double& v : p) total += v = std::exp(v - top);
  for (double& v : p) v /= total;
  Reference r;
  for (std::size_t j = 0; j < d; ++j)
    r.outputs.push_back(describe(problem.coefficients[j].name, p, mean[j], sd[j]));
  for (std::size_t k = 0; k < scales; ++k)
    r.outputs.push_back(describe(problem.scales[k].name, p, points[k], {}));
  r.mean_square = {1, 0};
  return r;
}

}  // namespace cggibbs::test
