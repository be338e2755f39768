// Correlated normal with precision x' x, written so that a gradient costs two products.
data {
  int<lower=0> d;
  matrix[d, d] x;
}
parameters {
  vector[d] theta;
}
model {
  target += -0.5 * dot_self(x * theta);
}
