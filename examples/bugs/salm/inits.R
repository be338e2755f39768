alpha <- 0
beta <- 0
gamma <- 0
tau <- 10
