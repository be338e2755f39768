alpha.c <- 150
beta.c <- 10
tau.c <- 1
tau.alpha <- 1
tau.beta <- 1
