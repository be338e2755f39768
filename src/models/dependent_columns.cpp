// A QR decomposition of the columns, or of random mixtures of their rows, and a check of what it finds on all rows.
#include "models/dependent_columns.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cggibbs/error.hpp>
#include <cmath>
#include <limits>

#include "base/rng.hpp"
#include "base/settings_text.hpp"

namespace cggibbs {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t most_columns = 1500;
/// What is left of a column of unit size beside those before it.
constexpr double suspect = 1e-9, dependent = 1e-10;
/// Shares of a column that are no part of what it is made of.
constexpr double negligible = 1e-7;

/// f(row, value) for the entries of column j.
template <class F>
void for_each_entry(const Matrix& x, std::size_t j, const F& f) {
  if (const auto* d = std::get_if<DenseMatrix>(&x)) {
    for (std::size_t i = 0; i < d->rows; ++i) f(i, d->col(j)[i]);
    return;
  }
  const auto& s = std::get<SparseMatrix>(x);
  for (std::size_t t = s.start[j]; t < s.start[j + 1]; ++t) f(s.row[t], s.values[t]);
}

/// The middle one of the values, which are left in another order; 0 where there are none.
double median(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The columns with flat priors, centred where the intercept is one of them. Rows with an entry far beyond the usual size of its
/// column are divided by it: what depends on each other still does, and one outlier does not make all else look like rounding.
/// Then columns are of unit size.
class FlatDesign {
 public:
  FlatDesign(const GlmData& data, const GlmPriors& priors)
      : data_(data), intercept_(data.design.intercept && priors.intercept.kind == PriorKind::flat) {
    for (const auto& shared : priors.coefficients)
      if (shared.prior.kind == PriorKind::flat)
        columns_.insert(columns_.end(), shared.columns.begin(), shared.columns.end());
    std::sort(columns_.begin(), columns_.end());
  }

  /// Before all below.
  void measure() {
    const std::size_t n = rows();
    if (intercept_) measured_.push_back({0, 1, 0});
    for (const std::size_t j : columns_) measured_.push_back(usual(j));
    VectorXd most = VectorXd::Ones(static_cast<Index>(n)), column(static_cast<Index>(n));
    for (std::size_t k = 0; k < size(); ++k) most = most.cwiseMax(plain(k, column).cwiseAbs());
    shrink_ = most.cwiseInverse();
    const double root = std::sqrt(static_cast<double>(n));
    for (std::size_t k = 0; k < size(); ++k) {
      Measured& m = measured_[k];
      const double length = plain(k, column).cwiseProduct(shrink_).norm() / root;
      if (!is_intercept(k)) {  // centring takes away digits of large values and of large centres
        const double c = std::abs(m.centre);
        const double digits =
            ((column.cwiseAbs() * m.scale).array() + c).matrix().cwiseProduct(shrink_).norm() / root;
        m.noise = 4 * std::numeric_limits<double>::epsilon() * digits;
      }
      if (length > 0) m.scale *= length;
      m.noise /= m.scale;
    }
  }

  std::size_t rows() const { return data_.response.y.size(); }
  std::size_t size() const { return columns_.size() + (intercept_ ? 1 : 0); }
  bool any() const { return size() > 0; }
  std::string name(std::size_t k) const {
    return is_intercept(k) ? "Intercept" : data_.design.names[column(k)];
  }
  bool is_intercept(std::size_t k) const { return intercept_ && k == 0; }

  double centre(std::size_t k) const { return measured_[k].centre; }
  double scale(std::size_t k) const { return measured_[k].scale; }
  /// What rounding leaves unknown of a column of unit size: much, where it is far from zero.
  double noise(std::size_t k) const { return measured_[k].noise; }

  /// into += weight * column k, without the division of rows.
  void add(std::size_t k, double weight, VectorXd& into) const {
    if (is_intercept(k)) {
      into.array() += weight / scale(k);
      return;
    }
    const double a = weight / scale(k), c = centre(k);
    if (const auto* d =
            std::get_if<DenseMatrix>(&data_.design.x)) {  // differences before products: no digits are lost
      for (std::size_t i = 0; i < d->rows; ++i) into[static_cast<Index>(i)] += a * (d->col(column(k))[i] - c);
      return;
    }
    if (c != 0) into.array() -= a * c;
    for_each_entry(data_.design.x, column(k),
                   [&](std::size_t i, double v) { into[static_cast<Index>(i)] += a * v; });
  }
  void divide_rows(VectorXd& column) const { column.array() *= shrink_.array(); }

 private:
  struct Measured {
    double centre, scale, noise;
  };

  std::size_t column(std::size_t k) const { return columns_[k - (intercept_ ? 1 : 0)]; }

  /// The middle of a column, and how far entries that differ from it usually are.
  Measured usual(std::size_t j) const {
    std::vector<double> values;
    for_each_entry(data_.design.x, j, [&](std::size_t, double v) { values.push_back(v); });
    Measured out{0, 1, 0};
    if (intercept_) {
      std::vector<double> all = values;
      all.resize(rows(), 0.0);
      out.centre = median(all);
      if (all.size() > values.size() && out.centre != 0) values = std::move(all);
    }
    for (double& v : values) v = std::abs(v - out.centre);
    std::erase(values, 0.0);
    if (const double size = median(values); size > 0) out.scale = size;
    return out;
  }

  /// Column k as add() has it, in `column`.
  VectorXd& plain(std::size_t k, VectorXd& column) const {
    column.setZero();
    add(k, 1, column);
    return column;
  }

  const GlmData& data_;
  bool intercept_;
  std::vector<std::size_t> columns_;
  std::vector<Measured> measured_;
  VectorXd shrink_;
};

/// Some mixtures of rows more than there are columns: what depends on each other still does, and, but for bad luck, nothing else.
class Mixer {
 public:
  Mixer(std::size_t rows, std::size_t mixtures) : place_(parts * rows), weight_(parts * rows) {
    Rng rng(1, 1);
    for (std::size_t t = 0; t < place_.size(); ++t) {
      place_[t] = static_cast<Index>(rng.below(mixtures));
      weight_[t] = rng.normal();
    }
  }
  void mix(const VectorXd& column, Eigen::Ref<VectorXd> out) const {
    for (Index i = 0; i < column.size(); ++i) {
      if (column[i] == 0) continue;
      for (std::size_t t = 0; t < parts; ++t) {
        const std::size_t at = parts * static_cast<std::size_t>(i) + t;
        out[place_[at]] += weight_[at] * column[i];
      }
    }
  }

 private:
  static constexpr std::size_t parts = 3;
  std::vector<Index> place_;
  std::vector<double> weight_;
};

/// Columns of unit size; of length 0 where they are constants.
MatrixXd mixed_columns(const FlatDesign& design) {
  const auto n = static_cast<Index>(design.rows()), p = static_cast<Index>(design.size());
  const Index mixtures = p + 64;
  const bool all = n <= 2 * mixtures;
  const Mixer mixer(all ? 0 : design.rows(), static_cast<std::size_t>(mixtures));
  MatrixXd out = MatrixXd::Zero(all ? n : mixtures, p);
  VectorXd column(n);
  for (Index k = 0; k < p; ++k) {
    column.setZero();
    design.add(static_cast<std::size_t>(k), 1, column);
    design.divide_rows(column);
    // A column of unit size that has next to no length beside the intercept is a constant.
    const double least = suspect + design.noise(static_cast<std::size_t>(k));
    if (column.norm() <= least * std::sqrt(static_cast<double>(n))) continue;
    if (all)
      out.col(k) = column;
    else
      mixer.mix(column, out.col(k));
  }
  return out;
}

/// Column k = sum of made[j] column j, j < k, of unit size each.
struct Dependence {
  std::size_t k;
  VectorXd made;
};

bool holds(const FlatDesign& design, const Dependence& d) {
  VectorXd left = VectorXd::Zero(static_cast<Index>(design.rows()));
  design.add(d.k, 1, left);
  double tolerance = dependent + design.noise(d.k);
  for (Index j = 0; j < d.made.size(); ++j) {
    if (d.made[j] == 0) continue;
    design.add(static_cast<std::size_t>(j), -d.made[j], left);
    tolerance += std::abs(d.made[j]) * design.noise(static_cast<std::size_t>(j));
  }
  design.divide_rows(left);
  return left.norm() <= tolerance * std::sqrt(static_cast<double>(design.rows()));
}

/// Without the shares below `least`.
Dependence without(const Dependence& d, double least) {
  Dependence out = d;
  for (double& share : out.made)
    if (std::abs(share) < least) share = 0;
  return out;
}

std::vector<Dependence> find_dependences(const FlatDesign& design) {
  MatrixXd columns = mixed_columns(design);
  VectorXd length(columns.cols());
  for (Index k = 0; k < columns.cols(); ++k) length[k] = columns.col(k).norm();
  const Eigen::HouseholderQR<Eigen::Ref<MatrixXd>> qr(columns);
  const MatrixXd& r = columns;  // decomposed in place
  std::vector<bool> kept(static_cast<std::size_t>(r.cols()), true);
  std::vector<Dependence> found;
  constexpr int enough = 20;  // each is looked at in all rows
  double least = suspect;
  for (Index k = 0, looked_at = 0; k < r.cols() && looked_at < enough; ++k) {
    const double noise = 2 * design.noise(static_cast<std::size_t>(k));
    least = std::max(least, noise);
    const double left = std::abs(r(k, k)) / length[k];
    // A column that stays: the direction of what is left of it is as uncertain.
    const auto keep = [&] { least = std::max(least, left > 0 ? std::min(noise / left, 1e-3) : 0); };
    if (left > least) {
      keep();
      continue;
    }
    ++looked_at;
    Dependence d{static_cast<std::size_t>(k), VectorXd::Zero(k)};
    for (Index j = k; length[k] > 0 && j-- > 0;) {
      if (!kept[static_cast<std::size_t>(j)]) continue;
      double rest = r(j, k);
      for (Index l = j + 1; l < k; ++l) rest -= r(j, l) * d.made[l];
      d.made[j] = rest / r(j, j);
    }
    if (!holds(design, d)) {
      keep();
      continue;
    }
    kept[static_cast<std::size_t>(k)] = false;
    const Dependence plain = without(d, negligible);
    found.push_back(holds(design, plain) ? plain : without(d, 1e-13));
  }
  return found;
}

/// "2 x - z", in the units of the columns.
std::string in_words(const FlatDesign& design, const Dependence& d) {
  std::vector<std::pair<double, std::string>> terms;
  double constant = design.centre(d.k), unknown = 0;
  for (Index j = 0; j < d.made.size(); ++j) {
    const auto k = static_cast<std::size_t>(j);
    const double share = d.made[j] * design.scale(d.k) / design.scale(k);
    if (design.is_intercept(k)) {
      constant += share;
    } else if (d.made[j] != 0) {
      terms.emplace_back(share, design.name(k));
      constant -= share * design.centre(k);
      unknown += std::abs(share * design.centre(k)) * (design.noise(k) + design.noise(d.k));
    }
  }
  if (unknown > 0) {  // what the slopes leave of it
    const double unit = std::pow(10, std::ceil(std::log10(unknown)));
    constant = std::round(constant / unit) * unit;
  }
  if (std::abs(constant) > negligible * design.scale(d.k)) terms.emplace_back(constant, "Intercept");
  if (terms.empty()) return "0";
  std::string out;
  constexpr std::size_t most = 8;
  for (std::size_t t = 0; t < std::min(most, terms.size()); ++t) {
    const auto& [share, name] = terms[t];
    const std::string sign = t == 0 ? (share < 0 ? "-" : "") : share < 0 ? " - " : " + ";
    const std::string size = fmt::format("{:.6g}", std::abs(share));
    out += fmt::format("{}{}{}", sign, size == "1" ? "" : size + " ", name);
  }
  return terms.size() > most ? fmt::format("{} ... ({} terms)", out, terms.size()) : out;
}

}  // namespace

void refuse_dependent_columns(const GlmData& data, const GlmPriors& priors) {
  FlatDesign design(data, priors);
  if (!design.any()) return;
  if (design.size() > design.rows())
    throw Error(
        fmt::format("{} coefficients have flat priors, but there are only {} rows: the data cannot tell them "
                    "apart, and there is no "
                    "posterior. Use `prior=normal(0,2.5)` or horseshoe."_settings,
                    design.size(), design.rows()));
  if (design.size() > most_columns) return;
  design.measure();
  const std::vector<Dependence> all = find_dependences(design);
  if (all.empty()) return;
  throw Error(fmt::format(
      "the column of '{0}', which has a flat prior, is made of others that have one, {0} = {1}{2}: no data "
      "can tell their "
      "coefficients apart, and there is no posterior. Leave '{0}' out, or use `prior=normal(0,2.5)`."_settings,
      design.name(all[0].k), in_words(design, all[0]),
      all.size() > 1 ? fmt::format(" (and so are {} more)", all.size() - 1) : ""));
}

}  // namespace cggibbs
