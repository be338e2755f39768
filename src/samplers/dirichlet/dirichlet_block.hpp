// Moves the labels of a Dirichlet process and their atoms, with as many sticks as the slices need.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "graph/block_view.hpp"
#include "graph/conditional.hpp"
#include "graph/find_labels.hpp"
#include "samplers/block.hpp"
#include "samplers/dirichlet/sticks.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {

/// Walker (2007), Kalli, Griffin & Walker (2011), with the sticks given the partition (Papaspiliopoulos & Roberts 2008). The state
/// has the partition and the atoms, sticks are drawn anew in every sweep:
///  - weights of occupied atoms and of the rest, given the partition; a slice u[i] ~ uniform(0, weight of z[i]) for each i;
///  - sticks are broken off the rest until it is below every slice: no other atom can be chosen. Their atoms are draws from the prior;
///  - each z[i] is drawn among the atoms whose weight is above u[i], by their likelihoods.
/// The infinite sum is never cut: what has not been broken off is below all slices. Free labels name new atoms. Should more atoms be
/// above the lowest slice than there are labels, the sweep leaves all z[i] where they are: weights and slices alone decide that, so that
/// the law stays invariant. Where warmup finds that this is not rare (about as many clusters as observations), every sweep also moves each z[i]
/// given the partition of the others, with one new atom (Neal 2000, algorithm 8).
///
/// All this is a move of the partition, in which labels are names that last for a sweep: atoms that no draw has left behind must then be
/// draws from the prior, and those that were touched are drawn again.
///
/// Clusters get the labels 1, 2, ..., atoms of occupied labels move by slice (or exactly, where their conditional is known), the
/// parameters that all atoms share move given the occupied ones alone, and the other atoms are drawn from the prior again.
class DirichletBlock : public Block {
 public:
  /// What a planted error leaves out, so that tests can show that they notice.
  struct Settings {
    bool always_pass = false;      ///< no error: algorithm 8 in every sweep
    bool count_free = true;        ///< sweeps that want more labels than there are leave all as they are
    bool break_sticks = true;      ///< new atoms are ever proposed
    bool redraw_left = true;       ///< atoms that have lost their last draw go back to the prior
    bool slices_by_weight = true;  ///< u[i] is uniform up to the weight of z[i], and not always 0
  };
  DirichletBlock(const Model& model, DirichletLabels labels, Settings settings);

  std::string name() const override { return "dirichlet_process"; }
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  void update(State& state, Rng& rng, bool learn) override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

  /// In the last sweep.
  struct Counts {
    std::size_t occupied = 0, broken_off = 0;
    bool stayed = false;  ///< more atoms than labels were above the lowest slice
  };
  const Counts& counts() const { return counts_; }

 private:
  struct Shared {
    Coordinate coordinate;
    SliceWidth width{1.0};
  };
  void open(State& state);
  void count_labels();
  /// Whether labels can be drawn.
  bool draw_sticks(Rng& rng);
  void draw_labels(Rng& rng);
  void move_label(std::size_t i, std::uint32_t from, std::uint32_t to);
  void pass_one_by_one(Rng& rng);
  void close_ranks();
  void move_atoms(Rng& rng, bool learn);
  void move_coordinate(Coordinate c, SliceWidth& width, Rng& rng, bool learn);
  void move_shared(Shared& shared, BlockView& view, Rng& rng, bool learn);
  double occupied_density(const BlockView& view);
  /// From the prior; `k` counts from 0.
  void redraw(std::uint32_t k, Rng& rng);
  std::uint32_t label_of(std::size_t i) const;

  const Model& model_;
  DirichletLabels labels_;
  Settings settings_;
  std::vector<NodeId> parameters_;
  Plan plan_;  ///< in which moves of labels do not look at the probability of the partition
  std::vector<std::size_t> prior_of_;        ///< by atoms: their factor
  std::vector<BlockView> views_;             ///< by shared parameter
  std::vector<std::vector<Shared>> shared_;  ///< by shared parameter
  std::vector<SliceWidth> widths_;           ///< by atoms

  State* state_ = nullptr;
  std::optional<Conditional> conditional_;
  Sticks sticks_;
  std::vector<std::uint32_t> size_;  ///< by label: how many draws it has
  std::vector<std::uint32_t> occupied_, occupied_sizes_, choices_;
  std::uint32_t touched_ = 0;  ///< labels from here on were not occupied, nor looked at, in this sweep
  std::vector<double> weight_, slices_, log_weights_;
  FactorRows rows_;
  Counts counts_;
  std::uint64_t learned_ = 0, learned_stays_ = 0;  ///< sweeps of warmup, and those that left all labels
};

/// One for each Dirichlet process of the model.
std::vector<std::unique_ptr<Block>> make_dirichlet_blocks(const Model& model);
/// Memory of those.
double dirichlet_bytes(const Model& model);

}  // namespace cggibbs
