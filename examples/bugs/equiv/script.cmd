model in model.bug
data in data.R
compile, nchains(2)
initialize
update 1000
monitor mu
monitor phi
monitor pi
monitor sigma
monitor theta
monitor equivalent
update 5000
coda *, stem(out-)
exit
