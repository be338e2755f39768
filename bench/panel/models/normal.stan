// Logistic regression, every coefficient normal(0, 10).
data {
  int<lower=0> n;
  int<lower=0> d;
  matrix[n, d] x;
  array[n] int<lower=0, upper=1> y;
}
parameters {
  real intercept;
  vector[d] theta;
}
model {
  intercept ~ normal(0, 10);
  theta ~ normal(0, 10);
  y ~ bernoulli_logit_glm(x, intercept, theta);
}
