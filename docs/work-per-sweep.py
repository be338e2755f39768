#!/usr/bin/env python3
"""Draws docs/work-per-sweep.svg: rows read per sweep against the number of coefficients, cached sums against none.

Fits logistic regressions to made-up data with build/release/bin/cggibbs (or the program given), with and without
--naive, and takes the counted work from run.json. Work is counted, not timed: the picture is the same on every machine.
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

ROWS = 100
SIZES = [2**k for k in range(1, 10)]
SWEEPS = 20


def write_data(path, columns):
    rng = random.Random(columns)
    with open(path, "w") as out:
        out.write("y," + ",".join(f"x{j}" for j in range(1, columns + 1)) + "\n")
        for _ in range(ROWS):
            x = [rng.gauss(0, 1) for _ in range(columns)]
            y = int(rng.random() < 1 / (1 + math.exp(-x[0])))
            out.write(f"{y}," + ",".join(f"{v:.6f}" for v in x) + "\n")


def rows_per_sweep(program, folder, columns, naive):
    data = folder / "data.csv"
    write_data(data, columns)
    command = [program, "fit", "y ~ .", data, "--family", "bernoulli", "--sampler", "slice", "--decorrelate", "no", "--chains", 1,
               "--warmup", SWEEPS, "--draws", SWEEPS, "--seed", 1, "--quiet", "-o", folder / "out"] + (["--naive"] if naive else [])
    subprocess.run([str(word) for word in command], check=True)
    work = json.loads((folder / "out" / "run.json").read_text())["work"]
    return work["rows"] / SWEEPS


def draw(naive, fused):
    left, top, width, height = 80, 40, 480, 300
    lowest, highest = 3, 9  # powers of ten

    def x(d):
        return left + width * (math.log2(d) - 1) / (len(SIZES) - 1)

    def y(rows):
        return top + height * (highest - math.log10(rows)) / (highest - lowest)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 740 400" font-family="sans-serif" font-size="13">',
        '<rect width="740" height="400" fill="white"/>',
        f'<text x="{left}" y="24" font-size="15">Rows read per sweep, logistic regression with {ROWS} rows (counted)</text>',
    ]
    for power in range(lowest, highest + 1):
        at = y(10**power)
        parts.append(f'<path d="M{left} {at:.1f}H{left + width}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">10<tspan dy="-5" font-size="9">{power}</tspan></text>')
    for d in SIZES:
        parts.append(f'<text x="{x(d):.1f}" y="{top + height + 20}" text-anchor="middle">{d}</text>')
    parts.append(f'<text x="{left + width / 2}" y="{top + height + 44}" text-anchor="middle">coefficients d</text>')
    for values, colour, label in ((naive, "#b5442e", "everything again: d²"), (fused, "#1f6f8b", "cached sums: d")):
        points = " ".join(f"{x(d):.1f},{y(v):.1f}" for d, v in zip(SIZES, values))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(d):.1f}" cy="{y(v):.1f}" r="3" fill="{colour}"/>' for d, v in zip(SIZES, values)]
        parts.append(f'<text x="{left + width + 8}" y="{y(values[-1]) + 4:.1f}" fill="{colour}">{label}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    here = pathlib.Path(__file__).resolve().parent
    program = sys.argv[1] if len(sys.argv) > 1 else here.parent / "build/release/bin/cggibbs"
    naive, fused = [], []
    with tempfile.TemporaryDirectory() as folder:
        for d in SIZES:
            naive.append(rows_per_sweep(program, pathlib.Path(folder), d, True))
            fused.append(rows_per_sweep(program, pathlib.Path(folder), d, False))
            print(f"d = {d:4}: {fused[-1]:12.0f} rows with cached sums, {naive[-1]:12.0f} without")
    (here / "work-per-sweep.svg").write_text(draw(naive, fused))


if __name__ == "__main__":
    main()
