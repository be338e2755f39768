load glm
model in model.bug
data in data.R
compile, nchains(2)
parameters in inits.R
initialize
update 1000
monitor alpha
monitor beta1
monitor beta2
monitor sigma
update 5000
coda *, stem(out-)
exit
