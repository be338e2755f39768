#!/usr/bin/env python3
"""The classic BUGS models of examples/bugs, by `cggibbs run` (or $CGGIBBS), against long runs of JAGS.

usage: examples.py [--list] [--draws N] [--ess N] [--sampler NAME] [--keep DIR] [EXAMPLE ...]        (default: all of them)

Chains run until every monitored node has N effective draws (default 2000), or all draws have been made. Mean and standard
deviation of each node must agree with expected.csv up to the Monte Carlo errors of both. A run that has not mixed in its
draws is a failure. Exit status 0: all agree, 1: some do not.
"""
import argparse
import csv
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "examples" / "bugs"
# Of some 800 comparisons of normal variates, one in 2000 such runs has one beyond five standard errors.
LIMIT = 5.0
# R-hat beyond which chains have not found the same posterior, and Monte Carlo errors mean little.
MIXED = 1.05


def rows_of(path):
    with open(path, newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        return list(csv.DictReader(lines))


def number(cell):
    return math.nan if cell in ("NA", "") else float(cell)


def monitors(folder):
    script = (folder / "script.cmd").read_text()
    return re.findall(r"^\s*monitor\s+(?:set\s+)?(\S.*?)\s*$", script, re.M)


def run(folder, out, args):
    command = [os.environ.get("CGGIBBS", "cggibbs"), "run", folder / "model.bug", "--data", folder / "data.R"]
    if (folder / "inits.R").exists():
        command += ["--inits", folder / "inits.R"]
    for name in monitors(folder):
        command += ["--monitor", name]
    command += ["--seed", "1", "--draws", str(args.draws), "--until", f"ess={args.ess}", "--sampler", args.sampler,
                "--top", "0", "--progress", "none", "-o", out]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return done, " ".join(str(word) for word in command)


def compare(expected, found):
    """Lines about nodes that do not agree."""
    for row in expected:
        ours = found.get(row["node"])
        if ours is None:
            yield f"{row['node']} is not among the results"
            continue
        mean, sd, error = number(row["mean"]), number(row["sd"]), number(row["mean_error"])
        our_mean, our_sd, ess = number(ours["mean"]), number(ours["sd"]), number(ours["ess_bulk"])
        if sd == 0:
            if our_mean != mean:
                yield f"{row['node']} is {our_mean}, expected {mean}"
            continue
        if not ess > 0:
            yield f"{row['node']} has no effective draws"
            continue
        z = (our_mean - mean) / math.hypot(our_sd / math.sqrt(ess), error)
        # The error of a standard deviation, from JAGS's own, with as many effective draws as ours.
        relative = number(row["sd_error"]) / sd
        draws = (sd / error) ** 2
        z_sd = math.log(our_sd / sd) / math.hypot(relative, relative * math.sqrt(draws / ess))
        if abs(z) > LIMIT:
            yield f"{row['node']}: mean {our_mean:.5g}, expected {mean:.5g}: {z:.1f} standard errors"
        if abs(z_sd) > LIMIT:
            yield f"{row['node']}: sd {our_sd:.5g}, expected {sd:.5g}: {z_sd:.1f} standard errors"


def check(name, work, args):
    """None, or what is wrong."""
    folder = EXAMPLES / name
    out = work / name
    done, command = run(folder, out, args)
    if done.returncode != 0:
        return f"exit code {done.returncode}: {done.stderr.strip()}\n  {command}"
    found = {row["variable"]: row for row in rows_of(out / "summary.csv")}
    expected = rows_of(folder / "expected.csv")
    apart = [n for n, row in found.items() if number(row["rhat"]) > MIXED]
    if apart:
        return f"has not mixed in {args.draws} draws: R-hat of {', '.join(apart[:5])} is above {MIXED}\n  {command}"
    wrong = list(compare(expected, found))
    if wrong:
        return "\n  ".join(wrong + [command])
    print(f"{name}: {len(expected)} nodes agree", flush=True)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="names of the examples")
    parser.add_argument("--draws", type=int, default=50000)
    parser.add_argument("--ess", type=int, default=2000)
    parser.add_argument("--sampler", default="auto")
    parser.add_argument("--keep", type=pathlib.Path, help="directory for the runs")
    parser.add_argument("examples", nargs="*")
    args = parser.parse_args()
    names = args.examples or sorted(p.parent.name for p in EXAMPLES.glob("*/expected.csv"))
    if args.list:
        print("\n".join(names))
        return 0
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        work = args.keep or pathlib.Path(scratch)
        for name in names:
            problem = check(name, work, args)
            if problem:
                failures += 1
                print(f"{name}: FAILED: {problem}", flush=True)
    print(f"{failures} of {len(names)} examples failed")
    return 1 if failures else 0


sys.exit(main())
