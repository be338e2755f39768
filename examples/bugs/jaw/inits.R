beta0 <- 40
beta1 <- 1
