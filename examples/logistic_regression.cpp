// Logistic regression: did an O-ring of the space shuttle show distress, given the temperature at launch?
//
// The 23 flights before the Challenger accident (Dalal, Fowlkes & Hoadley 1989). The question of the eve of the launch:
// what is the probability of distress at 31 degrees Fahrenheit?
#include <cggibbs/cggibbs.hpp>
#include <exception>
#include <iostream>
#include <vector>

using namespace cggibbs;

namespace {

const std::vector<double> temperature{53, 57, 58, 63, 66, 67, 67, 67, 68, 69, 70, 70,
                                      70, 70, 72, 73, 75, 75, 76, 76, 78, 79, 81};
const std::vector<double> distress{1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};

/// A column of ones and the temperature, centred and in tens of degrees: coefficients near one mix best, and are
/// easiest to put priors on.
DenseMatrix design(const std::vector<double>& degrees) {
  DenseMatrix x{degrees.size(), 2, std::vector<double>(2 * degrees.size(), 1.0)};
  for (std::size_t i = 0; i < degrees.size(); ++i) x.col(1)[i] = (degrees[i] - 70) / 10;
  return x;
}

int run() {
  ModelBuilder b;
  const Var beta = b.real("beta", 2);
  b.label(beta, {"intercept", "slope"});
  b.factor("normal", {beta, 0, 5});
  b.factor("bernoulli_logit", {distress, linear(design(temperature), beta)});
  // Recorded with each draw, not part of the density.
  b.monitor("p(31F)", inv_logit(linear(design({31}), beta)));
  const auto model = b.build();

  const Fit fit = sample(*model, {.draws = 5000, .seed = 1});
  std::cout << fit.table() << '\n' << explain(*model);
  return 0;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception& e) {
    std::cerr << "error: " << e.what() << '\n';
    return 1;
  }
}
