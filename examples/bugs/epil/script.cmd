load glm
model in model.bug
data in data.R
compile, nchains(2)
parameters in inits.R
initialize
update 1000
monitor a0
monitor alpha.Base
monitor alpha.Trt
monitor alpha.BT
monitor alpha.Age
monitor alpha.V4
monitor sigma.b1
monitor sigma.b
update 5000
coda *, stem(out-)
exit
