// Parameters that a likelihood reads beside a linear predictor, standardized by what warmup has seen of them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/archive.hpp"
#include "graph/block_view.hpp"
#include "graph/structure.hpp"

namespace cggibbs {

/// Where maps stand between a predictor and its likelihood (the slopes of item response: a[item] * (theta[person] - b[item])), what
/// these maps read besides and the predictor does not. As w = (u - centre) / sd for numbers u without bounds, w is nearly standard
/// normal, as the coefficients of a LatentMap are, and moves with them. A coefficient follows the one that it was most correlated with
/// in warmup: an item's difficulty its slope.
class Companions {
 public:
  /// None that this or another predictor has as coefficients, that its priors read or that are `taken`.
  /// `reluctance` multiplies the correlation from which on coefficients follow, and the sweeps before the first that is learned from:
  /// with 0 each follows somebody soon, for tests.
  Companions(const Model& model, const LinearPredictor& predictor, const std::vector<NodeId>& taken,
             double reluctance = 1);

  const std::vector<NodeId>& parameters() const { return parameters_; }
  /// How many move: none before warmup has seen enough of them.
  std::size_t count() const { return known_ ? centre_.size() : 0; }

  /// A state of warmup, its coefficients besides.
  void learn(const BlockView& view, const std::vector<double>& x);

  void standardize(const BlockView& view, double* w);
  /// What coefficients have from following, `times` over.
  void follow(const double* w, double times, double* x) const;
  /// Their values, in an array laid out as State::values, from w. Returns the log volume.
  double place(const double* w, double* values);
  void write(const double* w, BlockView& view);
  /// The gradient in w of log density and volume, from those in the values and in the coefficients.
  void to_w(const double* values, const double* adjoint, const double* of_x, double* gradient) const;

  void save(Writer& w) const {
    w(centre_, sd_, leader_, slope_, sweeps_, seen_, window_, known_);
    for (const Moments* m : {&own_, &others_}) w(m->mean, m->squares);
    w(products_);
  }
  void load(Reader& r) {
    r(centre_, sd_, leader_, slope_, sweeps_, seen_, window_, known_);
    for (Moments* m : {&own_, &others_}) r(m->mean, m->squares);
    r(products_);
  }

 private:
  /// Of what is being seen; squares around the mean.
  struct Moments {
    std::vector<double> mean, squares;
    void resize(std::size_t n);
    void clear();
  };
  void unbound(const BlockView& view);
  void adopt();

  const Model& model_;
  double reluctance_;
  std::vector<NodeId> parameters_;
  std::vector<double> u_, centre_, sd_;
  std::vector<std::uint32_t> leader_;  ///< by coefficient: whom it follows; count for nobody
  std::vector<double> slope_;
  Moments own_, others_;
  std::vector<double> products_;  ///< of both, a row per coefficient; none where that is too many
  std::size_t sweeps_ = 0, seen_ = 0, window_ = 25;
  bool known_ = false;
};

}  // namespace cggibbs
