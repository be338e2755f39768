// Gaussian regression: coefficients normal(0, 10), a half-Cauchy or half-normal scale.
data {
  int<lower=0> n;
  int<lower=0> d;
  matrix[n, d] x;
  vector[n] y;
  int<lower=0, upper=1> heavy;
  real<lower=0> scale;
}
parameters {
  vector[d] beta;
  real<lower=0> sigma;
}
model {
  beta ~ normal(0, 10);
  if (heavy) {
    sigma ~ cauchy(0, scale);
  } else {
    sigma ~ normal(0, scale);
  }
  y ~ normal_id_glm(x, 0, beta, sigma);
}
