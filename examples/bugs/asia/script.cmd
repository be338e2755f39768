model in model.bug
data in data.R
compile, nchains(2)
initialize
update 1000
monitor smoking
monitor tuberculosis
monitor lung.cancer
monitor bronchitis
monitor either
monitor xray
update 5000
coda *, stem(out-)
exit
