"""nutpie on one case in PyMC's non-centred form: job.json in, draws.f64 and result.json out. Compiling is off the clock."""
import json
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import cases


def half_normal(pm, name, scale, **shape):
    return pm.HalfFlat(name, **shape) if scale is None else pm.HalfNormal(name, scale, **shape)


def effects(pm, case, term, k):
    """The effects' arrays, one per effect of the term; for two, (1 + r) / 2 ~ beta(eta, eta) is lkj(eta)."""
    s = half_normal(pm, f"s{k}", case.sd_scale, shape=len(term.effects))
    z = pm.Normal(f"z{k}", shape=(len(term.effects), len(term.levels)))
    names = [s[e] for e in range(len(term.effects))]
    if len(term.effects) == 1:
        return names, [s[0] * z[0]]
    r = 2 * pm.Beta(f"t{k}", case.lkj, case.lkj) - 1
    return [*names, r], [s[0] * z[0], s[1] * (r * z[0] + (1 - r**2) ** 0.5 * z[1])]


def horseshoe(pm, case):
    scale, slab_scale, slab_df = case.shrink
    tau, slab2 = pm.HalfCauchy("tau", scale), pm.InverseGamma("slab2", slab_df / 2, slab_df * slab_scale**2 / 2)
    local, z = pm.HalfCauchy("lambda", 1, shape=len(case.x)), pm.Normal("z", shape=len(case.x))
    return tau * slab2**0.5 * local / (slab2 + tau**2 * local**2) ** 0.5 * z, [tau, slab2]


def build(case):
    """The model; its variable `quantities` has what is compared, in order."""
    import pymc as pm
    import pytensor.tensor as pt

    with pm.Model() as model:
        a = pm.Normal("a", 0, case.intercept_sd)
        eta, shown = a, [pt.reshape(a, (1,))]
        scales = []
        if case.x:
            b, scales = horseshoe(pm, case) if case.shrink else (pm.Normal("b", 0, case.coefficient_sd, shape=len(case.x)), [])
            eta = eta + pt.dot(case.design().astype(float), b)
            shown.append(b)
        if case.gaussian:
            sigma = half_normal(pm, "sigma", case.sigma_scale)
            scales = [sigma]
        shown += [pt.reshape(s, (1,)) for s in scales]
        for k, term in enumerate(case.terms, 1):
            scalars, u = effects(pm, case, term, k)
            shown += [pt.reshape(s, (1,)) for s in scalars] + u
            for effect, values in zip(term.effects, u):
                eta = eta + values[term.index] * (1.0 if effect == "Intercept" else case.x[effect])
        if case.gaussian:
            pm.Normal("y", eta, sigma, observed=case.y)
        elif case.family == "poisson":
            pm.Poisson("y", pt.exp(eta), observed=case.y)
        else:
            pm.Bernoulli("y", logit_p=eta, observed=case.y)
        pm.Deterministic("quantities", pt.concatenate(shown))
    return model


def sample(job, folder):
    import nutpie

    begin = time.perf_counter()
    compiled = nutpie.compile_pymc_model(build(cases.CASES[job["case"]]()))
    nutpie.sample(compiled, draws=2, tune=2, chains=1, cores=1, seed=job["seed"], progress_bar=False)  # what numba compiles late
    compiling, cpu, wall = time.perf_counter() - begin, time.process_time(), time.perf_counter()
    sampler = nutpie.sample(compiled, draws=job["draws"], tune=job["warmup"], chains=1, cores=1, seed=job["seed"], progress_bar=False,
                            save_warmup=False, blocking=False)
    try:
        trace = sampler.wait(timeout=job["limit"])
    except TimeoutError:
        trace = sampler.abort()
    seconds, wall = time.process_time() - cpu, time.perf_counter() - wall
    draws = np.asarray(trace.posterior["quantities"])[0]
    if len(draws) < 8:
        sys.exit(3)  # over its limit
    np.ascontiguousarray(draws).tofile(folder / "draws.f64")
    # Phases are not told apart by nutpie: gradients are counted instead.
    steps = np.asarray(trace.sample_stats["n_steps"])[0]
    share = len(draws) / (len(draws) + job["warmup"])
    facts = {"warmup_seconds": seconds * (1 - share), "sampling_seconds": seconds * share, "compile_seconds": compiling,
             "divergences": int(np.asarray(trace.sample_stats["diverging"]).sum()), "steps": float(steps.mean())}
    (folder / "result.json").write_text(json.dumps(facts))


if __name__ == "__main__":
    sample(json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[1]).parent)
