"""Stan's NUTS through PyStan 3 (httpstan). --compile MODEL.stan builds the model's library ahead of the clock."""
import os
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from job import main

MODELS = Path(__file__).parent.parent / "models"


def build(prior, data, seed=1):
    import stan

    return stan.build((MODELS / f"{prior}.stan").read_text(), data=data, random_seed=seed)


def elapsed(fit, phase):
    """Seconds that Stan itself reports for a phase (wall clock)."""
    for output in fit.stan_outputs:
        for found in re.finditer(rb"([0-9.e+-]+) seconds \(" + phase.encode(), output):
            return float(found.group(1))
    raise RuntimeError(f"Stan reported no time for {phase}")


def group_cpu():
    """Processor seconds so far of this process group: the server that PyStan starts included."""
    total, group = 0, os.getpgrp()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            total += sum(map(int, fields[11:15]))
    return total / os.sysconf("SC_CLK_TCK")


def work(job):
    import httpstan
    import numpy as np
    import stan

    if job is None:
        release = stan_release(Path(httpstan.__file__).parent)
        from importlib.metadata import version

        return f"Stan {release} (pystan {version('pystan')})"
    data = {"n": job.n, "d": job.d, "x": job.x, "y": job.y}
    model = build(job.prior, data, job.seed)
    cpu, wall = group_cpu(), time.perf_counter()
    fit = model.sample(num_chains=1, num_warmup=job.warmup, num_samples=job.draws * job.thin, num_thin=job.thin)
    busy = (group_cpu() - cpu) / (time.perf_counter() - wall)
    draws = np.vstack([fit["intercept"].reshape(1, -1), fit["theta"]]).T
    job.answer(draws, warmup_seconds=elapsed(fit, "Warm-up"), sampling_seconds=elapsed(fit, "Sampling"),
               clock="wall", busy=busy, divergences=int(fit["divergent__"].sum()),
               deepest=int((fit["treedepth__"] >= 10).sum()), steps=float(fit["n_leapfrog__"].mean()))


def stan_release(package):
    """The version of Stan that httpstan's headers say."""
    text = (package / "include" / "stan" / "version.hpp").read_text()
    return ".".join(re.search(rf"STAN_{part} (\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


if __name__ == "__main__":
    if sys.argv[1] == "--compile":
        build(sys.argv[2], {"n": 2, "d": 1, "x": [[0.0], [1.0]], "y": [0, 1]})
    else:
        main(work)
