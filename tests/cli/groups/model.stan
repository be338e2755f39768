// As brms writes (1 + x + ... | g): scales, an LKJ Cholesky factor, effects not centred.
data {
  int<lower=1> n, p, k, levels;
  int<lower=0, upper=1> poisson;
  matrix[n, p] x;
  matrix[n, k] z;
  array[n] int<lower=1> g;
  array[n] real y;
  array[n] int count;
  vector[k] sd_scale;
  real eta;
}
parameters {
  real a;
  vector[p] b;
  vector<lower=0>[k] s;
  cholesky_factor_corr[k] L;
  matrix[k, levels] white;
  real<lower=0> sigma;
}
transformed parameters {
  matrix[levels, k] u = (diag_pre_multiply(s, L) * white)';
}
model {
  vector[n] mu = a + x * b + rows_dot_product(z, u[g]);
  a ~ normal(0, 5);
  b ~ normal(0, 2);
  s ~ normal(0, sd_scale);
  L ~ lkj_corr_cholesky(eta);
  to_vector(white) ~ std_normal();
  sigma ~ exponential(1);
  if (poisson) count ~ poisson_log(mu);
  else y ~ normal(mu, sigma);
}
generated quantities {
  matrix[k, k] R = multiply_lower_tri_self_transpose(L);
}
