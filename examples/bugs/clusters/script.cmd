model in model.bug
data in data.R
compile, nchains(2)
initialize
update 1000
monitor alpha
monitor m
monitor K
monitor theta
update 5000
coda *, stem(out-)
exit
