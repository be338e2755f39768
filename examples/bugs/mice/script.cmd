model in model.bug
data in data.R
compile, nchains(2)
parameters in inits.R
initialize
update 1000
monitor r
monitor median
monitor veh.control
monitor test.sub
monitor pos.control
update 5000
coda *, stem(out-)
exit
