// Coordinates in which trajectories see group effects: centred where data say much about an effect, non-centred where
// they say little, and anything between.
#pragma once

#include "base/archive.hpp"
#include "graph/model.hpp"

namespace cggibbs {

/// For every u ~ normal(mu, s) of a block with a scale s of its own: q_j = (u_j - c_j mu) / s^c_j, with c_j between 0 (centred)
/// and 1 (non-centred; Papaspiliopoulos, Roberts and Skold 2007; Gorinova, Moore and Hoffman 2020). Other coordinates stay.
/// Positions u and q are in unconstrained space, in the order of the block's parameters; scales are there as logs.
class Recentring {
 public:
  Recentring(const Model& model, const std::vector<NodeId>& block);
  bool empty() const { return groups_.empty(); }

  void leave(const double* u, double* q) const;  ///< plain coordinates to own ones
  void enter(const double* q, double* u) const;  ///< and back
  /// The log of |du / dq|, and the gradient by u of a function turned into that by q. The Jacobian's own slope is added.
  double pull_back(const double* u, double* gradient) const;

  /// A draw of warmup.
  void learn(const double* u);
  /// Takes new shares c from the draws learned since the last time, and forgets them; by how much that stretches each
  /// coordinate is multiplied into `stretch`. Few draws change nothing.
  void renew(double* stretch);

  const std::vector<double>& shares() const { return share_; }  ///< c, for all effects of all groups

  void save(Writer& w) const { w(share_, mean_, squares_, weights_, log_scales_, seen_); }
  void load(Reader& r) { r(share_, mean_, squares_, weights_, log_scales_, seen_); }

 private:
  struct Group {
    std::size_t effects, size;  ///< where u starts in the block's position, and how many
    std::size_t log_scale;
    std::size_t location;  ///< of mu, or nowhere
    double constant;       ///< mu where it is no parameter
    std::size_t first;     ///< of its shares
  };
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  static double location_of(const Group& g, const double* position);

  std::vector<Group> groups_;
  std::vector<double> share_;
  /// Of this window: effects less their location, in units of the scale at the time, and sums of 1 / s^2 and log s by group.
  std::vector<double> mean_, squares_, weights_, log_scales_;
  double seen_ = 0;
};

}  // namespace cggibbs
