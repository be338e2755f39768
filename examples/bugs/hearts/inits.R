cured <- c(0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1)
alpha <- 0
delta <- 0
