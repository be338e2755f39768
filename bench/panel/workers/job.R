# What an R worker is asked and what it answers: job.dcf in, draws.f64 (column-major) and result.json out.
read_job <- function(path) {
  fields <- read.dcf(path)[1, ]
  job <- as.list(fields)
  for (k in c("n", "d", "seed", "warmup", "draws", "thin", "limit")) job[[k]] <- as.numeric(job[[k]])
  job$folder <- dirname(path)
  job$x <- matrix(readBin(file.path(job$data, "X.f64"), "double", job$n * job$d), job$n, job$d)
  job$y <- readBin(file.path(job$data, "y.i32"), "integer", job$n)
  job
}

# draws: a matrix, one row per kept draw, intercept first. facts: numbers and strings by name.
answer <- function(job, draws, facts) {
  stopifnot(ncol(draws) == job$d + 1)
  writeBin(as.vector(draws), file.path(job$folder, "draws.f64"))
  facts <- c(list(rows = nrow(draws), order = "column"), facts)
  quoted <- sapply(facts, function(f) if (is.character(f)) paste0('"', f, '"') else format(f, digits = 15))
  partial <- file.path(job$folder, "result.partial")
  writeLines(paste0("{", paste0('"', names(facts), '": ', quoted, collapse = ", "), "}"), partial)
  file.rename(partial, file.path(job$folder, "result.json"))
}

processor_seconds <- function() sum(proc.time()[c("user.self", "sys.self")])

# Ends the worker: not one draw in the time given. Says how far warmup came.
over_limit <- function(job, iterations, seconds) {
  writeLines(sprintf('{"iterations": %d, "seconds": %.3f}', as.integer(iterations), seconds),
             file.path(job$folder, "progress.json"))
  quit(status = 3)
}
