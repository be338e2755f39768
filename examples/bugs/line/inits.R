alpha <- 3
beta <- 0
tau <- 1.5
