model in model.bug
data in data.R
compile, nchains(2)
parameters in inits.R
initialize
update 1000
monitor a
monitor beta
monitor kappa
monitor pi
monitor sigma
update 5000
coda *, stem(out-)
exit
