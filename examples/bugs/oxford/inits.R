alpha <- 0
beta1 <- 0
beta2 <- 0
tau <- 10
