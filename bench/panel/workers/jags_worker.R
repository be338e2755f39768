# JAGS through rjags: inprod, and the glm module unless the job says otherwise.
suppressMessages(library(rjags))
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE)))
source(file.path(here, "job.R"))
arguments <- commandArgs(trailingOnly = TRUE)

sample_chain <- function(job) {
  if (job$glm == "yes") load.module("glm", quiet = TRUE)
  data <- list(n = job$n, d = job$d + 1, x = cbind(1, job$x), y = job$y)
  inits <- list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = job$seed)
  before <- processor_seconds()
  model <- jags.model(file.path(here, "..", "models", paste0(job$prior, ".bug")), data, inits, n.chains = 1,
                      n.adapt = 0, quiet = TRUE)
  built <- processor_seconds()
  begin <- proc.time()[["elapsed"]]
  # Adaptation is part of warmup. Everything goes in pieces of about a second, so that the limit is kept.
  over <- function() {
    spent <- if (identical(job$limit_clock, "processor")) processor_seconds() - built else proc.time()[["elapsed"]] - begin
    spent > job$limit
  }
  piece <- 5
  in_pieces <- function(total, advance) {
    done <- 0
    while (done < total && !over()) {
      k <- min(piece, total - done)
      started <- proc.time()[["elapsed"]]
      advance(k, last = done + k >= total)
      if (proc.time()[["elapsed"]] - started < 0.5) piece <<- 4 * piece
      done <- done + k
    }
    done
  }
  adapted <- in_pieces(job$warmup %/% 2, function(k, last) adapt(model, k, end.adaptation = last, progress.bar = "none"))
  updated <- in_pieces(job$warmup - job$warmup %/% 2, function(k, last) update(model, k, progress.bar = "none"))
  warm <- processor_seconds()
  if (over()) over_limit(job, adapted + updated, warm - built)
  draws <- list()
  kept <- in_pieces(job$draws, function(k, last) {
    draws[[length(draws) + 1]] <<-
      as.matrix(coda.samples(model, "theta", n.iter = k * job$thin, thin = job$thin, progress.bar = "none"))
  })
  if (kept == 0) over_limit(job, adapted + updated, warm - built)
  done <- processor_seconds()
  samplers <- paste(sort(unique(names(list.samplers(model)))), collapse = " ")
  answer(job, do.call(rbind, draws),
         list(setup_seconds = built - before, warmup_seconds = warm - built, sampling_seconds = done - warm,
              clock = "processor", notes = samplers))
}

if (arguments[1] == "--version") {
  cat(sprintf("JAGS %s (rjags %s)\n", jags.version(), packageVersion("rjags")))
} else {
  sample_chain(read_job(arguments[1]))
}
