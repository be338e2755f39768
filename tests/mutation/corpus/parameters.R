"alpha" <- 1.5
"beta" <- c(0.5)
`tau` <- 1
".RNG.name" <- "base::Mersenne-Twister"
".RNG.seed" <- 3
