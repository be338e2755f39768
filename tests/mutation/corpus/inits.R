beta0 <- 0
beta.seed <- 0
beta.root <- 0
beta.both <- 0
tau <- 10
