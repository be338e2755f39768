#!/usr/bin/env Rscript
# Writes src/diagnostics/testdata/posterior.csv: what R's posterior package says about draws that the C++ test can
# generate again, number for number (integer congruential generator, additions and multiplications only).
# Run from the repository root. Made with R 4.2.2 and posterior 1.4.0.
suppressMessages(library(posterior))

# Park and Miller's minimal standard generator: exact in doubles.
uniforms <- function(n, seed) {
  u <- numeric(n)
  for (i in seq_len(n)) {
    seed <- (16807 * seed) %% 2147483647
    u[i] <- seed / 2147483647
  }
  u
}

# One chain: an autoregression driven by sums of four uniforms, then what `kind` does to it.
one_chain <- function(kind, n, phi, seed, chain, chains) {
  u <- uniforms(4 * n, seed + 7919 * chain)
  x <- numeric(n)
  previous <- 0
  for (i in seq_len(n)) {
    e <- ((u[4 * i - 3] + u[4 * i - 2]) + (u[4 * i - 1] + u[4 * i])) - 2
    previous <- phi * previous + e
    x[i] <- previous
  }
  middle <- n %/% 2 + 1
  switch(kind,
    ar1 = x,
    heavy = x / (1.0001 - u[4 * seq_len(n)]) / u[4 * seq_len(n) - 1],
    ties = floor(3 * x),
    binary = ifelse(x > 0.25, 1, 0),
    constant = rep(2.5, n),
    stuck = rep(chain * 0.1, n),
    shifted = x + chain,
    scaled = x * (1 + 2 * chain),
    trend = x + (2 * seq_len(n)) / n,
    offset = 4096 + 0.125 * x,
    tiny = x * 1e-20,
    inf = { if (chain == 1) x[3] <- Inf; x },
    inf_half = { x[x > 0] <- Inf; x },
    nan = { if (chain == 1) x[2] <- NaN; x },
    mixed = if (chain == 1) rep(0.5, n) else x
  )
}

# Two or three draws appear with one chain only: there posterior 1.4.0 mistakes several half chains of one draw for one
# chain (its matrix loses a dimension); ours gives NaN.
cases <- read.csv(text = "kind,chains,draws,phi,seed
ar1,4,1000,0,1
ar1,4,1000,0.5,2
ar1,4,1000,0.95,3
ar1,4,1000,0.999,4
ar1,4,1000,-0.5,5
ar1,4,1000,-0.9,6
ar1,4,1000,-0.99,7
ar1,1,1000,0.9,8
ar1,1,997,0.3,9
ar1,2,501,0.7,10
ar1,3,200,0.2,11
ar1,8,64,0.4,12
ar1,1,20000,0.99,13
ar1,4,1,0,14
ar1,1,2,0,15
ar1,1,3,0,16
ar1,4,4,0,17
ar1,4,5,0.3,18
ar1,4,6,0.3,19
ar1,4,7,0.3,20
ar1,4,8,0.3,21
ar1,4,9,0.3,22
ar1,4,10,0.3,23
ar1,1,10,0,24
ar1,1,6,0,25
ar1,2,12,-0.8,26
ar1,2,13,0.8,27
ar1,2,14,0.8,28
heavy,4,1000,0,29
heavy,4,1000,0.8,30
heavy,2,333,0.5,31
ties,4,1000,0,32
ties,4,1000,0.9,33
ties,3,101,0.5,34
binary,4,500,0.5,35
binary,4,500,-0.5,36
constant,4,100,0,37
constant,1,10,0,38
stuck,4,100,0,39
shifted,4,1000,0.5,40
shifted,2,99,0.5,41
scaled,4,1000,0.5,42
scaled,2,99,0.5,43
trend,4,1000,0.5,44
offset,4,1000,0.5,45
tiny,4,400,0.5,46
inf,4,400,0.5,47
inf_half,4,400,0.5,48
nan,4,400,0.5,49
mixed,4,400,0.5,50
mixed,2,61,0.9,51")

measures <- function(x) {
  all <- as.vector(x)
  q <- unname(posterior::quantile2(x, probs = c(0.05, 0.95)))
  c(mean = base::mean(all), median = stats::median(all), sd = stats::sd(all), mad = stats::mad(all), q5 = q[1], q95 = q[2],
    rhat = rhat(x), ess_bulk = ess_bulk(x), ess_tail = ess_tail(x),
    mcse_mean = mcse_mean(x), mcse_median = mcse_median(x), mcse_sd = mcse_sd(x),
    mcse_q5 = mcse_quantile(x, 0.05, names = FALSE), mcse_q95 = mcse_quantile(x, 0.95, names = FALSE),
    ess_mean = ess_mean(x),
    ess_q25 = ess_quantile(x, 0.25, names = FALSE), ess_q100 = ess_quantile(x, 1, names = FALSE),
    mcse_q25 = mcse_quantile(x, 0.25, names = FALSE))
}

number <- function(v) ifelse(is.na(v), "NaN", sprintf("%.17g", v))

lines <- NULL
for (i in seq_len(nrow(cases))) {
  k <- cases[i, ]
  x <- sapply(seq_len(k$chains), function(c) one_chain(k$kind, k$draws, k$phi, k$seed, c, k$chains))
  x <- matrix(x, nrow = k$draws)
  v <- suppressWarnings(measures(x))
  if (is.null(lines)) lines <- paste(c(names(k), names(v)), collapse = ",")
  lines <- c(lines, paste(c(k$kind, k$chains, k$draws, k$phi, k$seed, number(v)), collapse = ","))
}
writeLines(lines, "src/diagnostics/testdata/posterior.csv")
