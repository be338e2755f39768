// Coefficients of a horseshoe that trade places.
#pragma once

#include <vector>

#include "samplers/linear/partial_ridge.hpp"

namespace cggibbs {

/// One coefficient and its local scale go to a column that the data would like to have them, with either sign, and what was there
/// comes back: the prior does not notice, and the columns need not be neighbours. Which coefficient: by its size. Where to: by what
/// its effect there would add to the log likelihood, to second order.
class ExchangeMove {
 public:
  /// `way_back` false leaves out the chance of the reverse move, so that tests can show that they notice.
  explicit ExchangeMove(bool way_back = true) : way_back_(way_back) {}

  void move(const HorseshoePlace& at, Rng& rng, Work& work);

 private:
  /// Log chances of all places, first with the sign kept, then with the other, of an effect x that the predictor is without.
  void weigh(const HorseshoePlace& at, const double* eta, double x, Work& work);
  void measure(const HorseshoePlace& at);
  void leave_out(const HorseshoePlace& at, bool moved, std::size_t j, double t);
  void add_column(const HorseshoePlace& at, std::size_t j, double t, double* rows) const;

  bool way_back_;
  std::vector<double> lengths_, slope_, weight_, without_, shift_, gradient_, chance_;
};

}  // namespace cggibbs
