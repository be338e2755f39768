data {
  int n;
  array[n] int y;
}
parameters {
  real mu;
  real<lower=-1, upper=1> phi;
  real<lower=0> s;
  vector[n] z;
}
transformed parameters {
  vector[n] x;
  x[1] = s / sqrt(1 - square(phi)) * z[1];
  for (t in 2:n) x[t] = phi * x[t - 1] + s * z[t];
}
model {
  mu ~ normal(0, 5);
  s ~ normal(0, 1);
  z ~ std_normal();
  y ~ poisson_log(mu + x);
}
