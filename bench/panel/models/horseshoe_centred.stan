// Logistic regression under the horseshoe as one would first write it, and as the paper does: centred.
data {
  int<lower=0> n;
  int<lower=0> d;
  matrix[n, d] x;
  array[n] int<lower=0, upper=1> y;
}
parameters {
  real intercept;
  vector[d] theta;
  vector<lower=0>[d] lambda;
  real<lower=0> tau;
}
model {
  intercept ~ student_t(3, 0, 1);
  theta ~ normal(0, tau * lambda);
  lambda ~ cauchy(0, 1);
  tau ~ cauchy(0, 1);
  y ~ bernoulli_logit_glm(x, intercept, theta);
}
