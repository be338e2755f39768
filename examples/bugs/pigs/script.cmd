model in model.bug
data in data.R
compile, nchains(2)
parameters in inits.R
initialize
update 1000
monitor carrier
monitor ian
monitor q
update 5000
coda *, stem(out-)
exit
