lambda <- c(535, NA)
theta <- 5
tau <- 0.1
