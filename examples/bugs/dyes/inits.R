theta <- 1500
tau.within <- 0.0004
tau.between <- 0.0004
