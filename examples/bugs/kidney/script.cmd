model in model.bug
data in data.R
compile, nchains(2)
parameters in inits.R
initialize
update 1000
monitor beta.age
monitor beta.sex
monitor beta.dis[2:4]
monitor r
monitor sigma
update 5000
coda *, stem(out-)
exit
