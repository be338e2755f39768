// Logistic regression under the horseshoe. Not centred, which suits Hamiltonian samplers best; theta has the paper's law.
data {
  int<lower=0> n;
  int<lower=0> d;
  matrix[n, d] x;
  array[n] int<lower=0, upper=1> y;
}
parameters {
  real intercept;
  vector[d] z;
  vector<lower=0>[d] lambda;
  real<lower=0> tau;
}
transformed parameters {
  vector[d] theta = tau * (lambda .* z);
}
model {
  intercept ~ student_t(3, 0, 1);
  z ~ std_normal();
  lambda ~ cauchy(0, 1);
  tau ~ cauchy(0, 1);
  y ~ bernoulli_logit_glm(x, intercept, theta);
}
