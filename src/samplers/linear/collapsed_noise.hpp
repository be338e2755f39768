// The noise of a normal likelihood beside more coefficients than rows, with the coefficients integrated out.
#pragma once

#include <optional>
#include <vector>

#include "graph/block_view.hpp"
#include "samplers/linear/reduced_design.hpp"

namespace cggibbs {

/// Coefficients that go through all rows hold the standard deviation where it is, and it them. Without them, rows r = y less the
/// rest of the predictor are N(0, A D^2 A' + sigma^2): sigma moves on that law, by one decomposition, and the coefficients are
/// drawn given it, exactly.
class CollapsedNoise {
 public:
  /// The standard deviation of a normal likelihood, where it is a parameter of nothing but that and its own prior.
  static std::optional<NodeId> find(const Model& model, const PredictorPath& path);

  /// The design has one part, without flat coefficients. `volume` false leaves out that of the logarithm, so that tests can
  /// show that they notice.
  CollapsedNoise(const Model& model, const PredictorPath& path, const ReducedDesign& a, bool volume = true);

  /// For coefficients with these prior means and standard deviations: the view has both at their new values, and the predictor.
  /// No step of log sigma is longer than `reach`.
  void move(BlockView& view, const std::vector<double>& mean, const std::vector<double>& sd, double reach,
            Rng& rng, Work& work);

 private:
  bool decompose(const BlockView& view, const std::vector<double>& mean, const std::vector<double>& sd);
  void move_sigma(BlockView& view, double reach, Rng& rng);
  void draw(BlockView& view, const std::vector<double>& mean, const std::vector<double>& sd, Rng& rng);

  const Model& model_;
  const PredictorPath path_;
  const ReducedDesign& a_;
  bool volume_;
  NodeId sigma_;
  std::size_t prior_;         ///< the factor
  std::vector<double> root_;  ///< of the weights of rows
  double total_weight_ = 0;
  Work2D u_, buffer_;
  std::vector<double> variance_;  ///< of the coefficients' part, along the columns of u
  std::vector<double> rest_, along_, x_, back_, noise_, work_;
  std::vector<int> iwork_;
};

}  // namespace cggibbs
