// The option --interval, which every command that prints summaries has.
#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cggibbs {

CLI::Option* add_interval_option(CLI::App& app, double& percent);

/// What summarize() takes: 0 where q5 and q95 are the interval. Throws where it is none.
double checked_interval(double percent);

}  // namespace cggibbs
