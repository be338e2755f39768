# Opens chain-*.csv and summary.csv with R, posterior and (where installed) rstan and cmdstanr, and compares every
# value with a plain parse.
# usage: Rscript check_readers.R DIRECTORY...    exit status 0: all present readers agree, 1: one does not

plain_parse <- function(path) {
  lines <- readLines(path)
  comment <- startsWith(lines, "#")
  adapted <- which(startsWith(lines, "# Adaptation terminated"))
  data <- which(!comment)
  header <- strsplit(lines[data[1]], ",", fixed = TRUE)[[1]]
  data <- data[-1]
  data <- data[data > adapted]
  rows <- t(vapply(strsplit(lines[data], ",", fixed = TRUE), as.numeric, numeric(length(header))))
  dimnames(rows) <- list(NULL, header)
  rows
}

# beta.1.2 -> beta[1,2]
bracket_names <- function(names) {
  dotted <- grepl(".", names, fixed = TRUE)
  names[dotted] <- paste0(gsub(".", ",", sub(".", "[", names[dotted], fixed = TRUE), fixed = TRUE), "]")
  names
}

expect <- function(condition, message) if (!isTRUE(condition)) stop(message, call. = FALSE)

same <- function(a, b) identical(as.vector(is.nan(a)), as.vector(is.nan(b))) && all(a == b, na.rm = TRUE)

check_posterior <- function(files, chains) {
  parameters <- !endsWith(colnames(chains[[1]]), "__")
  draws <- lapply(files, function(file) {
    table <- utils::read.csv(file, comment.char = "#", check.names = FALSE)
    table <- utils::tail(table, nrow(chains[[1]]))  # read.csv knows nothing of warm-up
    posterior::as_draws_df(stats::setNames(table, bracket_names(names(table))))
  })
  draws <- do.call(posterior::bind_draws, c(draws, along = "chain"))
  expect(posterior::nchains(draws) == length(files), "chains")
  for (name in colnames(chains[[1]])) {
    matrix <- posterior::extract_variable_matrix(draws, bracket_names(name))
    for (c in seq_along(chains)) expect(same(matrix[, c], chains[[c]][, name]), paste(name, "in chain", c))
  }
  rvars <- posterior::as_draws_rvars(draws)
  bases <- unique(sub("\\..*", "", colnames(chains[[1]])[parameters]))
  expect(setequal(setdiff(posterior::variables(rvars), colnames(chains[[1]])[!parameters]), bases), "variables")
  paste("posterior", utils::packageVersion("posterior"))
}

check_rstan <- function(files, chains) {
  draws <- rstan::extract(rstan::read_stan_csv(files), permuted = FALSE, inc_warmup = FALSE)
  for (name in colnames(chains[[1]])[!endsWith(colnames(chains[[1]]), "__")])
    for (c in seq_along(chains))
      expect(same(draws[, c, bracket_names(name)], chains[[c]][, name]), paste(name, "in chain", c))
  paste("rstan", utils::packageVersion("rstan"))
}

check_cmdstanr <- function(files, chains) {
  draws <- cmdstanr::read_cmdstan_csv(files)$post_warmup_draws
  for (name in colnames(chains[[1]])[!endsWith(colnames(chains[[1]]), "__")])
    for (c in seq_along(chains))
      expect(same(draws[, c, bracket_names(name)], chains[[c]][, name]), paste(name, "in chain", c))
  paste("cmdstanr", utils::packageVersion("cmdstanr"))
}

check_summary <- function(path) {
  columns <- c("variable", "mean", "median", "sd", "mad", "q5", "q95", "rhat", "ess_bulk", "ess_tail")
  table <- utils::read.csv(path, check.names = FALSE)
  expect(identical(names(table), columns), "columns")
  expect(all(vapply(table[-1], function(x) is.numeric(x) || all(is.na(x)), TRUE)), "numbers")
  expect(!anyNA(table$variable) && !anyDuplicated(table$variable), "names")
  "read.csv of summary.csv"
}

good <- TRUE
attempt <- function(directory, package, check) {
  if (!is.null(package) && !requireNamespace(package, quietly = TRUE)) {
    cat("SKIP ", directory, ": R package ", package, " is not installed\n", sep = "")
    return(invisible())
  }
  tryCatch(cat("ok   ", directory, ": ", check(), "\n", sep = ""), error = function(e) {
    good <<- FALSE
    cat("FAIL ", directory, ": ", package, ": ", conditionMessage(e), "\n", sep = "")
  })
}

directories <- commandArgs(trailingOnly = TRUE)
if (length(directories) == 0) stop("usage: Rscript check_readers.R DIRECTORY...")
for (directory in directories) {
  files <- sort(Sys.glob(file.path(directory, "chain-*.csv")))
  if (length(files) == 0) {
    cat("FAIL ", directory, ": no chain-*.csv\n", sep = "")
    good <- FALSE
    next
  }
  chains <- lapply(files, plain_parse)
  attempt(directory, "posterior", function() check_posterior(files, chains))
  attempt(directory, "rstan", function() check_rstan(files, chains))
  attempt(directory, "cmdstanr", function() check_cmdstanr(files, chains))
  summary <- file.path(directory, "summary.csv")
  if (file.exists(summary)) attempt(directory, NULL, function() check_summary(summary))
}
quit(status = if (good) 0 else 1)
