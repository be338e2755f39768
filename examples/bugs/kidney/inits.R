t <- structure(c(NA, NA, NA, NA, NA, NA, NA, NA, NA, NA, NA, NA, NA, 159, NA, NA, NA, NA, 32, NA, NA, NA, NA, NA, NA,
  123, NA, NA, NA, NA, NA, 15, NA, NA, NA, 64, 16, NA, NA, 23, NA, NA, NA, NA, NA, NA, NA, NA, NA, 18, NA, 80, 35, 14,
  NA, NA, 169, 118, NA, 34, NA, 56, NA, NA, NA, NA, NA, NA, NA, NA, NA, 15, NA, 26, NA, 18), .Dim = c(38L, 2L))
beta.age <- 0
beta.sex <- 0
beta.dis <- c(NA, 0, 0, 0)
alpha <- 0
r <- 1
tau <- 0.3
