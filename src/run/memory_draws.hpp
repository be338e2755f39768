// Draws kept in memory, a quantity's next to each other.
#pragma once

#include "run/draw_end.hpp"

namespace cggibbs {

class MemoryDraws : public DrawEnd {
 public:
  struct PerChain {
    std::size_t room = 0;  ///< draws that there is place for
    std::vector<double> values;
    std::vector<double> log_density, seconds;
  };

  /// Keeps the selected outputs, which have these names. There is room for so many draws per chain, and more is made when
  /// they are more.
  MemoryDraws(std::vector<std::string> names, std::vector<std::size_t> selected, std::size_t chains,
              std::size_t room);

  void append(std::size_t chain, const Draw& draw) override;
  const std::vector<std::string>& names() const override { return names_; }
  std::size_t draws() const override;
  void for_each_quantity(int threads, std::size_t step, const Use& use) const override;

  std::size_t chains() const { return chains_.size(); }
  /// Draws that every chain has, of a quantity; log densities, and the processor seconds of sampling at which they were made.
  std::span<const double> values(std::size_t chain, std::size_t quantity) const;
  std::span<const double> log_density(std::size_t chain) const {
    return {chains_[chain].log_density.data(), draws()};
  }
  std::span<const double> seconds(std::size_t chain) const {
    return {chains_[chain].seconds.data(), draws()};
  }

  std::vector<PerChain> take() && { return std::move(chains_); }

 private:
  void make_room(PerChain& c, std::size_t room) const;

  std::vector<std::string> names_;
  std::vector<std::size_t> selected_;
  std::vector<PerChain> chains_;
};

/// All outputs of a model, by number.
std::vector<std::size_t> all_outputs(std::size_t count);

}  // namespace cggibbs
