# Posterior means and sds of a GLM under flat priors: exactly for gaussian responses, else by importance sampling.

# Each row of the answer is a parameter: mean, sd, sd2 (that of squared deviations), and the errors of mean and of sd.
describe <- function(mean, sd, sd2, mean_error = 0, sd_error = 0) {
  data.frame(mean = mean, sd = sd, sd2 = sd2, mean_error = mean_error, sd_error = sd_error)
}

# Coefficients in terms of orthogonal columns of mean square 1, without loss where columns lie far from zero.
# Answers Z and T with X b = Z g for b = T g.
orthogonal <- function(X) {
  n <- nrow(X)
  center <- diag(ncol(X))
  if ("(Intercept)" %in% colnames(X)) {
    i <- match("(Intercept)", colnames(X))
    means <- colMeans(X[, -i, drop = FALSE])
    X[, -i] <- sweep(X[, -i, drop = FALSE], 2, means)
    center[i, -i] <- -means
  }
  size <- sqrt(colMeans(X^2))
  decomposed <- qr(sweep(X, 2, size, "/"), tol = 1e-14, LAPACK = FALSE)
  stopifnot(decomposed$rank == ncol(X), decomposed$pivot == seq_len(ncol(X)))
  list(Z = qr.Q(decomposed) * sqrt(n),
       T = center %*% diag(1 / size, ncol(X)) %*% solve(qr.R(decomposed) / sqrt(n)))
}

# sigma^-w exp(-(S + (b - m)' A (b - m)) / (2 sigma^2)), w the sum of weights, over sigma and b with constant priors:
# b is multivariate t with w - 1 - p degrees of freedom, sigma^2 inverse gamma((w - p - 1) / 2, S / 2).
gaussian_posterior <- function(X, y, w) {
  basis <- orthogonal(X)
  fit <- lm.wfit(basis$Z, y, w)
  A_inverse <- basis$T %*% solve(crossprod(basis$Z * sqrt(w))) %*% t(basis$T)
  S <- sum(w * fit$residuals^2)
  nu <- sum(w) - 1 - ncol(X)
  stopifnot(nu > 4)
  sd <- sqrt(diag(A_inverse) * S / (nu - 2))
  a <- nu / 2
  moment <- function(k) exp(k / 2 * log(S / 2) + lgamma(a - k / 2) - lgamma(a))
  m <- moment(1)
  v <- moment(2) - m^2
  fourth <- moment(4) - 4 * m * moment(3) + 6 * m^2 * moment(2) - 3 * m^4
  rbind(describe(as.vector(basis$T %*% fit$coefficients), sd, sd^2 * sqrt(2 + 6 / (nu - 4))),
        describe(m, sqrt(v), sqrt(fourth - v^2)))
}

# Log likelihood at predictors eta (rows by draws); dispersion is a list of vectors, one value per draw.
log_likelihood <- function(family, link, y, trials, w, eta, dispersion) {
  n <- nrow(eta)
  d <- lapply(dispersion, rep, each = n)
  mu <- switch(link, identity = eta, log = exp(eta), logit = plogis(eta), probit = pnorm(eta), cloglog = -expm1(-exp(eta)),
               inverse = 1 / eta, sqrt = eta^2)
  inside <- switch(family, poisson = , negative_binomial = , gamma = mu > 0, TRUE) & is.finite(mu)
  mu[!inside] <- NA
  log_density <- suppressWarnings(switch(family,
    gaussian = dnorm(y, mu, d[[1]], log = TRUE),
    student_t = dt((y - mu) / d[[1]], d[[2]], log = TRUE) - log(d[[1]]),
    bernoulli = , binomial = switch(link,
      logit = y * plogis(eta, log.p = TRUE) + (trials - y) * plogis(-eta, log.p = TRUE),
      probit = y * pnorm(eta, log.p = TRUE) + (trials - y) * pnorm(-eta, log.p = TRUE),
      cloglog = y * ifelse(eta < -30, eta, log(-expm1(-exp(eta)))) - (trials - y) * exp(eta)),
    poisson = dpois(y, mu, log = TRUE),
    negative_binomial = dnbinom(y, size = d[[1]], mu = mu, log = TRUE),
    gamma = dgamma(y, d[[1]], d[[1]] / mu, log = TRUE),
    beta = dbeta(y, mu * d[[1]], (1 - mu) * d[[1]], log = TRUE)))
  sums <- colSums(w * matrix(log_density, n))
  ifelse(is.na(sums), -Inf, sums)
}

