model in model.bug
data in data.R
compile, nchains(2)
parameters in inits.R
initialize
update 1000
monitor beta0
monitor beta1
monitor Sigma
update 5000
coda *, stem(out-)
exit
