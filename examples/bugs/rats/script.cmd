model in model.bug
data in data.R
compile, nchains(2)
parameters in inits.R
initialize
update 1000
monitor alpha0
monitor beta.c
monitor sigma
monitor alpha[10]
monitor beta[10]
update 5000
coda *, stem(out-)
exit
