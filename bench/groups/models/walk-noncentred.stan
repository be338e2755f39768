data {
  int n;
  vector[n] y;
}
parameters {
  real<lower=0> s;
  real<lower=0> sigma;
  vector[n] z;
}
transformed parameters {
  vector[n] x = cumulative_sum(append_row(5 * z[1], s * z[2:n]));
}
model {
  s ~ normal(0, 1);
  sigma ~ normal(0, 1);
  z ~ std_normal();
  y ~ normal(x, sigma);
}
