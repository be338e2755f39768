data {
  int n;
  array[n] int y;
}
parameters {
  real mu;
  real<lower=-1, upper=1> phi;
  real<lower=0> s;
  vector[n] x;
}
model {
  mu ~ normal(0, 5);
  s ~ normal(0, 1);
  x[1] ~ normal(0, s / sqrt(1 - square(phi)));
  x[2:n] ~ normal(phi * x[1:(n - 1)], s);
  y ~ poisson_log(mu + x);
}
