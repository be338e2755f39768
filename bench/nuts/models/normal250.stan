// Correlated normal: precision x' x.
data {
  int<lower=0> d;
  matrix[d, d] precision;
}
transformed data {
  vector[d] zeros = rep_vector(0, d);
}
parameters {
  vector[d] theta;
}
model {
  theta ~ multi_normal_prec(zeros, precision);
}
