#!/usr/bin/env python3
"""BUGS models by `cggibbs jags` and by JAGS, one core each: the same scripts, the same CODA files, one code for ESS.

usage: race.py [--seconds S] [--only NAME,...] [--out DIR] [--programs P,...] [--reuse P]
       (needs jags, numpy, and cggibbs on the path or in $CGGIBBS)

Models: those of examples/bugs, and three larger ones (large.py): glmm (10^5 rows, 10^3 groups), irt (1000 x 100), series
(10^4 steps).
  start to finish: processor seconds of the folder's own script.cmd (1000 iterations, then 5000 with monitors, two chains; for
    the larger models one chain of a length that JAGS can do), the least of three runs where these are short.
  sampling: processor seconds per effective draw by the median and by the worst monitored node of one chain, less those of a
    run with one iteration behind the monitors. 2000 iterations at first, then four times as many, until the worst node has
    200 effective draws and they took half a second (what is shorter is mostly the clock's and the start's noise), or the next
    run would take more than S processor seconds (default 60). *: it has fewer than 100.
Prints and writes table.md, and results.json, from which --reuse takes what a program has been measured to do before (JAGS,
say, which does not change).
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "examples" / "bugs"), str(pathlib.Path(__file__).parent)]
import numpy as np  # noqa: E402

import large  # noqa: E402
from expected import effective, monitors  # noqa: E402

OURS = shutil.which(os.environ.get("CGGIBBS", "cggibbs")) or "cggibbs"
PROGRAMS = {"cggibbs": [os.path.abspath(OURS) if "/" in OURS else OURS, "jags", "--threads", "1"], "jags": ["jags"]}
ENOUGH = 0.5  # processor seconds of sampling
RATIOS = ["total", "median", "worst"]


def run(program, script, work):
    """Processor seconds of a script of commands, and what went wrong."""
    (work / "run.cmd").write_text(script)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(PROGRAMS[program] + ["run.cmd"], capture_output=True, text=True, cwd=work)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode == 0:
        return seconds, ""
    return seconds, ((done.stderr.strip() or done.stdout.strip()).splitlines() or ["failed"])[-1]


def start_to_finish(program, script, work):
    least, runs = np.inf, 0
    while runs < 3 and (runs == 0 or least < 5):
        seconds, problem = run(program, script, work)
        if problem:
            return None, problem
        least, runs = min(least, seconds), runs + 1
    return least, ""


def one_chain(script, warmup, iterations):
    """The same model, data and monitors with one chain of other lengths."""
    lines, updated = [], False
    for line in script.splitlines():
        words = line.split()
        if words and words[0].rstrip(",") == "compile":
            line = "compile"
        elif words and words[0] == "update":
            line = f"update {iterations if updated else warmup}"
            updated = True
        lines.append(line)
    return "\n".join(lines) + "\n"


def draws_of(work):
    values = np.loadtxt(work / "out-chain1.txt", usecols=1, ndmin=1)
    for line in (work / "out-index.txt").read_text().splitlines():
        _, first, last = line.split()
        yield values[None, int(first) - 1:int(last)]


def halves(x):
    n = x.shape[1] // 2
    return x[:, :2 * n].reshape(2, n)


def measure(program, script, lengths, limit, work):
    total, problem = start_to_finish(program, script, work)
    if problem:
        return {"failed": problem}
    warmup, iterations = lengths
    setup, problem = start_to_finish(program, one_chain(script, warmup, 1), work)
    if problem:
        return {"failed": problem}
    while True:
        seconds, problem = run(program, one_chain(script, warmup, iterations), work)
        if problem:
            return {"failed": problem}
        ess = [effective(halves(x)) for x in draws_of(work)]
        ess = [e for e in ess if np.isfinite(e)]
        if (min(ess) >= 200 and seconds - setup >= ENOUGH) or 4 * seconds > limit:
            break
        iterations *= 4
    sampling = max(seconds - setup, 1e-3)
    return {"total": total, "iterations": iterations, "worst": sampling / min(ess),
            "median": sampling / statistics.median(ess), "ess": min(ess)}


def figures(r):
    if "failed" in r:
        return f"failed: {r['failed']}"
    rough = " *" if r["ess"] < 100 else ""
    return f"{r['total']:.3g} | {1000 * r['median']:.3g} | {1000 * r['worst']:.3g}{rough}"


def row(name, results):
    ours, theirs = results[name]["cggibbs"], results[name]["jags"]
    ratio = " | | "
    if "failed" not in ours and "failed" not in theirs:
        ratio = " | ".join(f"{theirs[k] / ours[k]:.3g}" for k in RATIOS)
    return f"| {name} | {figures(ours)} | {figures(theirs)} | {ratio} |"


def conclusion(results):
    """The floors: never slower, five times by the median of the ratios, fifty times on the GLMM."""
    lines = []
    raced = {n: r for n, r in results.items() if "failed" not in r["cggibbs"] and "failed" not in r["jags"]}
    for k in RATIOS:
        ratios = {n: r["jags"][k] / r["cggibbs"][k] for n, r in raced.items()}
        slower = sorted((n for n in ratios if ratios[n] < 1), key=ratios.get)
        lines.append(f"{k}: median of ratios {statistics.median(ratios.values()):.3g}, least {min(ratios.values()):.3g}; "
                     f"slower than JAGS: {', '.join(slower) if slower else 'none'}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "bench-bugs")
    parser.add_argument("--reuse", default="", choices=["", *PROGRAMS], help="a program that is not run where results.json has it")
    parser.add_argument("--programs", default=",".join(PROGRAMS), help="those to be run")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    file = args.out / "results.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    examples = ROOT / "examples" / "bugs"
    names = args.only.split(",") if args.only else sorted(p.parent.name for p in examples.glob("*/script.cmd")) + list(large.LARGE)
    lines = ["| model | cggibbs: s from start to finish | ms per effective draw, median | worst | JAGS: s from start to finish | median | worst "
             "| times as fast: total | median | worst |", "|" + "---|" * 10]
    print("\n".join(lines), flush=True)
    raced = {}
    for name in names:
        work = args.out / "models" / name
        if name in large.LARGE:
            large.write(name, work)
        else:
            shutil.copytree(examples / name, work, dirs_exist_ok=True)
        script = (work / "script.cmd").read_text()
        lengths = large.LENGTHS.get(name, (1000, 2000))
        found = known.setdefault(name, {})
        for p in args.programs.split(","):
            if p != args.reuse or p not in found:
                found[p] = measure(p, script, lengths, args.seconds, work)
                file.write_text(json.dumps(known, indent=1) + "\n")
        if all(p in found for p in PROGRAMS):
            raced[name] = found
            lines.append(row(name, known))
            print(lines[-1], flush=True)
    if raced:
        lines += ["", conclusion(raced)]
        print(lines[-1])
        (args.out / "table.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