# log_density of a matrix with one draw per column; draws from a t with 6 degrees of freedom around mean with covariance.
# Location and covariance are learned in rounds; the last round is the answer.
importance_sample <- function(log_density, mean, covariance, draws) {
  p <- length(mean)
  df <- 6
  for (size in c(rep(4000, 6), draws)) {
    root <- t(chol(covariance))
    normal <- matrix(rnorm(p * size), p)
    chi <- rchisq(size, df) / df
    x <- mean + root %*% sweep(normal, 2, sqrt(chi), "/")
    distance <- colSums(normal^2) / chi
    log_w <- log_density(x) + (df + p) / 2 * log1p(distance / df)
    weight <- exp(log_w - max(log_w))
    weight <- weight / sum(weight)
    # Before the proposal fits, no few draws decide where it goes next.
    tamed <- if (1 / sum(weight^2) > 50 * p) weight else { t <- sqrt(weight); t / sum(t) }
    mean <- as.vector(x %*% tamed)
    centred <- x - mean
    covariance <- tcrossprod(sweep(centred, 2, sqrt(tamed), "*"))
  }
  list(x = x, weight = weight, efficiency = 1 / sum(weight^2) / draws)
}

# prior(name, value): the log prior of a dispersion parameter. Coefficients are flat, or normal with sd prior_sd.
sampled_posterior <- function(family, link, X, y, trials, w, offset, start, covariance, prior_sd, dispersion_start, prior,
                              draws) {
  basis <- orthogonal(X)
  p <- ncol(X)
  k <- length(dispersion_start)
  to_basis <- solve(basis$T)
  log_density <- function(theta) {
    blocks <- split(seq_len(ncol(theta)), (seq_len(ncol(theta)) - 1) %/% max(1, 1e6 %/% nrow(X)))
    unlist(lapply(blocks, function(block) {
      log_d <- theta[p + seq_len(k), block, drop = FALSE]
      dispersion <- lapply(seq_len(k), function(i) exp(log_d[i, ]))
      names(dispersion) <- names(dispersion_start)
      value <- log_likelihood(family, link, y, trials, w, basis$Z %*% theta[seq_len(p), block, drop = FALSE] + offset, dispersion)
      value <- value - colSums((basis$T %*% theta[seq_len(p), block, drop = FALSE] / prior_sd)^2) / 2
      for (i in seq_len(k)) value <- value + log_d[i, ] + prior(names(dispersion)[i], dispersion[[i]])
      ifelse(is.na(value), -Inf, value)
    }), use.names = FALSE)
  }
  spread <- matrix(0, p + k, p + k)
  spread[seq_len(p), seq_len(p)] <- 1.5 * to_basis %*% covariance %*% t(to_basis)
  for (i in seq_len(k)) spread[p + i, p + i] <- 4 / sum(w)
  found <- importance_sample(log_density, c(to_basis %*% start, log(dispersion_start)), spread, draws)
  stopifnot(found$efficiency > 0.1)
  values <- rbind(basis$T %*% found$x[seq_len(p), , drop = FALSE], exp(found$x[p + seq_len(k), , drop = FALSE]))
  weight <- found$weight
  do.call(rbind, apply(values, 1, function(x) {
    m <- sum(weight * x)
    square <- (x - m)^2
    v <- sum(weight * square)
    describe(m, sqrt(v), sqrt(sum(weight * (square - v)^2)), sqrt(sum(weight^2 * square)),
             sqrt(sum(weight^2 * (square - v)^2)) / (2 * sqrt(v)))
  }, simplify = FALSE))
}
