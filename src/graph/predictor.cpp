// Evaluating a factor along a direction of its linear predictor.
#include "graph/predictor.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.hpp"

namespace cggibbs {

void Predictor::push(const double* values, std::size_t start, std::size_t n, ArgView* args) {
  NodeId at = linear_;
  const auto rows = [&](NodeId i) -> ArgView {
    const bool scalar = model_->node(i).size == 1;
    return {value(*model_, values, i) + (scalar ? 0 : start), scalar ? 0U : 1U};
  };
  for (NodeId m : maps_) {
    const auto& map = *model_->node(m).as<MapNode>();
    ArgView in[max_map_inputs];
    for (std::size_t k = 0; k < map.inputs.size(); ++k)
      in[k] = map.inputs[k] == at ? ArgView{buffer_.data(), 1} : rows(map.inputs[k]);
    function(map.op).apply(n, in, map.inputs.size(), buffer_.data());
    at = m;
  }
  const Factor& factor = model_->factors()[factor_];
  for (std::size_t k = 0; k < factor.args.size(); ++k)
    args[k] = k == argument_ ? ArgView{buffer_.data(), 1} : rows(factor.args[k]);
}

double Predictor::sum(const double* values, const double* eta, const double* x, double t, Work& work) {
  const Factor& factor = model_->factors()[factor_];
  const Distribution& d = *factor.distribution;
  ++work.evaluations;
  work.rows += n_ * (1 + maps_.size());
  ArgView args[max_arguments];
  if (maps_.empty() && location_ && factor.weights.empty() && d.sum_shifted) {
    for (std::size_t k = 0; k < factor.args.size(); ++k)
      args[k] = {value(*model_, values, factor.args[k]), model_->node(factor.args[k]).size == 1 ? 0U : 1U};
    args[argument_] = {eta, 1};
    return d.sum_shifted(n_, args, x, t);
  }
  double total = 0;
  for (std::size_t start = 0; start < n_; start += block) {
    const std::size_t n = std::min(block, n_ - start);
    kernels::add_scaled({buffer_.data(), n}, {eta + start, n}, {x + start, n}, t);
    push(values, start, n, args);
    const double* w = factor.weights.empty() ? nullptr : factor.weights.data() + start;
    total += location_ ? d.sum_location_part(n, args, w) : d.sum(n, args, w);
  }
  return total;
}

void Predictor::curves(const double* values, const double* eta, double* slope, double* weight) {
  const Factor& factor = model_->factors()[factor_];
  ArgView args[max_arguments];
  double rows[3][block];
  if (direct()) {
    for (std::size_t start = 0; start < n_; start += block) {
      const std::size_t n = std::min(block, n_ - start);
      std::copy_n(eta + start, n, buffer_.begin());
      push(values, start, n, args);
      const double* w = factor.weights.empty() ? nullptr : factor.weights.data() + start;
      factor.distribution->location_curves(
          n, args, w, buffer_.data(), 0.0,
          {rows[0], slope ? slope + start : rows[1], weight + start, rows[2]});
    }
    for (std::size_t i = 0; i < n_; ++i) {
      if (!std::isfinite(weight[i])) weight[i] = 0;
      if (slope && !std::isfinite(slope[i])) slope[i] = 0;
    }
    return;
  }
  // Second differences: exact enough for a preconditioner, and the same code for every map. A step of one thousandth is
  // small on the scale of logarithms, but lost beside predictors in large units.
  double squares = 0;
  for (std::size_t i = 0; i < n_; ++i) squares += eta[i] * eta[i];
  const double h = 1e-3 * std::max(1.0, std::sqrt(squares / static_cast<double>(n_)));
  double locations[3][block], unused[3][block];
  for (std::size_t start = 0; start < n_; start += block) {
    const std::size_t n = std::min(block, n_ - start);
    const double* w = factor.weights.empty() ? nullptr : factor.weights.data() + start;
    for (int side = 0; side < 3; ++side) {
      for (std::size_t i = 0; i < n; ++i) buffer_[i] = eta[start + i] + (side - 1) * h;
      push(values, start, n, args);
      if (!location_) {
        factor.distribution->each(n, args, rows[side]);
        continue;
      }
      // The change of a log density is the integral of its slope in the location, which its loops know.
      std::copy_n(buffer_.begin(), n, locations[side]);
      factor.distribution->location_curves(n, args, w, locations[side], 0.0,
                                           {unused[0], rows[side], unused[1], unused[2]});
    }
    for (std::size_t i = 0; i < n; ++i) {
      double below, above;  // changes of the log density
      if (location_) {
        below = 0.5 * (rows[0][i] + rows[1][i]) * (locations[1][i] - locations[0][i]);
        above = 0.5 * (rows[1][i] + rows[2][i]) * (locations[2][i] - locations[1][i]);
      } else {
        const double weighted = w == nullptr ? 1.0 : w[i];
        below = weighted * (rows[1][i] - rows[0][i]);
        above = weighted * (rows[2][i] - rows[1][i]);
      }
      const double c = (below - above) / (h * h), g = (below + above) / (2 * h);
      weight[start + i] = std::isfinite(c) && c > 0 ? c : 0.0;
      if (slope) slope[start + i] = std::isfinite(g) ? g : 0.0;
    }
  }
}

}  // namespace cggibbs
