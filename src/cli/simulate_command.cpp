// cggibbs simulate: synthetic data sets with known coefficients.
#include "cli/commands.hpp"

namespace cggibbs {
void add_simulate_command(CLI::App&, Action&) {}
}  // namespace cggibbs
