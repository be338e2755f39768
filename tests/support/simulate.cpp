// Walking the factors of a model in ancestral order.
#include "support/simulate.hpp"

#include <Eigen/LU>
#include <functional>
#include <stdexcept>

namespace cggibbs::test {
namespace {

/// All elements of the variate of factor f, given the factor's other arguments.
using VariateOf = std::function<std::vector<double>(std::size_t f)>;

std::vector<double> draw_rows(const Model& model, const State& state, const Factor& factor, Rng& rng) {
  ArgView a[max_arguments];
  factor_views(model, state.values.data(), factor, a);
  std::vector<double> drawn(factor.size);
  for (std::size_t i = 0; i < factor.size; ++i) {
    double x[max_arguments];
    for (std::size_t k = 1; k < factor.args.size(); ++k) x[k - 1] = a[k][i];
    drawn[i] = factor.distribution->draw(rng, x);
  }
  return drawn;
}

/// Normal vectors by a mean and a Cholesky factor that all share.
std::vector<double> draw_events(const Model& model, const State& state, const Factor& factor, Rng& rng) {
  const std::size_t d = factor.event[0];
  if (factor.distribution->name != "multi_normal_cholesky" || model.node(factor.args[1]).size != d ||
      model.node(factor.args[2]).size != d * d)
    throw std::logic_error("cannot simulate: vectors other than normal ones of one law");
  const double* mean = value(model, state.values.data(), factor.args[1]);
  const double* lower = value(model, state.values.data(), factor.args[2]);
  std::vector<double> drawn, z(d);
  for (std::size_t i = 0; i < factor.size; ++i) {
    for (double& v : z) v = rng.normal();
    for (std::size_t r = 0; r < d; ++r) {
      drawn.push_back(mean[r]);
      for (std::size_t c = 0; c <= r; ++c) drawn.back() += lower[r * d + c] * z[c];
    }
  }
  return drawn;
}

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

  void run(const VariateOf& variate_of) {
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
          set(factor, variate_of(f));
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

  void set(const Factor& factor, const std::vector<double>& drawn) {
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
  Filler(model, state).run([&](std::size_t f) {
    const Factor& factor = model.factors()[f];
    return factor.event.empty() ? draw_rows(model, state, factor, rng)
                                : draw_events(model, state, factor, rng);
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
  Filler(model, state).run([&](std::size_t f) { return variates[f]; });
}

std::size_t likelihood_of(const Model& model) {
  for (std::size_t f = 0; f < model.factors().size(); ++f)
    if (model.is_data(model.factors()[f].args[0])) return f;
  throw std::logic_error("the model has no data");
}

std::vector<double> draw_data(const Model& model, const State& state, Rng& rng) {
  return draw_rows(model, state, model.factors()[likelihood_of(model)], rng);
}

}  // namespace cggibbs::test
