`N` <-
5L
"x" <- 1:5 # weeks
Y = c(1, 3, NA, 3,
  5e0)
m <- structure(c(1, 2, 3, 4, 5, 6), .Dim = c(2L, 3L), dimnames = list(NULL, c("a", "b", "c")))
.RNG.name <- "base::Mersenne-Twister"
