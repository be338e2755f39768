// Gibbs sweeps over all coordinates: a kernel per coordinate, an order per scan.
#pragma once

#include <memory>
#include <vector>

#include "graph/conditional.hpp"
#include "samplers/block.hpp"
#include "samplers/gibbs_settings.hpp"
#include "samplers/scalar/mirror_step.hpp"
#include "samplers/scalar/step_size.hpp"

namespace cggibbs {

/// Everything the two phases share. Positive coordinates are moved on the log scale.
class GibbsCore {
 public:
  GibbsCore(const Model& model, const Plan& plan, State& state, const GibbsSettings& settings,
            std::vector<std::unique_ptr<Block>> blocks = {});

  template <bool learn>
  void sweep(Rng& rng);
  /// Updates one coordinate; what a sweep does for each.
  template <bool learn>
  void update(std::size_t coordinate, Rng& rng);

  Conditional& conditional() { return conditional_; }
  double accepted_share() const { return updates_ == 0 ? 1 : accepted_ / static_cast<double>(updates_); }
  void freeze();
  /// What sweeps have learned and counted; a core made alike goes on from it once its state has been loaded.
  void save(Writer& w) const;
  void load(Reader& r);
  /// Coordinate kernels and blocks together.
  Work work() const;
  const std::vector<std::unique_ptr<Block>>& blocks() const { return blocks_; }

 private:
  void begin(Rng& rng);
  template <bool learn>
  void sweep_coordinates(Rng& rng);
  template <bool learn>
  void update_continuous(std::size_t coordinate, Rng& rng);
  template <bool learn>
  bool move_mirrored(std::size_t coordinate, Rng& rng);
  template <bool learn>
  double move_continuous(std::size_t coordinate, Rng& rng);
  template <bool learn>
  void update_integer(std::size_t coordinate, Rng& rng);

  GibbsSettings settings_;
  State& state_;
  Conditional conditional_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Coordinate> coordinates_;
  std::vector<ScalarKernel> kernels_;  ///< by coordinate
  std::vector<DensityForm> forms_;     ///< by coordinate: `other` where it cannot be drawn exactly
  std::vector<SliceWidth> widths_;
  std::vector<MirrorUse> mirrors_;
  std::vector<WalkStep> steps_;
  std::vector<std::uint32_t> order_;
  std::vector<double> log_weights_;
  std::uint64_t sweeps_ = 0;
  double accepted_ = 0;
  std::uint64_t updates_ = 0;
  bool begun_ = false;
};

/// Draws with frozen widths: leaves the target invariant. Comes only out of a warmed-up sampler.
class TunedGibbs {
 public:
  void sweep(Rng& rng) { core_->sweep<false>(rng); }
  void load(Reader& r) { core_->load(r); }
  Conditional& conditional() { return core_->conditional(); }
  const GibbsCore& core() const { return *core_; }

 private:
  friend class WarmingGibbs;
  explicit TunedGibbs(std::unique_ptr<GibbsCore> core) : core_(std::move(core)) {}
  std::unique_ptr<GibbsCore> core_;
};

/// Sweeps that learn widths; its draws are not to be kept.
class WarmingGibbs {
 public:
  WarmingGibbs(const Model& model, const Plan& plan, State& state, const GibbsSettings& settings,
               std::vector<std::unique_ptr<Block>> blocks = {})
      : core_(std::make_unique<GibbsCore>(model, plan, state, settings, std::move(blocks))),
        learn_(settings.adapt) {}
  void sweep(Rng& rng) { learn_ ? core_->sweep<true>(rng) : core_->sweep<false>(rng); }
  void load(Reader& r) { core_->load(r); }
  Conditional& conditional() { return core_->conditional(); }
  const GibbsCore& core() const { return *core_; }
  TunedGibbs freeze() && {
    core_->freeze();
    return TunedGibbs(std::move(core_));
  }

 private:
  std::unique_ptr<GibbsCore> core_;
  bool learn_;
};

}  // namespace cggibbs
