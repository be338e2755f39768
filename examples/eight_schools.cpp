// Eight schools: effects of coaching in eight parallel experiments, partially pooled (Rubin 1981).
//
// theta = mu + tau z with z ~ normal(0, 1), the non-centred form: given so little data it mixes far better than
// theta ~ normal(mu, tau), whose conditionals close up as tau comes near zero.
#include <cggibbs/cggibbs.hpp>
#include <exception>
#include <iostream>
#include <vector>

using namespace cggibbs;

namespace {

const std::vector<double> effect{28, 8, -3, 7, -1, 1, 18, 12};
const std::vector<double> standard_error{15, 10, 16, 11, 9, 11, 10, 18};

int run() {
  ModelBuilder b;
  const Var mu = b.real("mu");
  const Var tau = b.positive("tau");
  const Var z = b.real("z", effect.size());
  b.hide(z);  // sampled, but of no interest
  b.factor("normal", {mu, 0, 5});
  b.factor("half_cauchy", {tau, 5});
  b.factor("normal", {z, 0, 1});
  const Var theta = mu + tau * z;
  b.factor("normal", {effect, theta, standard_error});
  b.monitor("theta", theta);
  const auto model = b.build();

  const Fit fit = sample(*model, {.draws = 10000, .seed = 1});
  std::cout << fit.table();

  // Draws are there for any other question: is school A's coaching better than school C's?
  double better = 0;
  for (std::size_t c = 0; c < fit.chains(); ++c)
    for (std::size_t t = 0; t < fit.draws(); ++t)
      better += fit.values(c, "theta[1]")[t] > fit.values(c, "theta[3]")[t];
  std::cout << "\nP(theta[1] > theta[3]) = " << better / static_cast<double>(fit.chains() * fit.draws())
            << '\n';
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
