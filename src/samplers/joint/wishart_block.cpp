// Finding such matrices, and Bartlett's decomposition.
#include "samplers/joint/wishart_block.hpp"

#include <algorithm>
#include <cmath>

#include "distributions/event.hpp"
#include "distributions/gamma.hpp"
#include "distributions/small_matrix.hpp"

namespace cggibbs {
namespace {

std::vector<NodeId> members(const WishartMatrix& m) {
  std::vector<NodeId> out{m.diagonal};
  if (m.below) out.push_back(*m.below);
  return out;
}

/// The matrix is L L', and L has the diagonal and what is below it in the order of positive_definite().
std::optional<WishartMatrix> as_made(const Model& model, NodeId matrix) {
  const auto* product = model.node(matrix).as<MatrixNode>();
  if (!product || product->op != MatrixOp::product || product->rows != product->cols) return std::nullopt;
  const NodeId l = product->inputs[0];
  const auto* turned = model.node(product->inputs[1]).as<MatrixNode>();
  const auto* linear = model.node(l).as<LinearNode>();
  if (!linear || !turned || turned->op != MatrixOp::transpose || turned->inputs[0] != l) return std::nullopt;
  const std::size_t k = product->rows;
  if (linear->terms.size() != (k > 1 ? 2U : 1U) || product->inner != k) return std::nullopt;
  WishartMatrix out{matrix, 0, {}, k, 0, {}};
  bool found = false;
  for (const auto& term : linear->terms) {
    const auto* p = model.node(term.source).as<ParameterNode>();
    if (!p) return std::nullopt;
    std::vector<std::size_t> places;
    const bool diagonal = p->support == SupportKind::positive && term.columns->cols() == k;
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t j = diagonal ? i : 0; j < (diagonal ? i + 1 : i); ++j) places.push_back(i * k + j);
    if (term.columns->cols() != places.size()) return std::nullopt;
    for (std::size_t j = 0; j < places.size(); ++j) {
      const ColumnView c = term.columns->col(j);
      double total = 0, here = 0;
      for (std::size_t t = 0; t < c.count; ++t) {
        total += std::abs(c.value(t));
        if (c.row(t) == places[j]) here = c.value(t);
      }
      if (total != 1 || here != 1) return std::nullopt;
    }
    if (diagonal) {
      out.diagonal = term.source;
      found = true;
    } else if (p->support == SupportKind::real) {
      out.below = term.source;
    }
  }
  if (!linear->offset.empty() &&
      std::any_of(linear->offset.begin(), linear->offset.end(), [](double x) { return x != 0; }))
    return std::nullopt;
  return found && (k == 1) == !out.below.has_value() ? std::optional(out) : std::nullopt;
}

/// It adds the volume of the map from L to L L', up to a constant: sum_i (k - i) log L[i,i], from i = 0.
bool is_volume(const Model& model, const WishartMatrix& m, const Factor& factor) {
  if (factor.distribution->name != "increment") return false;
  const BlockView reach(model, {m.diagonal});
  std::vector<double> values(model.state_size(), 0.0);
  const auto total = [&](double step) {
    for (std::size_t i = 0; i < m.size; ++i)
      values[model.offset(m.diagonal) + i] = 1 + step * static_cast<double>(i + 1);
    for (NodeId v : reach.nodes())
      evaluate(model.node(v), model.values(values.data()), values.data() + model.offset(v));
    return factor_log_density(model, values.data(), factor);
  };
  for (const double step : {0.3, 1.7}) {
    double expected = 0;
    for (std::size_t i = 0; i < m.size; ++i)
      expected += static_cast<double>(m.size - i) * std::log1p(step * static_cast<double>(i + 1));
    if (!(std::abs(total(step) - total(0) - expected) < 1e-9 * (1 + expected))) return false;
  }
  return true;
}

}  // namespace

