# JAGS with its glm module on one case: job.dcf in, draws.f64 (draws x quantities) and result.json out.
suppressMessages(library(rjags))
path <- commandArgs(trailingOnly = TRUE)[1]
job <- as.list(read.dcf(path)[1, ])
for (k in c("seed", "warmup", "draws", "limit")) job[[k]] <- as.numeric(job[[k]])
folder <- dirname(path)
processor_seconds <- function() sum(proc.time()[c("user.self", "sys.self")])

data <- new.env()
source(job$values, local = data)
load.module("glm", quiet = TRUE)
inits <- list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = job$seed)
model <- jags.model(job$program, as.list(data), inits, n.chains = 1, n.adapt = 0, quiet = TRUE)
begin <- proc.time()[["elapsed"]]
start <- processor_seconds()

# In pieces of about a second, so that the limit is kept.
over <- function() proc.time()[["elapsed"]] - begin > job$limit
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
half <- job$warmup %/% 2
in_pieces(half, function(k, last) adapt(model, k, end.adaptation = last, progress.bar = "none"))
in_pieces(job$warmup - half, function(k, last) update(model, k, progress.bar = "none"))
warm <- processor_seconds()
draws <- list()
kept <- in_pieces(job$draws, function(k, last) {
  draws[[length(draws) + 1]] <<- as.matrix(coda.samples(model, strsplit(job$monitors, " ")[[1]], n.iter = k, progress.bar = "none"))
})
done <- processor_seconds()
if (kept < 8) quit(status = 3)
draws <- do.call(rbind, draws)[, readLines(file.path(folder, "names.txt"))]
writeBin(as.vector(t(draws)), file.path(folder, "draws.f64"))
samplers <- paste(sort(unique(names(list.samplers(model)))), collapse = " ")
writeLines(sprintf('{"warmup_seconds": %.6f, "sampling_seconds": %.6f, "sampler": "%s"}', warm - start, done - warm, samplers),
           file.path(folder, "result.json"))
