// cggibbs jags: a JAGS script, unchanged.
#include <CLI/CLI.hpp>
#include <cggibbs/error.hpp>
#include <cstdio>
#include <iterator>
#include <memory>

#include "base/visible.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "io/file/text_file.hpp"
#include "jags/session.hpp"

namespace cggibbs {
namespace {

struct JagsOptions {
  std::string script = "-";
  std::string sampler = "auto";
  std::uint64_t seed = 1;
  int threads = 0;
};

int run_jags(const JagsOptions& o) {
  const bool piped = o.script == "-";
  const std::string file = piped ? "/dev/stdin" : o.script;
  const auto steps = jags::read_script(read_text_file(file), piped ? "standard input" : o.script, "");
  catch_interrupts();
  jags::SessionSettings settings{.sampler = o.sampler, .seed = o.seed, .threads = o.threads};
  settings.say = [](const std::string& text) {
    std::fputs(visible_lines(text).c_str(), stdout);
    std::fflush(stdout);
  };
  return jags::run_script(steps, "", settings, interrupted) ? 0 : 130;
}

}  // namespace

void add_jags_command(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("jags", "Run a JAGS script (docs/bugs.md)");
  command->footer(R"(
Examples:
  cggibbs jags line.cmd
  cggibbs jags < line.cmd

Commands of scripts: model in, data in, compile, parameters in, initialize, adapt, update, monitor, coda, and the others of
JAGS; files that they name are looked for where the program is run. Draws go to CODA files, which R's coda reads.)");
  auto options = std::make_shared<JagsOptions>();
  command->add_option("script", options->script, "File with commands; -: standard input")
      ->capture_default_str();
  command->add_option("--sampler", options->sampler, "As for fit")->capture_default_str();
  command->add_option("--seed", options->seed, "Of chains whose initial values have no .RNG.seed")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "0: one per core, at most one per chain")
      ->capture_default_str()
      ->check(CLI::Range(0, 4096));
  command->callback([options, &action] { action = [options] { return run_jags(*options); }; });
}

}  // namespace cggibbs
