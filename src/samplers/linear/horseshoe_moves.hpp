// The moves of a horseshoe's scales that need no axes, one after the other.
#pragma once

#include "graph/block_view.hpp"
#include "samplers/linear/exchange_move.hpp"
#include "samplers/linear/partial_ridge.hpp"
#include "samplers/linear/slab_moves.hpp"

namespace cggibbs {

class HorseshoeMoves {
 public:
  HorseshoeMoves(const GaussianPart& part, const PartMatrix& a)
      : theta_(part.parameter), scales_(*part.horseshoe), mean_square_(mean_square(a)) {}

  const HorseshoeScales& scales() const { return scales_; }
  HorseshoePlace place(BlockView& view, const PartMatrix& a, PlainRows& rows, const double* mean) const {
    return {scales_,
            a,
            rows,
            *view[scales_.tau],
            view[scales_.lambda],
            view[theta_],
            mean,
            scales_.slab ? view[scales_.slab->c2] : nullptr};
  }

  /// Local scales with the standardized coefficients held; see stretch_local_scales.
  template <class Focus, class Look, class Take>
  void stretch(const HorseshoePlace& at, Rng& rng, const Focus& focus, const Look& look,
               const Take& take) const {
    stretch_local_scales(at.a.cols(), scales_.lambda_scale, at.slab_precision() * square(at.tau), at.mean,
                         at.lambda, at.theta, rng, focus, look, take);
  }

  /// Local scales given their coefficients; the global one with its small coefficients, as often as asked, given all
  /// coefficients if that is asked for, and against the local ones. With a slab both of them given all coefficients and with
  /// the standardized ones held.
  void move(const HorseshoePlace& at, const std::vector<double>& weights, int ridges, bool given_coefficients,
            bool learn, Rng& rng, Work& work);

 private:
  NodeId theta_;
  HorseshoeScales scales_;
  double mean_square_;  ///< of the entries of its columns
  PartialRidge ridge_;
  SlabMoves slab_;
  ExchangeMove exchange_;
};

}  // namespace cggibbs
