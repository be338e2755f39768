// Declaring the options of `fit` and `explain`.
#include "cli/options.hpp"
#include "cli/list_option.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "cli/checks.hpp"
#include "cli/interval.hpp"
#include "models/family.hpp"

namespace cggibbs {

void add_model_options(CLI::App& app, FitOptions& o) {
  app.add_option("inputs", o.inputs, "FORMULA DATA.csv, or a matrix file (.mat .npz .svm .mtx) alone")
      ->required()
      ->type_name("[FORMULA] DATA");
  const auto model = "Model";
  app.add_option("--family", o.family,
                 fmt::format("{}\n(default: bernoulli for matrix files, gaussian otherwise)",
                             fmt::join(family_names(), ", ")))
      ->group(model);
  app.add_option("--link", o.link,
                 "identity, log, logit, probit, cloglog, inverse, sqrt (default: the family's)")
      ->group(model);
  app.add_option(
         "--prior", o.prior,
         "of coefficients: 'normal(0,10)', 'student_t(3,0,1)', 'cauchy(0,2.5)', 'laplace(1)', horseshoe,\n"
         "regularized_horseshoe, 'spike_slab(2.5)', flat; by term: 'x1=laplace(1),.=normal(0,2.5)'.\n"
         "Group effects by name: 'sd(x|g)=half_normal(1),sd(g)=exponential(1),cor(g)=lkj(2)'.\n"
         "Numbers in order or by name: normal(mean,sd), student_t(df,location,scale),\n"
         "cauchy|laplace(location,scale), horseshoe(scale), "
         "regularized_horseshoe(scale,slab_scale,slab_df),\n"
         "spike_slab(sd,inclusion)")
      ->group(model);
  app.add_option("--intercept-prior", o.intercept_prior, "of the intercept, e.g. 'student_t(3,0,1)'")
      ->group(model);
  app.add_option(
         "--dispersion-prior", o.dispersion_prior,
         "of sigma, nu, phi or shape: 'half_cauchy(2.5)', 'sigma=exponential(1),nu=gamma(2,0.1)', flat.\n"
         "Names: half_normal|half_cauchy(scale), half_student_t(df,scale), exponential(rate), "
         "gamma(shape,rate),\n"
         "inverse_gamma(shape,scale), lognormal(mu,sigma)")
      ->group(model);
  app.add_option("--sd-prior", o.sd_prior,
                 "of the scales of group effects without a --prior, e.g. 'half_normal(1)'")
      ->group(model);
  app.add_flag("--no-intercept", o.no_intercept, "matrix files: no intercept column (formulas: write '- 1')")
      ->group(model);

  const auto data = "Data";
  app.add_option("--weights", o.weights, "column of observation weights")->group(data);
  app.add_option("--trials", o.trials, "column with the number of trials (binomial)")->group(data);
  app.add_option("--offset", o.offsets,
                 "column added to the linear predictor (also: offset(...) in the formula)")
      ->allow_extra_args(false)
      ->group(data);
  app.add_option("--na", o.na, "rows with missing values: error (default) or drop")->group(data);
  add_list_option(app, "--na-strings", o.na_strings,
                  "more words for missing values in tables: 'unknown,-999'; in double quotes with commas")
      ->group(data);
  app.add_option(
         "--sep", o.separator,
         "what separates the cells of a table: a character, or tab (default: the most frequent of , ; tab)")
      ->group(data);
  app.add_option("--decimal", o.decimal, "decimal mark in tables: . (default) or ,")->group(data);
  app.add_option("--standardize", o.standardize,
                 "columns of X: zscore, maxabs, none, or auto (default): for matrix files zscore, or maxabs "
                 "when more\n"
                 "than 85% are zeros; none for formulas")
      ->group(data);
  app.add_option("--x", o.x_name, "name of the matrix inside a .mat or .npz file (default X)")->group(data);
  app.add_option("--response", o.response,
                 "name of the response in the file (default Y or y), or a file with it")
      ->group(data);
  app.add_option(
         "--max-memory", o.max_memory,
         "memory that may be taken, as in 4GB (default: the machine's; for matrix files ten times the "
         "file,\nor 256MB)")
      ->group(data);
  app.add_flag("--zero-based", o.zero_based, "svmlight column numbers start at 0")->group(data);

  app.add_option(
         "--decorrelate", o.decorrelate,
         "sample rotated coefficients: yes, no, or auto (default): formulas with at most 200 coefficients")
      ->group(model);
  app.add_option("--merge-rows", o.merge_rows,
                 "rows of bernoulli, binomial and poisson (log link) that share a predictor become one: yes "
                 "(default) or no")
      ->group(model);
}

void add_program_options(CLI::App& app, FitOptions& o) {
  const auto group = "BUGS program";
  app.add_option("--data", o.program.data,
                 "data of a BUGS program: R dump (.R, .txt), JSON, or columns of a .csv; may be repeated")
      ->allow_extra_args(false)
      ->group(group);
  app.add_option("--inits", o.program.inits, "initial values in the same formats; what is not there is drawn")
      ->group(group);
  app.add_option(
         "--monitor", o.program.monitor,
         "nodes to record: 'alpha,beta[1:3],p[,2]' (default: parameters, and nodes that nothing else reads)")
      ->allow_extra_args(false)
      ->group(group);
}

bool is_program(const FitOptions& o) {
  if (o.inputs.size() != 1) return false;
  const std::string& file = o.inputs[0];
  return o.program.given || !o.program.data.empty() || file.ends_with(".bug") || file.ends_with(".bugs") ||
         file.ends_with(".jags");
}

void add_sampling_options(CLI::App& app, FitOptions& o) {
  const auto sampler = "Sampler";
  app.add_option("--sampler", o.sampler,
                 fmt::format("auto (default), {};\nwhole numbers are drawn exactly up to 256 values",
                             fmt::join(sampler_names(), ", ")))
      ->group(sampler);
  app.add_option("--block", o.block,
                 "other kernels for some parameters (names as in cggibbs explain): 'b=nuts,sigma=slice'")
      ->group(sampler);
  app.add_option("--metric", o.metric,
                 "of nuts and hmc: diag (default), unit, dense or low_rank; also as --sampler nuts:low_rank")
      ->group(sampler);
  app.add_option("--target-accept", o.target_accept,
                 "acceptance that the step size of nuts and hmc aims at (default 0.8)")
      ->group(sampler);
  app.add_option("--max-depth", o.max_depth, "nuts: at most 2^N - 1 leapfrog steps per draw (default 10)")
      ->group(sampler);
  app.add_option("--integration-time", o.integration_time, "hmc: mean length of a trajectory (default 2)")
      ->group(sampler);
  app.add_option("--slice", o.slice, "stepping (default) or doubling")->group(sampler);
  app.add_option("--width", o.width, "first width of slices or steps (default 1)")->group(sampler);
  app.add_flag("--no-adapt", o.no_adapt, "keep the width fixed in warmup")->group(sampler);
  app.add_option("--scan", o.scan,
                 "dugs: fixed order (default); rsgs: random coordinate; rpgs: fresh permutation per sweep")
      ->group(sampler);
  app.add_flag("--naive", o.naive,
               "recompute everything at every evaluation: the slow baseline, same answers")
      ->group(sampler);

  const auto run = "Run";
  app.add_option("--chains", o.chains, "default 4")->group(run);
  app.add_option("--warmup", o.warmup, "sweeps per chain that are not kept (default 1000)")->group(run);
  app.add_option("--draws", o.draws, "draws per chain (default 1000; with --until the most, default 1000000)")
      ->group(run);
  app.add_option("--thin", o.thin, "keep every THIN-th sweep (default 1)")->group(run);
  app.add_option(
         "--until", o.until,
         "stop early at goals: ess=400, rhat=1.01, mcse=0.05 (of sd), with commas: all must be reached;\n"
         "and at a limit: time=60s (or --draws), which ends the run at once")
      ->allow_extra_args(false)
      ->group(run);
  app.add_option("--seed", o.seed,
                 "same seed, same draws, for any number of threads (default: drawn and recorded)")
      ->group(run);
  app.add_option("--threads", o.threads, "default: one per core, at most one per chain")->group(run);
  app.add_option("--init", o.init, "JSON file with starting values, e.g. {\"Intercept\": 0}")->group(run);

  const auto output = "Output";
  app.add_option("-o,--output", o.output, "directory for chain-1.csv, ..., summary.csv, run.json")
      ->group(output);
  add_list_option(app, "--save", o.save,
                  "parameters to keep, with * and ?; 'all' adds the local scales of shrinkage priors")
      ->group(output);
  app.add_flag("--save-warmup", o.save_warmup, "write warmup draws too")->group(output);
  app.add_flag("--summary-only", o.summary_only,
               "keep running statistics instead of draws (constant memory, no CSV; no ess_tail, ranks of "
               "quantiles to 0.7%)")
      ->group(output);
  app.add_option("--sig-figs", o.sig_figs, "digits in the CSV files, 1 to 18 (default: shortest exact)")
      ->group(output);
  app.add_option("--progress", o.progress, "auto (default), bar, plain, json or none")->group(output);
  app.add_flag("--quiet", o.quiet, "no progress, no table: files and errors only")->group(output);
  app.add_option("--top", o.top,
                 "rows of the printed table (default 20, 0 for all); effects of groups are cut first")
      ->group(output);
  add_interval_option(app, o.interval)->group(output);
}

void note_given(const CLI::App& app, FitOptions& o) {
  for (const auto* option : app.get_options())
    if (option->count() > 0)
      for (const auto& name : option->get_lnames()) o.given.insert(name);
}

}  // namespace cggibbs
