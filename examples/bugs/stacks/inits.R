beta0 <- 10
beta <- c(0, 0, 0)
tau <- 0.1
