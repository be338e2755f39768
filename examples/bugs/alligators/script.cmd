model in model.bug
data in data.R
compile, nchains(2)
initialize
update 1000
monitor alpha[2:5]
monitor beta[2:4,2:5]
monitor gamma[2,2:5]
update 5000
coda *, stem(out-)
exit
