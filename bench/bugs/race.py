#!/usr/bin/env python3
"""BUGS models by `cggibbs jags` and by JAGS, one core each: the same script, the same CODA files, one code for ESS.

usage: race.py [--seconds S] [--only NAME,...] [--out DIR]        (needs jags, numpy, and cggibbs on the path or in $CGGIBBS)

Models: those of examples/bugs, and three larger ones (large.py): glmm (10^5 rows, 10^3 groups), irt (1000 x 100), series
(10^4 steps). One chain of 1000 iterations before the monitors and 2000 after them; the latter are multiplied by four until
the worst monitored node has 200 effective draws or the next run would take more than S processor seconds (default 60).
Prints and writes table.md: processor seconds from start to finish, of sampling (less those of a run with one iteration
behind the monitors) per effective draw by the median and by the worst node, and how many times as fast we are.
"""
import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "examples" / "bugs"), str(pathlib.Path(__file__).parent)]
import numpy as np  # noqa: E402

import large  # noqa: E402
from expected import effective, monitors  # noqa: E402

PROGRAMS = {"cggibbs": [os.environ.get("CGGIBBS", "cggibbs"), "jags", "--threads", "1"], "jags": ["jags"]}


def run(program, folder, names, iterations, work):
    """Processor seconds, and draws by node."""
    script = folder / "script.cmd"
    loads = [line for line in (script.read_text() if script.exists() else "").splitlines() if line.startswith("load ")]
    lines = loads + [f'model in "{folder}/model.bug"', f'data in "{folder}/data.R"', "compile"]
    if (folder / "inits.R").exists():
        lines.append(f'parameters in "{folder}/inits.R"')
    lines += ["initialize", "update 1000"] + [f"monitor {n}" for n in names]
    lines += [f"update {iterations}", f'coda *, stem("{work}/{program}-")', "exit"]
    commands = work / f"{program}.cmd"
    commands.write_text("\n".join(lines) + "\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(PROGRAMS[program] + [str(commands)], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        return None, (done.stderr.strip() or done.stdout.strip()).splitlines()[-1]
    values = np.loadtxt(work / f"{program}-chain1.txt", usecols=1, ndmin=1)
    draws = {}
    for line in (work / f"{program}-index.txt").read_text().splitlines():
        name, first, last = line.split()
        draws[name] = values[None, int(first) - 1:int(last)]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, draws


def halves(x):
    n = x.shape[1] // 2
    return x[:, :2 * n].reshape(2, n)


def measure(program, folder, names, limit, work):
    setup, problem = run(program, folder, names, 1, work)
    if setup is None:
        return problem
    iterations = 2000
    while True:
        seconds, draws = run(program, folder, names, iterations, work)
        ess = [effective(halves(x)) for x in draws.values()]
        ess = [e for e in ess if np.isfinite(e)]
        if min(ess) >= 200 or 4 * seconds > limit:
            break
        iterations *= 4
    sampling = max(seconds - setup, 1e-3)
    return {"total": seconds, "iterations": iterations, "worst": sampling / min(ess), "median": sampling / statistics.median(ess),
            "ess": min(ess)}


def figures(r):
    if isinstance(r, str):
        return f"failed: {r}"
    rough = " *" if r["ess"] < 100 else ""
    return f"{r['total']:.3g} / {1000 * r['median']:.3g} / {1000 * r['worst']:.3g}{rough}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "bench-bugs")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    examples = ROOT / "examples" / "bugs"
    names = args.only.split(",") if args.only else sorted(p.parent.name for p in examples.glob("*/script.cmd")) + list(large.LARGE)
    lines = ["| model | cggibbs: total s / ms per effective draw, median / worst | JAGS | times as fast: total / median / worst |",
             "|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    for name in names:
        if name in large.LARGE:
            folder = args.out / "models" / name
            wanted = large.write(name, folder)
        else:
            folder = examples / name
            wanted = monitors((folder / "script.cmd").read_text())
        ours, theirs = (measure(p, folder, wanted, args.seconds, args.out) for p in PROGRAMS)
        ratio = ""
        if not isinstance(ours, str) and not isinstance(theirs, str):
            ratio = " / ".join(f"{theirs[k] / ours[k]:.3g}" for k in ["total", "median", "worst"])
        lines.append(f"| {name} | {figures(ours)} | {figures(theirs)} | {ratio} |")
        print(lines[-1], flush=True)
    (args.out / "table.md").write_text("\n".join(lines) + "\n")


main()
