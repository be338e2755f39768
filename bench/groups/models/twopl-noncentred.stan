data {
  int n;
  int persons;
  int items;
  array[n] int person;
  array[n] int item;
  array[n] int y;
}
parameters {
  real<lower=0> s;
  vector<lower=0>[items] a;
  vector[items] z;
  vector[persons] theta;
}
transformed parameters {
  vector[items] b = s * z;
}
model {
  s ~ normal(0, 2);
  a ~ lognormal(0, 0.5);
  z ~ std_normal();
  theta ~ std_normal();
  y ~ bernoulli_logit(a[item] .* (theta[person] - b[item]));
}
