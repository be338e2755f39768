// Poisson regression with group effects: insects left on plots after six sprays (Beall 1942, R's InsectSprays).
//
// The log rates of the sprays come from a normal population. Here the centred form is right: twelve counts for each
// spray say a lot about its rate.
#include <cggibbs/cggibbs.hpp>
#include <cstdint>
#include <exception>
#include <iostream>
#include <vector>

using namespace cggibbs;

namespace {

constexpr std::size_t sprays = 6;
constexpr std::size_t plots = 12;
const std::vector<double> counts{
    10, 7,  20, 14, 14, 12, 10, 23, 17, 20, 14, 13,  // A
    11, 17, 21, 11, 16, 14, 17, 17, 19, 21, 7,  13,  // B
    0,  1,  7,  2,  3,  1,  2,  1,  3,  0,  1,  4,   // C
    3,  5,  12, 6,  4,  3,  5,  5,  5,  5,  2,  4,   // D
    3,  5,  3,  5,  3,  6,  1,  1,  3,  2,  6,  4,   // E
    11, 9,  15, 22, 15, 16, 13, 10, 26, 26, 24, 13,  // F
};

int run() {
  std::vector<std::uint32_t> spray;
  for (std::uint32_t g = 0; g < sprays; ++g) spray.insert(spray.end(), plots, g);

  ModelBuilder b;
  const Var mu = b.real("mu");
  const Var sd = b.positive("sd");
  const Var alpha = b.real("alpha", sprays);
  b.label(alpha, {"alpha[A]", "alpha[B]", "alpha[C]", "alpha[D]", "alpha[E]", "alpha[F]"});
  b.factor("normal", {mu, 0, 5});
  b.factor("half_normal", {sd, 1});
  b.factor("normal", {alpha, mu, sd});
  b.factor("poisson_log", {counts, gather(alpha, spray)});
  b.monitor("rate", exp(alpha));
  const auto model = b.build();

  SampleSettings settings{.draws = 4000, .seed = 1};
  settings.progress = [](const SampleProgress& p) {
    std::cerr << '\r' << p.sweeps << " of " << p.total_sweeps << " sweeps" << std::flush;
  };
  const Fit fit = sample(*model, settings);
  std::cerr << '\n';
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
