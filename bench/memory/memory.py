#!/usr/bin/env python3
"""Peak memory of fits with GLI_85-sized, gisette-sized and tall inputs, against data and draws kept."""
import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "panel"))
import data

SAMPLERS = ["auto", "slice", "newton", "gaussian_block"]
# Data, draws, flags, samplers that take seconds. gisette-dense is gisette's size without zeros.
CASES = [("GLI_85", 1000, [], ["auto", "gaussian_block"]), ("GLI_85", 1000, ["--summary-only"], ["auto"]), ("gisette", 20, [], SAMPLERS[:3]),
         ("gisette-dense", 5, [], SAMPLERS[:3]), ("tall", 20, [], SAMPLERS)]
DENSE = {"gisette-dense": data.SIZES["gisette"][:2], "tall": (30000, 250)}
MIB = 2.0**20
MOST_RATIO, MOST_BYTES = 1.3, 2 * 2**30


# Runs a command and prints its exit code and peak. A process starts with the peak of the one that forked it, so this
# runs in an interpreter of its own, smaller than what is measured.
MEASURE = """
import os, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, usage = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


def peak_of(command):
    """Largest resident set of a command, in bytes."""
    got = subprocess.run([sys.executable, "-S", "-E", "-c", MEASURE, *command], stdout=subprocess.PIPE, text=True, check=True)
    code, kib = got.stdout.split()
    if int(code) != 0:
        raise SystemExit(f"memory: exit code {code}: {' '.join(command)}")
    return 1024 * int(kib)


def prepared(name, out):
    if name not in DENSE:
        return data.dataset(name, out)
    folder, (n, d) = out / "data" / name, DENSE[name]
    if not (folder / "x.npz").exists():
        folder.mkdir(parents=True, exist_ok=True)
        rng = np.random.default_rng(1)
        np.savez(folder / "x.npz", X=rng.standard_normal((n, d)), y=rng.integers(0, 2, n).astype(float))
    return folder, {"n": n, "d": d, "zeros": 0.0, "sparse": False}


def data_bytes(meta):
    """What the matrix needs in memory: doubles, or a value and a 4-byte row per nonzero."""
    cells = meta["n"] * meta["d"]
    return cells * (1 - meta["zeros"]) * 12 if meta["sparse"] else cells * 8


def fit(o, file, *flags):
    """The peak of one fit; no thinning, no scaling."""
    target = o.out / "work" / "memory"
    peak = peak_of([o.cggibbs, "fit", str(file), "--standardize", "none", "--prior", "normal(0,10)", "--chains",
                    str(o.chains), "--threads", "1", "--warmup", str(o.warmup), "--seed", "1", "--quiet", "-o", str(target), *o.flags, *flags])
    shutil.rmtree(target, ignore_errors=True)
    return peak


def program_bytes(o):
    """The peak of a fit of next to nothing: code and libraries."""
    file = o.out / "work" / "tiny.npz"
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez(file, X=np.eye(4), y=np.array([0.0, 1, 0, 1]))
    return fit(o, file, "--draws", "4")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--cggibbs", default=os.environ.get("CGGIBBS", "build/release/bin/cggibbs"))
    p.add_argument("--out", type=Path, default=Path("build/bench-panel"))
    p.add_argument("--warmup", type=int, default=5)
    p.add_argument("--only", help="GLI_85, gisette, gisette-dense or tall")
    p.add_argument("--samplers", nargs="+", help="these, for every data set")
    p.add_argument("--chains", type=int, default=1)
    p.add_argument("--flags", default="", help="more flags for cggibbs fit, e.g. '--scan rpgs'")
    o = p.parse_args()
    o.flags = o.flags.split()
    program = program_bytes(o)
    print(f"{o.chains} chain(s). The program alone: {program / MIB:.0f} MiB. Draws are kept on disk. Everything in MiB.")
    print(f"{'data':14} {'sampler':14} {'flags':28} {'data':>6} {'draws':>6} {'peak':>6} {'peak / (data + draws)':>22} {'(peak - program) / data':>24}")
    for name, draws, flags, sampler in ((*case, s) for *case, samplers in CASES for s in o.samplers or samplers):
        if o.only and name != o.only:
            continue
        folder, meta = prepared(name, o.out)
        flags = ["--draws", str(draws), *flags]
        peak = fit(o, folder / "x.npz", "--sampler", sampler, *flags)
        kept = 0 if "--summary-only" in flags else o.chains * draws * (meta["d"] + 1) * 8
        needed = data_bytes(meta)
        ratio = peak / (needed + kept)
        verdict = ("" if ratio <= MOST_RATIO else f"  above {MOST_RATIO}") + ("" if peak <= MOST_BYTES else "  above 2 GiB")
        print(f"{name:14} {sampler:14} {' '.join([*o.flags, *flags]):28} {needed / MIB:6.0f} {kept / MIB:6.0f} {peak / MIB:6.0f} {ratio:22.2f} "
              f"{(peak - program) / needed:24.2f}{verdict}", flush=True)


if __name__ == "__main__":
    main()
