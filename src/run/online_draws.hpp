// Statistics that are kept up to date instead of draws: memory does not grow with the run.
#pragma once

#include "run/draw_end.hpp"

namespace cggibbs {

class OnlineDraws : public DrawEnd {
 public:
  OnlineDraws(std::vector<std::string> names, std::vector<std::size_t> selected, std::size_t chains);

  void append(std::size_t chain, const Draw& draw) override;
  const std::vector<std::string>& names() const override { return names_; }
  std::size_t draws() const override;
  void for_each_quantity(int threads, std::size_t step, const Use& use) const override;
  double rank_error() const override;

 private:
  std::vector<std::string> names_;
  std::vector<std::size_t> selected_;
  std::vector<std::vector<OnlineSummary>> chains_;  ///< by quantity
};

}  // namespace cggibbs
