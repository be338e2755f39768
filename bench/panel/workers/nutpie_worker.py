"""nutpie's NUTS with a hand-written gradient: sparse products where the data are sparse."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from job import Stopwatch, main


def densities(job):
    """log density and gradient of the unconstrained parameters: (intercept, theta) or (intercept, z, log lambda, log tau)."""
    import numpy as np
    import scipy.sparse
    from scipy.special import expit

    d, y = job.d, job.y.astype(float)
    x = scipy.sparse.csr_array(job.x) if job.sparse else np.asfortranarray(job.x)
    xt = scipy.sparse.csr_array(x.T) if job.sparse else x.T

    def likelihood(intercept, theta):
        eta = intercept + x @ theta
        residual = y - expit(eta)
        return np.dot(y, eta) - np.logaddexp(0, eta).sum(), residual.sum(), xt @ residual

    def normal(v):
        value, by_intercept, by_theta = likelihood(v[0], v[1:])
        gradient = -v / 100
        gradient[0] += by_intercept
        gradient[1:] += by_theta
        return value - 0.005 * np.dot(v, v), gradient

    def horseshoe(v):
        with np.errstate(over="ignore", invalid="ignore"):
            a, z, log_lambda, log_tau = v[0], v[1 : d + 1], v[d + 1 : 2 * d + 1], v[-1]
            scale = np.exp(log_lambda + log_tau)
            theta = scale * z
            value, by_intercept, by_theta = likelihood(a, theta)
            gradient = np.empty_like(v)
            gradient[0] = by_intercept - 4 * a / (3 + a * a)
            gradient[1 : d + 1] = scale * by_theta - z
            # A half-Cauchy variable's logarithm s has log density s - log(1 + exp(2 s)).
            scales = np.concatenate([log_lambda, [log_tau]])
            gradient[d + 1 :] = 1 - 2 * expit(2 * scales)
            gradient[d + 1 : 2 * d + 1] += theta * by_theta
            gradient[-1] += np.dot(theta, by_theta)
            value += -2 * np.log1p(a * a / 3) - 0.5 * np.dot(z, z)
            value += (scales - np.logaddexp(0, 2 * scales)).sum()
        return value, gradient

    def coefficients(v):
        if job.prior == "normal":
            return v
        return np.concatenate([v[:1], np.exp(v[d + 1 : 2 * d + 1] + v[-1]) * v[1 : d + 1]])

    size = d + 1 if job.prior == "normal" else 2 * d + 2
    return size, normal if job.prior == "normal" else horseshoe, coefficients


def work(job):
    import numpy as np
    import nutpie

    if job is None:
        return f"nutpie {nutpie.__version__}"
    from nutpie.compiled_pyfunc import from_pyfunc

    size, logp, coefficients = densities(job)
    clock = {"calls": 0, "start": None, "warmup": None}

    def expand(v, **_):
        """Called once per draw, warmup included: this is where the two phases are told apart."""
        clock["calls"] += 1
        if clock["calls"] == job.warmup:
            clock["warmup"] = clock["start"].read()
            clock["start"] = Stopwatch()
        return {"theta": coefficients(v)}

    model = from_pyfunc(ndim=size, make_logp_fn=lambda: lambda v, **_: logp(v),
                        make_expand_fn=lambda *_: expand, expanded_dtypes=[np.dtype("float64")],
                        expanded_shapes=[(job.d + 1,)], expanded_names=["theta"])
    clock["start"] = Stopwatch()
    sampler = nutpie.sample(model, draws=job.draws * job.thin, tune=job.warmup, chains=1, cores=1, seed=job.seed,
                            progress_bar=False, save_warmup=False, blocking=False)
    try:
        trace = sampler.wait(timeout=job.limit)
    except TimeoutError:
        if clock["warmup"] is None:
            job.over_limit(clock["calls"], clock["start"].read()[0])
        trace = sampler.abort()
    sampling = clock["start"].read()
    draws = np.asarray(trace.posterior["theta"])[0][job.thin - 1 :: job.thin]
    if len(draws) == 0:
        job.over_limit(clock["calls"], clock["warmup"][0])
    stats = trace.sample_stats
    job.answer(draws, warmup_seconds=clock["warmup"][0], sampling_seconds=sampling[0], sampling_wall=sampling[1],
               clock="processor", divergences=int(np.asarray(stats["diverging"]).sum()),
               steps=float(np.asarray(stats["n_steps"]).mean()))


if __name__ == "__main__":
    main(work)
