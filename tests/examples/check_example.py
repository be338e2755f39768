#!/usr/bin/env python3
"""Runs an example and compares the means and sds of its table with exact ones.

A mean may be off by four Monte Carlo standard errors, an sd by six of its own (tails are heavy), and R-hat must be
below 1.01. The seed is fixed in the example, so the outcome is too.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys


def read_table(text):
    lines = text.splitlines()
    header = lines[0].split()
    rows = {}
    for line in lines[1:]:
        cells = line.split()
        if len(cells) != len(header):
            break
        rows[cells[0]] = dict(zip(header[1:], map(float, cells[1:])))
    return rows


def expected_values(path, posteriordb):
    expected = json.loads(path.read_text())
    reference = posteriordb / expected.get("posteriordb", "none") / "reference.json"
    if reference.exists():
        found = json.loads(reference.read_text())["parameters"]
        for name, value in expected["parameters"].items():
            exact = {"mean": found[name]["exact_mean"], "sd": found[name]["exact_sd"]}
            assert all(abs(exact[k] - value[k]) < 1e-3 for k in exact), f"{path}: {name} differs from {reference}"
    return expected["parameters"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("expected", type=pathlib.Path)
    parser.add_argument("--posteriordb", type=pathlib.Path, default=pathlib.Path("none"))
    args = parser.parse_args()

    output = subprocess.run([args.program], check=True, capture_output=True, text=True).stdout
    print(output)
    rows = read_table(output)
    failed = False
    for name, exact in expected_values(args.expected, args.posteriordb).items():
        row = rows[name]
        ess = min(row["ess_bulk"], row["ess_tail"])
        off_mean = abs(row["mean"] - exact["mean"]) / (exact["sd"] / math.sqrt(ess))
        off_sd = abs(row["sd"] - exact["sd"]) / (exact["sd"] / math.sqrt(2 * ess))
        good = off_mean < 4 and off_sd < 6 and row["rhat"] < 1.01
        print(f"{'ok' if good else 'FAILED':8}{name}: mean {off_mean:.1f} and sd {off_sd:.1f} standard errors off")
        failed = failed or not good
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
