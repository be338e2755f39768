data {
  int n;
  vector[n] y;
}
parameters {
  real<lower=0> s;
  real<lower=0> sigma;
  vector[n] x;
}
model {
  s ~ normal(0, 1);
  sigma ~ normal(0, 1);
  x[1] ~ normal(0, 5);
  x[2:n] ~ normal(x[1:(n - 1)], s);
  y ~ normal(x, sigma);
}
