// Entries are constants times values of nodes that do not read the series.
#include "samplers/latent/tied_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/special.hpp"
#include "graph/factor.hpp"
#include "graph/state.hpp"
#include "samplers/latent/log_product.hpp"

namespace cggibbs {

TiedRows::TiedRows(const Model& model, const std::vector<GaussianPart>& parts) : model_(model) {
  std::size_t first = 0;
  for (const auto& part : parts) {
    for (const auto& tie : part.ties) add(tie, first);
    first += part.size();
  }
  entry_.resize(column_.size());
  weight_.resize(start_.size() - 1);
  residual_.resize(weight_.size());
}

void TiedRows::add(const Tie& tie, std::size_t first_column) {
  struct Found {
    std::size_t row;
    std::uint32_t column;
    std::size_t term;
    double value;
  };
  std::vector<Found> found;
  for (std::size_t k = 0; k < tie.terms.size(); ++k) {
    const Columns& columns = *tie.terms[k].columns;
    for (std::size_t j = 0; j < columns.cols(); ++j) {
      const ColumnView c = columns.col(j);
      for (std::size_t t = 0; t < c.count; ++t)
        found.push_back(
            {c.row(t), static_cast<std::uint32_t>(first_column + j), k, tie.terms[k].sign * c.value(t)});
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  std::vector<Term> terms;
  for (const auto& t : tie.terms) {
    terms.emplace_back();
    for (NodeId v : t.by)
      (model_.node(v).size == 1 ? terms.back().scalars : terms.back().arrays).push_back(v);
  }
  factors_.push_back({tie.factor, start_.size() - 1});
  auto next = found.begin();
  for (std::size_t i = 0; i < model_.factors()[tie.factor].size; ++i) {
    for (; next != found.end() && next->row == i; ++next) {
      if (column_.size() == start_.back() || column_.back() != next->column) {
        column_.push_back(next->column);
        constant_.push_back(0);
      }
      if (tie.terms[next->term].by.empty())
        constant_.back() += next->value;
      else
        terms[next->term].contributions.push_back({column_.size() - 1, i, next->value});
    }
    start_.push_back(column_.size());
  }
  for (auto& t : terms)
    if (!t.contributions.empty()) terms_.push_back(std::move(t));
}

void TiedRows::read_entries(const double* values) {
  std::copy(constant_.begin(), constant_.end(), entry_.begin());
  for (const auto& term : terms_) {
    double scale = 1;
    for (NodeId v : term.scalars) scale *= *value(model_, values, v);
    for (const auto& c : term.contributions) {
      double product = scale * c.value;
      for (NodeId v : term.arrays) product *= value(model_, values, v)[c.row];
      entry_[c.entry] += product;
    }
  }
}

void TiedRows::read(const double* values) {
  static const Distribution* const scaled = find_distribution("normal_scaled");
  read_entries(values);
  log_precision_ = 0;
  for (const auto& [f, first] : factors_) {
    const Factor& factor = model_.factors()[f];
    ArgView a[max_arguments] = {};
    factor_views(model_, values, factor, a);
    if (factor.distribution != scaled) {
      static const double one = 1;
      a[3] = {&one, 0};
    }
    const auto weight = [&](std::size_t i) { return 1 / square(a[2][i] * a[3][i]); };
    for (std::size_t i = 0; i < factor.size; ++i) residual_[first + i] = a[0][i] - a[1][i];
    if (is_scalar(a[2]) && is_scalar(a[3])) {
      std::fill_n(weight_.begin() + static_cast<std::ptrdiff_t>(first), factor.size, weight(0));
      log_precision_ += 0.5 * static_cast<double>(factor.size) * std::log(weight(0));
      continue;
    }
    LogProduct product;
    for (std::size_t i = 0; i < factor.size; ++i) product.multiply(weight_[first + i] = weight(i));
    log_precision_ += 0.5 * product.log();
  }
}

void TiedRows::add_slope(double* slope) const {
  for (std::size_t i = 0; i < rows(); ++i)
    for (std::size_t e = start_[i]; e < start_[i + 1]; ++e)
      slope[column_[e]] -= entry_[e] * weight_[i] * residual_[i];
}

double TiedRows::squares(const double* step) const {
  double total = 0;
  for (std::size_t i = 0; i < rows(); ++i) {
    double r = residual_[i];
    for (std::size_t e = start_[i]; e < start_[i + 1]; ++e) r += entry_[e] * step[column_[e]];
    total += weight_[i] * r * r;
  }
  return total;
}

}  // namespace cggibbs
