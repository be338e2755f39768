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
  vector[items] b;
  vector[persons] theta;
}
model {
  s ~ normal(0, 2);
  a ~ lognormal(0, 0.5);
  b ~ normal(0, s);
  theta ~ std_normal();
  y ~ bernoulli_logit(a[item] .* (theta[person] - b[item]));
}
