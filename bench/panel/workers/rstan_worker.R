# Stan's NUTS through Debian's rstan. --compile PRIOR keeps the compiled model in the folder given.
suppressMessages(library(rstan))
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))
source(file.path(here, "job.R"))
arguments <- commandArgs(trailingOnly = TRUE)

model_file <- function(prior, cache) file.path(cache, paste0(prior, ".rds"))

compile <- function(prior, cache) {
  code <- readLines(file.path(here, "..", "models", paste0(prior, ".stan")))
  # Stan 2.21 knows arrays in the older spelling only.
  code <- sub("array\\[n\\] int<lower=0, upper=1> y;", "int<lower=0, upper=1> y[n];", code)
  saveRDS(stan_model(model_code = code, model_name = prior, save_dso = TRUE), model_file(prior, cache))
}

sample_chain <- function(job) {
  model <- readRDS(model_file(job$prior, job$cache))
  fit <- sampling(model, data = list(n = job$n, d = job$d, x = job$x, y = job$y), pars = c("intercept", "theta"),
                  chains = 1, warmup = job$warmup, iter = job$warmup + job$draws * job$thin, thin = job$thin,
                  save_warmup = FALSE, seed = job$seed, refresh = 0)
  draws <- as.matrix(fit)[, seq_len(job$d + 1)]
  time <- get_elapsed_time(fit)
  sampler <- get_sampler_params(fit, inc_warmup = FALSE)[[1]]
  answer(job, draws, list(warmup_seconds = time[1, "warmup"], sampling_seconds = time[1, "sample"],
                          clock = "processor", divergences = sum(sampler[, "divergent__"]),
                          deepest = sum(sampler[, "treedepth__"] >= 10), steps = mean(sampler[, "n_leapfrog__"])))
}

if (arguments[1] == "--version") {
  cat(sprintf("Stan %s (rstan %s)\n", stan_version(), packageVersion("rstan")))
} else if (arguments[1] == "--compile") {
  compile(arguments[2], arguments[3])
} else {
  sample_chain(read_job(arguments[1]))
}
