N <- 21
m <- structure(.Data = c(1, 2, 3, 4, 5, 6), .Dim = c(2, 3))
