// The subcommands: each declares its options and sets what runs when it is chosen.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cggibbs {

/// Set by the chosen subcommand; returns the exit code.
using Action = std::function<int()>;

void add_fit_command(CLI::App& app, Action& action);
void add_run_command(CLI::App& app, Action& action);
void add_explain_command(CLI::App& app, Action& action);
void add_summary_command(CLI::App& app, Action& action);
void add_compare_command(CLI::App& app, Action& action);
void add_simulate_command(CLI::App& app, Action& action);
void add_experiment_command(CLI::App& app, Action& action);
void add_jags_command(CLI::App& app, Action& action);
void add_condition_command(CLI::App& app, Action& action);
void add_theory_command(CLI::App& app, Action& action);
/// All of these.
void add_commands(CLI::App& app, Action& action);

/// What the program was called with, its name first, for the record.
inline std::vector<std::string> called_with;

/// The whole command line. Prints one `error:` line and returns 2 when the user or the data are at fault.
int run_command_line(int argc, char** argv);

}  // namespace cggibbs
