#!/usr/bin/env python3
"""Whether two builds draw the same numbers: a change that moves code, and no mathematics, leaves every draw as it was.

  tests/identity/draws.py record build/release/bin/cggibbs > before.json
  tests/identity/draws.py compare build/release/bin/cggibbs before.json      # after the change; exit 1 when draws differ

Some 400 short runs: every sampler with every family and prior, dense and sparse, tall and wide, with weights, offsets, groups,
rotated and not, one thread and two; and BUGS programs. A record holds digests of the draws, which differ between machines whose instruction sets or
BLAS differ: record and compare on one machine.
"""
import argparse
import hashlib
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SAMPLERS = {
    "auto": "--sampler auto",
    "slice": "--sampler slice",
    "doubling": "--sampler slice --slice doubling --width 10 --no-adapt",
    "rsgs": "--sampler slice --scan rsgs",
    "rpgs": "--sampler slice --scan rpgs",
    "naive": "--sampler slice --naive",
    "newton": "--sampler newton",
    "gaussian_block": "--sampler gaussian_block",
    "nuts": "--sampler nuts",
    "nuts_unit": "--sampler nuts:unit",
    "nuts_dense": "--sampler nuts:dense",
    "nuts_low_rank": "--sampler nuts:low_rank",
    "hmc": "--sampler hmc",
    "random_walk": "--sampler random_walk",
    "latent": "--sampler latent",
    "gibbs": "--sampler gibbs",
}
FAMILIES = [
    ("gaussian", "identity"), ("student_t", "identity"), ("bernoulli", "logit"), ("bernoulli", "probit"),
    ("bernoulli", "cloglog"), ("binomial", "logit"), ("poisson", "log"), ("poisson", "sqrt"), ("negative_binomial", "log"),
    ("gamma", "log"), ("gamma", "inverse"), ("beta", "logit"),
]
PRIORS = [
    "default", "normal(0.1,2)", "student_t(4,0.1,1)", "cauchy(0.1,1)", "laplace(0.1,1)", "horseshoe",
    "regularized_horseshoe", "spike_slab(2,0.4)", "flat",
]
BUGS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/bugs")
TERMS = {
    "plain": "x1 + x2 + x3",
    "groups": "x1 + x2 + (1 + x1 | g)",
    "offset": "x1 + x2 + offset(o)",
    "curve": "poly(x1, 2) + x2*x3",
}


def response(rng, family, eta):
    noise = rng.gauss(0, 1)
    p = 1 / (1 + math.exp(-eta))
    if family in ("gaussian", "student_t"):
        return eta + noise
    if family == "bernoulli":
        return int(rng.random() < p)
    if family == "binomial":
        return sum(rng.random() < p for _ in range(7))
    if family in ("poisson", "negative_binomial"):
        return int(abs(math.exp(eta) + noise) + 0.5)
    if family == "gamma":
        return rng.gammavariate(3, math.exp(eta) / 3)
    return min(max(rng.betavariate(3 * p, 3 * (1 - p)), 1e-3), 1 - 1e-3)


def write_data(folder):
    """A table per family, and matrix files that are tall and wide, dense and sparse."""
    for family in dict(FAMILIES):
        rng = random.Random(f"table {family}")
        with open(os.path.join(folder, f"{family}.csv"), "w") as f:
            f.write("y,x1,x2,x3,o,w,t,g\n")
            for i in range(40):
                x = [rng.gauss(0, 1), rng.gauss(3, 0.5), float(rng.random() < 0.3)]
                o, w, g = rng.gauss(0, 0.2), 0.5 + rng.random(), "abcde"[i % 5]
                y = response(rng, family, 0.5 * x[0] + 0.2 * x[1] - 0.3 * x[2] + o)
                f.write(",".join(map(repr, [y, *x, o, w, 7])) + f",{g}\n")
    for name, rows, columns, zeros in [("tall", 50, 6, 0), ("wide", 15, 40, 0), ("sparse", 60, 12, 0.8), ("sparse_wide", 20, 50, 0.7)]:
        for family in ("gaussian", "bernoulli", "poisson"):
            rng = random.Random(f"{name} {family}")
            with open(os.path.join(folder, f"{name}_{family}.svm"), "w") as f:
                for _ in range(rows):
                    x = [0.0 if rng.random() < zeros else rng.gauss(0, 1) for _ in range(columns)]
                    y = response(rng, family, x[0] - x[1])
                    f.write(f"{y!r} " + " ".join(f"{j + 1}:{v!r}" for j, v in enumerate(x) if v) + "\n")


