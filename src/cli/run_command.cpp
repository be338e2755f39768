// cggibbs run: chains for a BUGS program.
#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.hpp"
#include "cli/options.hpp"

namespace cggibbs {

void add_run_command(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("run", "Sample the posterior of a model in the BUGS language");
  command->footer(R"(
Examples:
  cggibbs run seeds.bug --data seeds.R -o out/
  cggibbs run rats.bug --data rats.json --inits start.R --monitor 'alpha0,beta.c,sigma,alpha[1:3]' --until ess=400
  cggibbs run line.bug --data line.csv --data constants.R

A program says what is drawn from what, in any order:
  model {
    for (i in 1:N) {
      y[i] ~ dnorm(mu[i], tau)        # tau is a precision: 1 / variance
      mu[i] <- alpha + beta * x[i]
    }
    alpha ~ dnorm(0, 1.0E-6)
    beta ~ dnorm(0, 1.0E-6)
    tau ~ dgamma(0.001, 0.001)
    sigma <- 1 / sqrt(tau)
  }
What the data do not give is sampled; NA in the data is sampled too. See docs/bugs.md.
cggibbs explain line.bug --data line.csv says what would be done.)");
  auto options = std::make_shared<FitOptions>();
  command->add_option("inputs", options->inputs, "the program")
      ->required()
      ->expected(1)
      ->type_name("MODEL.bug");
  add_program_options(*command, *options);
  add_sampling_options(*command, *options);
  command->remove_option(command->get_option("--init"));  // --inits has more formats
  command
      ->add_option("--merge-rows", options->merge_rows,
                   "observations of dbern, dbin and dpois that share a linear predictor become one: yes "
                   "(default) or no")
      ->group("Sampler");
  command->callback([command, options, &action] {
    note_given(*command, *options);
    options->program.given = true;
    action = [options] { return run_fit(*options); };
  });
}

}  // namespace cggibbs
