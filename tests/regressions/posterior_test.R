# The posteriors that draws are held against agree where there are two ways to them.
#
# usage: Rscript posterior_test.R

script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
source(file.path(dirname(script), "posterior.R"))
set.seed(1)

agree <- function(what, a, b) {
  z <- c((a$mean - b$mean) / sqrt(a$mean_error^2 + b$mean_error^2), (a$sd - b$sd) / sqrt(a$sd_error^2 + b$sd_error^2))
  cat(sprintf("%-40s at most %.2f standard errors\n", what, max(abs(z))))
  if (!all(abs(z) < 4.5)) { print(a); print(b); stop(what, ": they differ") }
}

flat <- function(name, value) 0
sampled <- function(family, link, X, y, w, fit, dispersion) {
  sampled_posterior(family, link, X, y, rep(1, length(y)), w, rep(0, length(y)), coef(fit), vcov(fit), Inf, dispersion, flat, 50000)
}

# Few rows, so that degrees of freedom matter; weights count rows.
gaussian_agrees <- function(what, formula, data, w) {
  fit <- lm(formula, data)
  X <- model.matrix(fit)
  y <- model.response(model.frame(fit))
  agree(what, gaussian_posterior(X, y, w), sampled("gaussian", "identity", X, y, w, fit, c(sigma = sigma(fit))))
}
gaussian_agrees("gaussian, 11 rows", y1 ~ x1, anscombe, rep(1, 11))
gaussian_agrees("gaussian, 15 rows, nearly collinear", weight ~ height + I(height^2), women, rep(1, 15))
gaussian_agrees("gaussian, weights", mpg ~ wt + am, mtcars, mtcars$carb)

# Each spray's mean count is gamma(sum + 1, rows), independently of the others.
fit <- glm(count ~ 0 + spray, poisson("identity"), InsectSprays)
found <- sampled("poisson", "identity", model.matrix(fit), InsectSprays$count, rep(1, 72), fit, numeric(0))
shape <- tapply(InsectSprays$count, InsectSprays$spray, sum) + 1
agree("poisson, identity", describe(shape / 12, sqrt(shape) / 12, 0), found)

# Flat in its logit, one probability is beta(successes, failures): the logit has digamma and trigamma moments.
am <- glm(am ~ 1, binomial, mtcars)
found <- sampled("bernoulli", "logit", model.matrix(am), mtcars$am, rep(1, 32), am, numeric(0))
agree("bernoulli, logit", describe(digamma(13) - digamma(19), sqrt(trigamma(13) + trigamma(19)), 0), found)
