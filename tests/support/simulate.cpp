// Walking the factors of a model in ancestral order.
#include "support/simulate.hpp"

#include <Eigen/LU>
#include <functional>
#include <stdexcept>

namespace cggibbs::test {
namespace {

/// The value of row i of factor f, given the factor's other arguments in that row.
using RowValue = std::function<double(std::size_t f, std::size_t i, const double* parameters)>;

/// The parameter that a variate is made of, directly or by a linear map.
NodeId root_of(const Model& model, NodeId variate) {
  if (model.node(variate).as<ParameterNode>()) return variate;
  const auto* linear = model.node(variate).as<LinearNode>();
  if (!linear || linear->terms.size() != 1 || !model.node(linear->terms[0].source).as<ParameterNode>())
    throw std::logic_error("cannot simulate: a variate is neither a parameter nor linear in one");
  return linear->terms[0].source;
}

/// Sets parameters one after the other. A linear variate gives one equation per row; a parameter is solved for
/// when it has as many equations as elements.
class Filler {
 public:
  Filler(const Model& model, State& state) : model_(model), state_(state), known_(model.nodes().size()) {
    for (NodeId v = 0; v < model.nodes().size(); ++v) known_[v] = model.is_data(v);
  }

  void run(const RowValue& row_value) {
    std::vector<bool> done(model_.factors().size(), false);
    for (std::size_t left = done.size(); left > 0;) {
      bool moved = false;
      for (std::size_t f = 0; f < done.size(); ++f) {
        const Factor& factor = model_.factors()[f];
        if (done[f]) continue;
        if (model_.is_data(factor.args[0])) {
          done[f] = moved = true;
          --left;
        } else if (ready(factor)) {
          set(f, factor, row_value);
          done[f] = moved = true;
          --left;
        }
      }
      if (!moved) throw std::logic_error("cannot simulate: priors depend on each other in a circle");
    }
    recompute(model_, state_);
  }

 private:
  bool ready(const Factor& factor) const {
    for (std::size_t k = 1; k < factor.args.size(); ++k)
      if (!known_[factor.args[k]]) return false;
    return true;
  }

  void set(std::size_t f, const Factor& factor, const RowValue& row_value) {
    ArgView a[max_arguments];
    factor_views(model_, state_.values.data(), factor, a);
    std::vector<double> drawn(factor.size);
    for (std::size_t i = 0; i < factor.size; ++i) {
      double x[max_arguments];
      for (std::size_t k = 1; k < factor.args.size(); ++k) x[k - 1] = a[k][i];
      drawn[i] = row_value(f, i, x);
    }
    const NodeId variate = factor.args[0];
    const NodeId root = root_of(model_, variate);
    if (root == variate) {
      std::copy(drawn.begin(), drawn.end(), &state_.values[model_.offset(root)]);
      return learned(root);
    }
    const auto& linear = *model_.node(variate).as<LinearNode>();
    const auto size = static_cast<Eigen::Index>(model_.node(root).size);
    if (matrix_.rows() != size) {
      matrix_ = Eigen::MatrixXd::Zero(size, size);
      right_ = Eigen::VectorXd::Zero(size);
      equations_ = 0;
    }
    for (std::size_t j = 0; j < model_.node(root).size; ++j) {
      const ColumnView c = linear.terms[0].columns->col(j);
      for (std::size_t t = 0; t < c.count; ++t)
        matrix_(equations_ + static_cast<Eigen::Index>(c.row(t)), static_cast<Eigen::Index>(j)) = c.value(t);
    }
    for (std::size_t i = 0; i < drawn.size(); ++i) right_[equations_++] = drawn[i] - offset_at(linear, i);
    if (equations_ < size) return;
    const Eigen::VectorXd z = matrix_.partialPivLu().solve(right_);
    std::copy(z.data(), z.data() + size, &state_.values[model_.offset(root)]);
    learned(root);
  }

  void learned(NodeId root) {
    known_[root] = true;
    for (NodeId v : model_.cached()) {
      bool all = true;
      for_each_input(model_.node(v), [&](NodeId i) { all = all && known_[i]; });
      known_[v] = all;
    }
    recompute(model_, state_);
  }

  const Model& model_;
  State& state_;
  std::vector<bool> known_;
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd right_;
  Eigen::Index equations_ = 0;
};

}  // namespace

void draw_prior(const Model& model, State& state, Rng& rng) {
  Filler(model, state).run([&](std::size_t f, std::size_t, const double* parameters) {
    return model.factors()[f].distribution->draw(rng, parameters);
  });
}

Variates read_variates(const Model& model, const State& state) {
  Variates all;
  for (const auto& factor : model.factors()) {
    all.emplace_back();
    if (model.is_data(factor.args[0])) continue;
    const double* x = value(model, state.values.data(), factor.args[0]);
    all.back().assign(x, x + model.node(factor.args[0]).size);
  }
  return all;
}

void place(const Model& model, State& state, const Variates& variates) {
  Filler(model, state).run([&](std::size_t f, std::size_t i, const double*) { return variates[f][i]; });
}

std::size_t likelihood_of(const Model& model) {
  for (std::size_t f = 0; f < model.factors().size(); ++f)
    if (model.is_data(model.factors()[f].args[0])) return f;
  throw std::logic_error("the model has no data");
}

std::vector<double> draw_data(const Model& model, const State& state, Rng& rng) {
  const Factor& factor = model.factors()[likelihood_of(model)];
  ArgView a[max_arguments];
  factor_views(model, state.values.data(), factor, a);
  std::vector<double> y(factor.size);
  for (std::size_t i = 0; i < factor.size; ++i) {
    double x[max_arguments];
    for (std::size_t k = 1; k < factor.args.size(); ++k) x[k - 1] = a[k][i];
    y[i] = factor.distribution->draw(rng, x);
  }
  return y;
}

}  // namespace cggibbs::test
