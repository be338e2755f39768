model in model.bug
data in data.R
compile, nchains(2)
initialize
update 1000
monitor theta
monitor X
update 5000
coda *, stem(out-)
exit
