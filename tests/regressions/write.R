# Writes each regression's data, R's maximum likelihood fit, and its posterior under flat priors.
#
# usage: Rscript write.R DIRECTORY all|quick|NAME,NAME    leaves NAME.csv, regressions.csv and parameters.csv

invisible(Sys.setlocale("LC_COLLATE", "C"))
arguments <- commandArgs(TRUE)
script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
source(file.path(dirname(script), "cases.R"))
source(file.path(dirname(script), "posterior.R"))
draws <- 20000

# Maximum likelihood where R has it, and otherwise a fit that is near enough to start from.
fit_glm <- function(case, data) {
  w_ <- if (is.null(case$weights)) rep(1, nrow(data)) else data[[case$weights]]
  environment(case$formula) <- environment()
  family <- switch(case$family, gaussian = gaussian(case$link), bernoulli = , binomial = binomial(case$link),
                   poisson = , negative_binomial = poisson(case$link), gamma = Gamma(case$link),
                   student_t = gaussian(case$link), beta = quasibinomial(case$link))
  if (case$family == "bernoulli") data[[all.vars(case$formula)[1]]] <- as.integer(factor(data[[all.vars(case$formula)[1]]])) - 1L
  control <- glm.control(epsilon = 1e-12, maxit = 100)
  if (case$family == "gaussian" && case$link == "identity") {
    # lm takes a column far from zero for a multiple of the intercept, unless told otherwise.
    lm(case$formula, data, weights = w_, tol = 1e-13)
  } else {
    glm(case$formula, family, data, weights = w_, start = case$start, control = control)
  }
}

# "sigma=flat,nu=gamma(2,0.1)" as a function of name and value.
log_prior <- function(dispersion) {
  entries <- regmatches(dispersion, gregexpr("[a-z]+=gamma\\([^)]*\\)", dispersion))[[1]]
  function(name, value) {
    entry <- grep(paste0("^", name, "="), entries, value = TRUE)
    if (length(entry) == 0) return(0)
    number <- as.numeric(strsplit(gsub("^[^(]*\\(|\\)$", "", entry), ",")[[1]])
    dgamma(value, number[1], number[2], log = TRUE)
  }
}

solve_case <- function(case) {
  set.seed(1)
  data <- case$data
  used <- all.vars(terms(case$formula, data = data))
  if (case$na == "drop") data <- data[complete.cases(data[used]), ]
  fit <- fit_glm(case, data)
  frame <- model.frame(fit)
  X <- model.matrix(fit)
  w <- if (is.null(case$weights)) rep(1, nrow(X)) else as.numeric(data[[case$weights]])
  offset <- if (is.null(model.offset(frame))) rep(0, nrow(X)) else model.offset(frame)
  y <- model.response(frame)
  trials <- rep(1, nrow(X))
  if (is.matrix(y)) { trials <- rowSums(y); y <- y[, 1] }
  names <- gsub(" ", "", sub("(Intercept)", "Intercept", colnames(X), fixed = TRUE))
  covariance <- if (inherits(fit, "glm")) vcov(fit) else NULL
  residual <- function() sqrt(sum(w * (y - fitted(fit))^2) / sum(w))
  dispersion <- switch(case$family, gaussian = c(sigma = residual()), student_t = c(sigma = residual(), nu = 5),
                       negative_binomial = c(phi = 5), gamma = c(shape = 1 / summary(fit)$dispersion),
                       beta = c(phi = 20), numeric(0))
  sampled <- function() {
    sampled_posterior(case$family, case$link, X, y, trials, w, offset, coef(fit), vcov(fit), case$prior_sd, dispersion,
                      log_prior(case$dispersion), draws)
  }
  closed <- case$family == "gaussian" && case$link == "identity"
  answer <- if (closed) gaussian_posterior(X, y - offset, w) else sampled()
  has_ml <- !(case$family %in% c("student_t", "negative_binomial", "beta"))
  k <- length(dispersion)
  answer <- cbind(regression = case$name, parameter = c(names, names(dispersion)),
                  ml = c(if (has_ml) coef(fit) else NA * coef(fit), rep(NA, k)),
                  se = c(sqrt(diag(vcov(fit))), rep(NA, k)), answer)
  list(parameters = answer, rows = sum(w > 0))
}

directory <- arguments[1]
dir.create(directory, showWarnings = FALSE, recursive = TRUE)
all_names <- sapply(regressions, `[[`, "name")
chosen <- if (arguments[2] == "all") regressions else if (arguments[2] == "quick") Filter(function(case) case$quick, regressions) else {
  wanted <- strsplit(arguments[2], ",")[[1]]
  if (!all(wanted %in% all_names)) stop("no regression called ", setdiff(wanted, all_names)[1])
  regressions[all_names %in% wanted]
}
solved <- lapply(chosen, function(case) {
  tryCatch(solve_case(case), error = function(e) stop(case$name, ": ", conditionMessage(e), call. = FALSE))
})
options(digits = 15)
for (case in chosen) write.csv(case$data, file.path(directory, paste0(case$name, ".csv")), row.names = FALSE, na = "NA")
write.csv(do.call(rbind, lapply(solved, `[[`, "parameters")), file.path(directory, "parameters.csv"), row.names = FALSE)
describe_case <- function(case, solution) {
  data.frame(name = case$name, formula = paste(deparse(case$formula, 500), collapse = ""), family = case$family, link = case$link,
             weights = if (is.null(case$weights)) "" else case$weights, dispersion = case$dispersion, na = case$na,
             prior = if (is.finite(case$prior_sd)) sprintf("normal(0,%g)", case$prior_sd) else "flat",
             mirror = case$mirror, rows = solution$rows)
}
write.csv(do.call(rbind, Map(describe_case, chosen, solved)), file.path(directory, "regressions.csv"), row.names = FALSE)
