"""NumPyro's NUTS on the CPU, double precision, dense products; compiled before the clock starts."""
import os
import sys
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
sys.path.insert(0, str(Path(__file__).parent))
from job import Stopwatch, main

CHUNK = 10  # iterations between looks at the clock


def model(prior, x, y):
    import jax.numpy as jnp
    import numpyro
    import numpyro.distributions as dist

    d = x.shape[1]
    if prior == "normal":
        intercept = numpyro.sample("intercept", dist.Normal(0, 10))
        theta = numpyro.sample("theta", dist.Normal(jnp.zeros(d), 10))
    else:  # the horseshoe, not centred
        intercept = numpyro.sample("intercept", dist.StudentT(3, 0, 1))
        z = numpyro.sample("z", dist.Normal(jnp.zeros(d), 1))
        lam = numpyro.sample("lambda", dist.HalfCauchy(jnp.ones(d)))
        tau = numpyro.sample("tau", dist.HalfCauchy(1))
        theta = tau * lam * z
    numpyro.sample("y", dist.BernoulliLogits(intercept + x @ theta), obs=y)


def coefficients(prior, z):
    """(intercept, theta) from the unconstrained values that NUTS moves."""
    import jax.numpy as jnp

    theta = z["theta"] if prior == "normal" else jnp.exp(z["tau"] + z["lambda"]) * z["z"]
    return jnp.concatenate([z["intercept"][None], theta])


def work(job):
    import jax
    import numpyro

    if job is None:
        return f"NumPyro {numpyro.__version__} (JAX {jax.__version__})"
    jax.config.update("jax_enable_x64", True)
    import numpy as np
    from functools import partial
    from numpyro.infer import NUTS

    x, y = jax.numpy.asarray(job.x), jax.numpy.asarray(job.y)
    kernel = NUTS(partial(model, job.prior))
    state = kernel.init(jax.random.PRNGKey(job.seed), job.warmup, None, (x, y), {})

    def advance(state, x, y, steps):
        return jax.lax.fori_loop(0, steps, lambda _, s: kernel.sample(s, (x, y), {}), state)

    def draw(state, x, y):
        def one(s, _):
            s = advance(s, x, y, job.thin)
            return s, (coefficients(job.prior, s.z), s.diverging, s.num_steps)

        return jax.lax.scan(one, state, None, length=CHUNK)

    watch = Stopwatch()
    warm = jax.jit(advance).lower(state, x, y, CHUNK).compile()
    sample = jax.jit(draw).lower(state, x, y).compile()
    compiling = watch.read()[0]

    whole = watch = Stopwatch()
    for start in range(0, job.warmup, CHUNK):
        if whole.read()[1] > job.limit:
            job.over_limit(start, watch.read()[0])
        state = jax.block_until_ready(warm(state, x, y, min(CHUNK, job.warmup - start)))
    warmup = watch.read()
    watch = Stopwatch()
    pieces = []
    while len(pieces) * CHUNK < job.draws and whole.read()[1] < job.limit:
        state, piece = jax.block_until_ready(sample(state, x, y))
        pieces.append(jax.tree.map(np.asarray, piece))
    sampling = watch.read()
    if not pieces:
        job.over_limit(job.warmup, warmup[0])
    draws, diverging, steps = (np.concatenate([p[k] for p in pieces]) for k in range(3))
    job.answer(draws, setup_seconds=compiling, warmup_seconds=warmup[0], sampling_seconds=sampling[0],
               sampling_wall=sampling[1], clock="processor", divergences=int(diverging.sum()),
               steps=float(steps.mean()))


if __name__ == "__main__":
    main(work)
