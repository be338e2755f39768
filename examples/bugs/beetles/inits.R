alpha.c <- 0
beta <- 0
