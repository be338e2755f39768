// The coefficients of a block in coordinates on its axes.
#pragma once

#include <vector>

#include "graph/block_view.hpp"
#include "samplers/linear/axes.hpp"
#include "samplers/linear/flat_coefficients.hpp"
#include "samplers/linear/line.hpp"

namespace cggibbs {

/// Coefficients with a prior are mean + sd z, z = V w on the axes; those without move along axes of their own.
class AxisLines {
 public:
  AxisLines(const Model& model, const LinearPredictor& predictor);

  const ReducedDesign& design() const { return a_; }
  const Axes& axes() const { return axes_; }
  /// One per coefficient with a prior.
  const std::vector<double>& mean() const { return mean_; }
  const std::vector<double>& sd() const { return sd_; }
  /// One per axis with a prior.
  const std::vector<double>& w() const { return w_; }

  /// Prior means and standard deviations, those of mixtures drawn.
  void read_scales(const BlockView& view, Rng& rng);
  /// Other standard deviations, by coefficient; before build().
  template <class F>
  void set_scales(const F& sd) {
    for (std::size_t j = 0; j < sd_.size(); ++j) sd_[j] = sd(j);
  }
  /// Axes for these scales. False when there are none: see Axes::build.
  bool build(const std::vector<double>& weights);
  void settle() { axes_.settle(); }

  /// The coordinates of the coefficients, and whether they are those of the coefficients as they are.
  void read(const BlockView& view, Work& work);
  bool knows(const BlockView& view) const;
  /// Coefficients with these coordinates; what the rows cannot see is drawn.
  void write(BlockView& view, Rng& rng, Work& work);

  QuadraticPrior prior(std::size_t k) const;
  void step(std::size_t k, double t);
  /// A column of zeros: the prior is all there is. False for others.
  bool draw_unseen(std::size_t k, Rng& rng);
  /// Coordinates, and what the axes were built from: they are built again.
  void save(Writer& w) const;
  void load(Reader& r);
  /// All scales times a factor, with coordinates held; or coordinates, with scales held.
  void rescale(double factor);
  void shrink(double factor);

 private:
  const Model& model_;
  ReducedDesign a_;
  Axes axes_;
  FlatCoefficients flat_;
  std::vector<double> mean_, sd_, theta_, x_, z_;  ///< one per coefficient with a prior; x is theta - mean
  std::vector<double> w_, shift_;
  std::vector<double> built_from_;  ///< row weights of the axes; empty before there are any
};

}  // namespace cggibbs
