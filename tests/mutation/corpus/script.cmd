/* line */
model clear
data clear
load glm
model in "../corpus/line.bug"
data in ../corpus/line.R
compile, nchains(2)
parameters in ../corpus/parameters.R, chain(1)
initialize
adapt 5
update 5 # warmup
monitor set alpha, thin(2)
monitor beta, type(mean)
monitor deviance
update 10, by(5)
parameters to last.R, chain(2)
coda *, stem(out-)
data to back.R
samplers to samplers.txt
exit