def cases():
    """Name -> arguments. Short enough for all, long enough for windows of warmup and refreshes."""
    out = {}

    def add(name, *arguments, threads=1):
        out[name] = [*(() if arguments[0] == "run" else ("fit",)), *arguments, "--chains", "2", "--warmup", "130", "--draws", "40", "--seed", "7", "--threads", str(threads)]

    def prior_of(prior):
        return [] if prior == "default" else ["--prior", prior]

    terms = list(TERMS)
    for s, (sampler, options) in enumerate(SAMPLERS.items()):
        for f, (family, link) in enumerate(FAMILIES):
            term, prior = terms[(s + f) % len(terms)], PRIORS[(2 * s + f) % (len(PRIORS) - 1)]
            extra = ["--trials", "t"] if family == "binomial" else []
            extra += ["--weights", "w"] if (s + f) % 3 == 0 and family != "binomial" else []
            shrinks = "horseshoe" in prior or "spike" in prior  # such priors belong to columns: they are not rotated
            extra += ["--decorrelate", "no" if shrinks else ("auto", "no", "yes")[(s + f) % 3]]
            add(f"{sampler}/{family}-{link}/{term}/{prior}", f"y ~ {TERMS[term]}", f"{family}.csv", "--family", family, "--link", link,
                *options.split(), *prior_of(prior), *extra, threads=1 + f % 2)
        for p, prior in enumerate(PRIORS):
            shape = ("tall", "wide", "sparse", "sparse_wide")[(s + p) % 4] if prior != "flat" else "tall"
            family = ("gaussian", "bernoulli", "poisson")[(s + 2 * p) % 3]
            add(f"{sampler}/{family}/{shape}/{prior}", f"{shape}_{family}.svm", "--family", family, *options.split(), *prior_of(prior),
                threads=1 + p % 2)
    add("block/nuts", "y ~ x1 + x2", "gaussian.csv", "--block", "b=nuts,sigma=random_walk", "--sampler", "slice")
    add("summary-only", "y ~ x1 + x2", "gaussian.csv", "--sampler", "slice", "--summary-only")
    add("save-warmup", "y ~ x1 + (1|g)", "poisson.csv", "--family", "poisson", "--sampler", "nuts", "--save-warmup", "--save", "all")
    for model in sorted(os.listdir(BUGS)):
        data = os.path.join(BUGS, model, "data.R")
        if os.path.exists(data):
            for sampler in ("slice", "gibbs"):
                add(f"bugs/{model}/{sampler}", "run", os.path.join(BUGS, model, "model.bug"), "--data", data, "--sampler", sampler)
    return out


def digest(folder):
    """Of the numbers of all draws and of the summaries; comments hold times."""
    sha = hashlib.sha256()
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".csv"):
            continue
        with open(os.path.join(folder, name), "rb") as f:
            for line in f:
                if not line.startswith(b"#"):
                    sha.update(line)
    return sha.hexdigest()[:20]


def run(program, data, name, arguments):
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run([program, *arguments, "-o", out, "--quiet"], cwd=data, capture_output=True, text=True)
        return name, digest(out) if done.returncode == 0 else f"exit {done.returncode}"


def record(program, only):
    chosen = {name: arguments for name, arguments in cases().items() if only in name}
    with tempfile.TemporaryDirectory() as data, ThreadPoolExecutor(os.cpu_count()) as pool:
        write_data(data)
        program = os.path.abspath(program)
        return dict(pool.map(lambda item: run(program, data, *item), chosen.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["record", "compare"])
    parser.add_argument("program", help="the cggibbs to run")
    parser.add_argument("before", nargs="?", help="compare: what an earlier build recorded")
    parser.add_argument("--only", default="", help="runs whose name contains this")
    options = parser.parse_args()
    if options.what == "compare" and not options.before:
        parser.error("compare needs the file of an earlier record")
    now = record(options.program, options.only)
    if options.what == "record":
        json.dump(now, sys.stdout, indent=1)
        return 0
    with open(options.before) as f:
        before = json.load(f)
    differ = [name for name in now if now[name] != before.get(name)]
    for name in differ:
        print(f"differs: {name}: {before.get(name)} -> {now[name]}")
    print(f"{len(now)} runs, {len(differ)} differ")
    return 1 if differ else 0


sys.exit(main())
