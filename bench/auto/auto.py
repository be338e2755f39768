#!/usr/bin/env python3
"""Every sampler by name and --sampler auto on the same problems: what auto costs against the best of them.

Each run is repeated with twice the sweeps until its smallest ESS is enough or its time is over. Printed per run: processor
seconds of sampling per effective sample (smallest and median over parameters and their squares) and nanoseconds per unit
of counted work, which should be about the same for all samplers. Then, per problem, what auto took and the ratio of
seconds per effective sample (geometric mean of smallest and median) of the chosen sampler to the best one. Exits with 1
when a ratio exceeds --most.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SAMPLERS = ["slice", "newton", "gaussian_block", "nuts", "nuts:low_rank", "latent", "gibbs"]


def fit(o, problem, sampler, sweeps):
    with tempfile.TemporaryDirectory() as out:
        command = [o.cggibbs, "fit", *problem, "--sampler", sampler, "--chains", "2", "--threads", "1", "--warmup",
                   str(sweeps), "--draws", str(sweeps), "--seed", str(o.seed), "--quiet", "-o", out]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=o.limit)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode != 0:
            raise SystemExit(f"auto: {' '.join(command)}\n{done.stderr}")
        return json.loads((Path(out) / "run.json").read_text())


def measure(o, problem, sampler):
    """The last run that ended in time, or None."""
    last, sweeps = None, o.sweeps
    while True:
        record = fit(o, problem, sampler, sweeps)
        if record is None:
            return last
        last = record
        took = record["warmup_seconds"] + record["sampling_seconds"]
        if (record["ess"]["min"] or 0) >= o.ess or 3 * took > o.limit:
            return last
        sweeps *= 2


def per_ess(record):
    least, median = record["ess"]["min"], record["ess"]["median"]
    return record["sampling_seconds"] / math.sqrt(least * median)


def problems(o):
    priors = {"normal": "normal(0,10)", "horseshoe": "horseshoe"}
    for name in o.only.split(","):
        path = Path(name) if Path(name).exists() else o.panel / f"{name}.mat"
        if not path.exists():
            print(f"{name}: no such file, left out")
            continue
        for prior in o.priors.split(","):
            yield f"{path.stem} {prior}", [str(path), "--prior", priors[prior]]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cggibbs", default=os.environ.get("CGGIBBS", "build/release/bin/cggibbs"))
    p.add_argument("--panel", type=Path, default=Path(os.environ.get("PANEL", "../shared/data/panel")))
    p.add_argument("--only", default="colon,leukemia,madelon,PCMAC,BASEHOCK,RELATHE", help="data sets or matrix files")
    p.add_argument("--priors", default="normal,horseshoe")
    p.add_argument("--samplers", default=",".join(SAMPLERS))
    p.add_argument("--sweeps", type=int, default=250, help="of warmup and of sampling in the first run")
    p.add_argument("--ess", type=float, default=50, help="smallest ESS that is enough")
    p.add_argument("--limit", type=float, default=120, help="seconds for one run")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--most", type=float, default=1.5)
    o = p.parse_args()
    worst = 0
    for title, problem in problems(o):
        cost = {}
        for sampler in [*o.samplers.split(","), "auto"]:
            r = measure(o, problem, sampler)
            if r is None:
                print(f"{title:20} {sampler:15} not done in {o.limit:g} s", flush=True)
                continue
            unit = 1e9 * r["sampling_seconds"] / r["work"]["cost"]
            cost[sampler] = per_ess(r)
            print(f"{title:20} {sampler:15} {r['draws']:6} draws  s/ESS {r['sampling_seconds'] / r['ess']['min']:.3g} min "
                  f"{r['sampling_seconds'] / r['ess']['median']:.3g} median  ESS min {r['ess']['min']:.0f}  {unit:.2f} ns per unit",
                  flush=True)
            if sampler == "auto":
                choice = r["configuration"]["sampler_choice"]
        if "auto" not in cost:
            continue
        best = min((s for s in cost if s != "auto"), key=cost.get)
        ratio = cost.get(choice["chosen"], cost["auto"]) / cost[best]
        worst = max(worst, ratio)
        print(f"{title:20} auto took {choice['chosen']}, best {best}, ratio {ratio:.2f} ({choice['reason']})\n", flush=True)
    print(f"largest ratio {worst:.2f}")
    return 1 if worst > o.most else 0


if __name__ == "__main__":
    sys.exit(main())