std::vector<WishartMatrix> find_wishart_matrices(const Model& model) {
  static const Distribution* const wishart = find_event_distribution("wishart");
  static const Distribution* const normal = find_event_distribution("multi_normal_precision");
  std::vector<WishartMatrix> out;
  for (std::size_t f = 0; f < model.factors().size(); ++f) {
    const Factor& prior = model.factors()[f];
    if (prior.distribution != wishart || prior.size != 1 || !prior.weights.empty()) continue;
    auto found = as_made(model, prior.args[0]);
    if (!found) continue;
    found->prior = f;
    bool all = true;
    std::size_t volumes = 0;
    const BlockView reach(model, members(*found));
    for (const std::size_t g : reach.factors()) {
      const Factor& factor = model.factors()[g];
      if (g == f) {
        all = all && factor.args[1] != found->matrix && factor.args[2] != found->matrix;
      } else if (factor.distribution == normal && factor.args[2] == found->matrix) {
        found->normals.push_back(g);
      } else {
        all = all && is_volume(model, *found, factor);
        ++volumes;
      }
    }
    // Nothing that is computed from the matrix, or from its parts, goes anywhere else.
    const auto& nodes = reach.nodes();
    const auto is_made = [&](NodeId v) { return std::binary_search(nodes.begin(), nodes.end(), v); };
    for (const std::size_t g : found->normals) {
      const auto& args = model.factors()[g].args;
      all = all && !is_made(args[0]) && !is_made(args[1]);
    }
    all = all && model.readers(found->matrix).nodes.empty() && volumes == 1;
    if (all) out.push_back(std::move(*found));
  }
  return out;
}

WishartBlock::WishartBlock(const Model& model, WishartMatrix matrix, bool residuals)
    : model_(model), m_(std::move(matrix)), residuals_(residuals), view_(model, members(m_)) {
  const std::size_t k = m_.size;
  for (auto* v : {&scale_, &factor_, &draw_}) v->resize(k * k);
  distance_.resize(k);
}

/// Sums of squares and products of the residuals of normal vectors.
void WishartBlock::add_squares(const Factor& factor) {
  const std::size_t k = m_.size;
  const auto row = [&](std::size_t argument, std::size_t i) {
    const NodeId v = factor.args[argument];
    return model_.values(view_.values()).of(v) + (model_.node(v).size == k ? 0 : i * k);
  };
  for (std::size_t i = 0; i < factor.size; ++i) {
    const double w = factor.weights.empty() ? 1 : factor.weights[i];
    const double *y = row(0, i), *mu = row(1, i);
    for (std::size_t a = 0; a < k; ++a) distance_[a] = y[a] - mu[a];
    for (std::size_t a = 0; a < k; ++a)
      for (std::size_t b = 0; b <= a; ++b) scale_[a * k + b] += w * distance_[a] * distance_[b];
    degrees_ += w;
  }
  work_.rows += factor.size;
}

void WishartBlock::update(State& state, Rng& rng, bool) {
  view_.open(state);
  const std::size_t k = m_.size;
  const Factor& prior = model_.factors()[m_.prior];
  std::copy_n(model_.values(view_.values()).of(prior.args[1]), k * k, scale_.begin());
  degrees_ = *value(model_, view_.values(), prior.args[2]);
  if (residuals_)
    for (const std::size_t f : m_.normals) add_squares(model_.factors()[f]);
  // x = T T', T = C'^-1 A, where C C' is the inverse of the scale matrix and A is Bartlett's.
  small::cholesky(k, scale_.data(), factor_.data());
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < i; ++j) draw_[i * k + j] = rng.normal();
    draw_[i * k + i] = std::sqrt(2 * Gamma::draw(rng, 0.5 * (degrees_ - static_cast<double>(i)), 1));
    for (std::size_t j = i + 1; j < k; ++j) draw_[i * k + j] = 0;
  }
  for (std::size_t c = 0; c < k; ++c)
    for (std::size_t i = k; i-- > 0;) {
      double sum = draw_[i * k + c];
      for (std::size_t j = i + 1; j < k; ++j) sum -= factor_[j * k + i] * draw_[j * k + c];
      draw_[i * k + c] = sum / factor_[i * k + i];
    }
  for (std::size_t a = 0; a < k; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      double sum = 0;
      for (std::size_t c = 0; c < k; ++c) sum += draw_[a * k + c] * draw_[b * k + c];
      scale_[a * k + b] = scale_[b * k + a] = sum;
    }
  small::cholesky(k, scale_.data(), factor_.data());
  double* diagonal = view_[m_.diagonal];
  double* below = m_.below ? view_[*m_.below] : nullptr;
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < i; ++j) *below++ = factor_[i * k + j];
    diagonal[i] = factor_[i * k + i];
  }
  ++work_.evaluations;
  ++work_.commits;
  if (!std::all_of(factor_.begin(), factor_.end(), [](double x) { return std::isfinite(x); }))
    return view_.revert();
  view_.commit();
}

}  // namespace cggibbs
