#!/usr/bin/env python3
"""Posterior means and standard deviations of the examples, from long runs of JAGS.

usage: expected.py [--seconds S] [--ess N] [--sweeps M] [EXAMPLE ...]        (needs jags and numpy; default: every example)

Each folder with a script.cmd gets expected.csv: node, mean, sd, and the Monte Carlo errors of both. The nodes are those that
the script monitors. Where a folder has a reference.bug, that is the model as JAGS knows it. Four chains are run, M iterations (default 10000) at first and then longer and longer, until every node has N effective draws (default 4000) or the
next run would take more than S seconds of processor time (default 60). The first line records the program and the run.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
CHAINS = 4
KEPT = 5000  # draws of a chain, at most


def monitors(script):
    found = re.findall(r"^\s*monitor\s+(?:set\s+)?(.+?)\s*(?:,\s*thin.*)?$", script, re.M)
    return [name for name in found]


def jags(folder, sweeps, work):
    """Draws of every node: chains x draws; and the processor seconds that they took."""
    thin = max(1, sweeps // KEPT)
    script = (folder / "script.cmd").read_text()
    load = "\n".join(re.findall(r"^\s*load .*$", script, re.M))
    model = "reference.bug" if (folder / "reference.bug").exists() else "model.bug"
    lines = [load, f'model in "{folder}/{model}"', f'data in "{folder}/data.R"', f"compile, nchains({CHAINS})"]
    for chain in range(1, CHAINS + 1):
        seed = work / f"seed{chain}.R"
        inits = folder / "inits.R"
        seed.write_text((inits.read_text() if inits.exists() else "") +
                        f'\n.RNG.name <- "base::Mersenne-Twister"\n.RNG.seed <- {1000 + chain}\n')
        lines.append(f'parameters in "{seed}", chain({chain})')
    lines += ["initialize", f"update {max(2000, sweeps // 5)}"]
    lines += [f"monitor {name}, thin({thin})" for name in monitors(script)]
    lines += [f"update {sweeps}", f'coda *, stem("{work}/CODA")', "exit"]
    (work / "run.cmd").write_text("\n".join(lines) + "\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(["jags", work / "run.cmd"], capture_output=True, text=True, cwd=folder)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if not (work / "CODAindex.txt").exists():
        sys.exit(f"{folder.name}: JAGS failed:\n{done.stdout}{done.stderr}")
    version = re.search(r"JAGS [\d.]+", done.stdout).group(0)
    chains = [np.loadtxt(work / f"CODAchain{k}.txt", usecols=1) for k in range(1, CHAINS + 1)]
    draws = {}
    for line in (work / "CODAindex.txt").read_text().splitlines():
        name, first, last = line.split()
        draws[name] = np.array([c[int(first) - 1:int(last)] for c in chains])
    return draws, seconds, version


def effective(x):
    """Effective draws of chains x draws, by Geyer's initial monotone sequence over all chains."""
    m, n = x.shape
    if np.ptp(x) == 0:
        return np.inf
    f = np.fft.rfft(x - x.mean(1, keepdims=True), 2 * n)
    acov = np.fft.irfft(f * f.conj())[:, :n].real.mean(0) / n
    within = acov[0] * n / (n - 1)
    total = within * (n - 1) / n + x.mean(1).var(ddof=1)
    rho = 1 - (within - acov) / total
    rho[0] = 1
    pairs = rho[: n // 2 * 2].reshape(-1, 2).sum(1)
    stop = np.argmax(pairs < 0) if (pairs < 0).any() else len(pairs)
    tau = 2 * np.minimum.accumulate(pairs[: max(stop, 1)]).sum() - 1
    return m * n / max(tau, 1 / np.log10(m * n))


def rows(draws):
    for name, x in draws.items():
        mean, sd = x.mean(), x.std(ddof=1)
        if sd == 0:
            yield name, mean, 0.0, 0.0, 0.0
            continue
        squared = (x - mean) ** 2
        error = sd / np.sqrt(effective(x))
        yield name, mean, sd, error, squared.std(ddof=1) / np.sqrt(effective(squared)) / (2 * sd)


def make(folder, args):
    sweeps = args.sweeps
    with tempfile.TemporaryDirectory() as work:
        while True:
            draws, seconds, version = jags(folder, sweeps, pathlib.Path(work))
            least = min(effective(x) for x in draws.values())
            if least >= args.ess or 4 * seconds > args.seconds:
                break
            sweeps *= 4
    with open(folder / "expected.csv", "w") as out:
        thin = max(1, sweeps // KEPT)
        out.write(f"# {version}, {CHAINS} chains of {sweeps} iterations, every {thin}th kept; fewest effective draws {least:.0f}\n")
        out.write("node,mean,sd,mean_error,sd_error\n")
        for name, *numbers in rows(draws):
            out.write((f'"{name}"' if "," in name else name) + "".join(f",{v:.6g}" for v in numbers) + "\n")
    print(f"{folder.name}: {sweeps} iterations, {seconds:.1f} s, fewest effective draws {least:.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--ess", type=float, default=4000)
    parser.add_argument("--sweeps", type=int, default=10000)
    parser.add_argument("examples", nargs="*")
    args = parser.parse_args()
    for name in args.examples or sorted(p.parent.name for p in HERE.glob("*/script.cmd")):
        make(HERE / name, args)


if __name__ == "__main__":
    main()
