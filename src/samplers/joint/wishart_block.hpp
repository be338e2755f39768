// A precision matrix with a Wishart prior and normal vectors that it is the precision of, drawn exactly.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/block_view.hpp"
#include "samplers/block.hpp"

namespace cggibbs {

/// x = L L' ~ wishart(R, k), whose L is made of the parameters `diagonal` and `below` as ModelBuilder::positive_definite() makes it,
/// and which nothing else reads than these factors multi_normal_precision(y, mu, x).
struct WishartMatrix {
  NodeId matrix, diagonal;
  std::optional<NodeId> below;  ///< of 2 x 2 and larger ones
  std::size_t size;
  std::size_t prior;
  std::vector<std::size_t> normals;
};

std::vector<WishartMatrix> find_wishart_matrices(const Model& model);

class WishartBlock : public Block {
 public:
  /// `residuals` false leaves out what the vectors say, so that tests can show that they notice.
  WishartBlock(const Model& model, WishartMatrix matrix, bool residuals = true);

  std::string name() const override { return "wishart"; }
  const std::vector<NodeId>& parameters() const override { return view_.parameters(); }
  void update(State& state, Rng& rng, bool learn) override;

 private:
  void add_squares(const Factor& factor);

  const Model& model_;
  WishartMatrix m_;
  bool residuals_;
  BlockView view_;
  double degrees_ = 0;
  std::vector<double> scale_, factor_, draw_, distance_;
};

}  // namespace cggibbs
