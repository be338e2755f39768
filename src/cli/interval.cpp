// Declaring and checking --interval.
#include "cli/interval.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cggibbs/error.hpp>

namespace cggibbs {

CLI::Option* add_interval_option(CLI::App& app, double& percent) {
  return app.add_option(
      "--interval", percent,
      "percent: adds the ends of this central interval to q5 and q95; 95 gives q2.5 and q97.5");
}

double checked_interval(double percent) {
  if (percent >= 0.01 && percent < 1)
    throw Error(
        fmt::format("--interval {} is less than one percent. Did you mean {:g}?", percent, 100 * percent));
  if (!(percent >= 1 && percent < 100))
    throw Error(fmt::format("--interval {} is out of range: it must be 1 to 99.999, in percent.", percent));
  return percent == 90 ? 0 : percent;
}

}  // namespace cggibbs
