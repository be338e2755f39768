alpha <- 1
beta <- 1
gamma <- 0.9
tau <- 1
