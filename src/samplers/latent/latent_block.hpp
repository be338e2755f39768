// Coefficients and group effects of one predictor with their scales: scales move with standardized coefficients held, then
// these move along nearly circular orbits.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/gradient.hpp"
#include "samplers/block.hpp"
#include "samplers/hamiltonian/dual_averaging.hpp"
#include "samplers/latent/beside_normal.hpp"
#include "samplers/latent/companions.hpp"
#include "samplers/latent/latent_map.hpp"
#include "samplers/latent/scale_axes.hpp"
#include "samplers/latent/working_rows.hpp"

namespace cggibbs {

class LatentBlock : public Block {
 public:
  /// Multiply-adds that a look at so many coefficients takes beside its factor: loops over them, calls.
  static double look_products(double coefficients) { return 3000 + 60 * coefficients; }

  /// `jacobian` false leaves out the volume of the map, so that tests can show that they notice. `reluctance`: see Companions.
  LatentBlock(const Model& model, LinearPredictor predictor, bool jacobian = true, double reluctance = 1);

  std::string name() const override { return "latent"; }
  /// The coefficients, and companions that the block was given moves for. Scales are moved too, and are left to coordinate kernels
  /// besides.
  const std::vector<NodeId>& parameters() const override { return parameters_; }
  const std::vector<NodeId>& companions() const { return companions_.parameters(); }
  /// Moves of companions by themselves, for each sweep of warmup in which the block does not know these yet, and rarely from then on.
  void move_alone(std::vector<std::unique_ptr<Block>> blocks);
  void update(State& state, Rng& rng, bool learn) override;
  void freeze() override;
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  void move(Rng& rng, bool learn);
  void move_companions_alone(State& state, Rng& rng, bool learn);
  bool prepare(Rng& rng, bool learn);
  void to_origin();
  void count_look() {
    work_.products += static_cast<std::uint64_t>(look_products(static_cast<double>(map_.size())));
  }
  void find_fixed();
  void find_mode(Rng& rng);
  void expand(const double* eta);
  void adopt_rows();
  void learn_rows();
  void use_rows();
  void move_scales(Rng& rng, bool learn);
  void slice_scales(std::size_t axis, Rng& rng, bool learn);
  void propose_scales(Rng& rng);
  void move_coefficients(Rng& rng, bool learn);
  void draw_coefficients(Rng& rng);
  /// Scales, and correlations, as numbers without bounds: logarithms.
  void read_scales();
  double write_scales(const std::vector<double>& logs);
  double place(const std::vector<double>& logs);
  /// The log density at the scales of the map and z, up to a constant. -inf where there is none.
  double density_here(double volume);
  double density_at(const std::vector<double>& logs) { return density_here(place(logs)); }
  double normal_density();
  double density_by_rows();
  void place_coefficients(const double* z);
  double gradient_at(const double* z, double* gradient);
  double gradient_by_graph(double* gradient);
  double gradient_by_parts(double* gradient);
  void find_predictor(const double* x, double* eta) const;
  void write(const double* x);
  void read(double* x) const;

  static constexpr double shortest_step = 0.02;
  const Model& model_;
  LinearPredictor predictor_;
  bool jacobian_;
  std::vector<NodeId> coefficients_, parameters_, scales_;
  Companions companions_;
  std::vector<std::unique_ptr<Block>> alone_;
  std::size_t sweeps_ = 0;
  BlockView view_;
  std::vector<NodeId> follow_, follow_scales_;  ///< what all and what scales reach beside the predictor
  Gradient gradient_;
  Predictor likelihood_;
  WorkingRows rows_;
  LatentMap map_;
  BesideNormal beside_;
  bool by_parts_;     ///< coefficients reach normal priors and, as its location, the likelihood alone
  bool by_sums_;      ///< a normal likelihood is known by sums of squares, not row by row
  bool independent_;  ///< coefficients given scales are drawn afresh
  ScaleAxes axes_;
  DualAveraging averaging_{0.95};
  double step_ = 1, here_ = 0;
  double residual_squares_ = 0, total_weight_ = 0;  ///< of a normal likelihood
  std::size_t turn_ = 0;
  std::size_t next_build_ = 0;
  bool started_ = false;
  int failures_ = 0;                      ///< in warmup, one after the other
  std::vector<double> values_, adjoint_;  ///< as State::values
  std::vector<double> fixed_;             ///< the predictor without its coefficients
  bool fixed_is_known_ = false;           ///< for good
  bool pull_is_known_ = false;            ///< for these rows
  std::vector<double> x_;
  std::vector<double> z_, momentum_, slope_, start_;  ///< of coefficients, then of companions
  std::vector<double> logs_, tried_;
};

/// The predictors that suit, each with those of its coefficients that are members.
std::vector<LinearPredictor> find_latent_parts(const Model& model, const std::vector<NodeId>& members);

}  // namespace cggibbs
