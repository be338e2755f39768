// NUTS or HMC on some continuous parameters as one step of a sweep.
#pragma once

#include <variant>

#include "graph/block_density.hpp"
#include "samplers/block.hpp"
#include "samplers/hamiltonian/dual_averaging.hpp"
#include "samplers/hamiltonian/hamiltonian_settings.hpp"
#include "samplers/hamiltonian/hmc.hpp"
#include "samplers/hamiltonian/nuts.hpp"
#include "samplers/hamiltonian/recentring.hpp"
#include "samplers/hamiltonian/trajectories.hpp"
#include "samplers/hamiltonian/windows.hpp"

namespace cggibbs {

class HamiltonianBlock final : public Block, public Trajectories {
 public:
  HamiltonianBlock(const Model& model, std::vector<NodeId> parameters, const HamiltonianSettings& settings);
  HamiltonianBlock(const HamiltonianBlock&) = delete;  // its density refers to itself
  HamiltonianBlock& operator=(const HamiltonianBlock&) = delete;

  std::string name() const override;
  const std::vector<NodeId>& parameters() const override { return density_.parameters(); }
  void update(State& state, Rng& rng, bool learn) override;
  void freeze() override;
  const Trajectories* trajectories() const override { return this; }
  TrajectoryReport last() const override { return last_; }
  TrajectoryAdaptation adaptation() const override;
  const Recentring& recentring() const { return recentring_; }
  void save(Writer& w) const override;
  void load(Reader& r) override;

 private:
  void count_step();
  void find_step(Rng& rng);
  void learn_from(const HamiltonianMove& move, Rng& rng);
  void renew_coordinates();

  HamiltonianSettings settings_;
  BlockDensity density_;
  Recentring recentring_;
  LogDensityGradient log_density_;
  std::unique_ptr<Metric> metric_;
  std::variant<Nuts, Hmc> sampler_;
  DualAveraging averaging_;
  Windows windows_;
  std::size_t learned_ = 0;
  double step_;
  std::vector<double> q_, before_;
  std::vector<double> u_;  ///< the same point in plain coordinates
  TrajectoryReport last_;
};

}  // namespace cggibbs
