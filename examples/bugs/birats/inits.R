mu.beta <- c(100, 6)
tau <- 0.01
