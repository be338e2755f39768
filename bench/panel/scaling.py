"""The scaling race: seconds of 1000 sweeps on synthetic logistic data, n = 10, d = 2, 4, ..., 512."""
import argparse
import csv
import json
import os
import shutil
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import data
import programs

ROWS = 10
PROGRAMS = {"cggibbs": ("cggibbs-auto", []), "cggibbs slice": ("cggibbs-paper", []),
            "cggibbs slice --naive": ("cggibbs-paper", ["--naive"]),
            "JAGS, glm module": ("jags", []), "JAGS": ("jags-noglm", [])}


def synthetic(d, seed, out):
    """d coefficients, the intercept among them: standard normal truth, standard normal columns."""
    folder = out / "data" / f"scaling-{d}-{seed}"
    if not (folder / "meta.json").exists():
        rng = np.random.default_rng([d, seed])
        x = rng.standard_normal((ROWS, d - 1))
        eta = rng.standard_normal() + x @ rng.standard_normal(d - 1)
        y = (rng.random(ROWS) < 1 / (1 + np.exp(-eta))).astype(np.int32)
        data.write(folder, folder.name, x, y)
    return folder


def run(o, label, d, seed):
    """Sampling seconds of 1000 sweeps after 10 of warmup, or None with the reason."""
    path = o.out / "scaling" / f"{label.replace(' ', '_')}.{d}.{seed}.json"
    if path.exists():
        return json.loads(path.read_text())
    name, flags = PROGRAMS[label]
    program = programs.find_program(name, o.cggibbs)
    folder = o.out / "work" / path.stem
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    job = {"data": str(synthetic(d, seed, o.out).resolve()), "prior": "normal", "seed": seed, "n": ROWS, "d": d - 1,
           "warmup": 10, "draws": 1000, "thin": 1, "flags": flags, "folder": str(folder.resolve())}
    record = {"program": label, "d": d, "seed": seed, "seconds": None}
    try:
        record["version"] = program.version()
        program.make_ready("normal")
        draws, facts = program.run(job, o.limit, o.core)
        record.update(seconds=facts["sampling_seconds"] * 1000 / len(draws), sweeps=len(draws),
                      status="ok" if len(draws) == 1000 else "extrapolated", setup=facts.get("setup_seconds"))
    except programs.Missing as e:
        record.update(status="missing", detail=str(e))
    except programs.OverLimit as e:
        record.update(status="over limit", detail=str(e))
    except programs.Failed as e:
        record.update(status="failed", detail=str(e))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record))
    shutil.rmtree(folder, ignore_errors=True)
    return record


def write(records, out):
    with open(out / "scaling.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, ["program", "version", "d", "seed", "seconds", "sweeps", "setup", "status", "detail"])
        writer.writeheader()
        writer.writerows(records)
    sizes = sorted({r["d"] for r in records})
    lines = ["| d | " + " | ".join(PROGRAMS) + " | best JAGS / cggibbs |", "|" + "---|" * (2 + len(PROGRAMS))]
    figure, axis = plt.subplots(figsize=(6, 4.5))
    for label in PROGRAMS:
        points = [(d, np.median([r["seconds"] for r in records if (r["program"], r["d"]) == (label, d)
                                 and r["seconds"] is not None])) for d in sizes
                  if any((r["program"], r["d"]) == (label, d) and r["seconds"] is not None for r in records)]
        if points:
            axis.loglog(*zip(*points), "o-", base=2, label=label)
    for d in sizes:
        cells, middle = [], {}
        for label in PROGRAMS:
            mine = [r for r in records if (r["program"], r["d"]) == (label, d)]
            known = [r["seconds"] for r in mine if r["seconds"] is not None]
            if known:
                middle[label] = np.median(known)
            odd = [r["status"] for r in mine if r["status"] != "ok"]
            cells.append((f"{np.median(known):.3g}" if known else "") + (f" ({odd[0]})" if odd else ""))
        jags = [seconds for label, seconds in middle.items() if label.startswith("JAGS")]
        cells.append(f"{min(jags) / middle['cggibbs']:.3g}" if jags and "cggibbs" in middle else "")
        lines.append(f"| {d} | " + " | ".join(cells) + " |")
    (out / "scaling.md").write_text("# Seconds of 1000 sweeps, n = 10\n\n" + "\n".join(lines) + "\n")
    axis.set_yscale("log", base=10)
    axis.set_xlabel("d")
    axis.set_ylabel("seconds of 1000 sweeps")
    axis.grid(alpha=0.3)
    axis.legend()
    figure.tight_layout()
    for kind in ("png", "svg"):
        figure.savefig(out / f"scaling.{kind}", dpi=150)
    print("\n".join(lines))


def main():
    p = argparse.ArgumentParser(prog="bench-scaling", description=__doc__)
    p.add_argument("--largest", type=int, default=512)
    p.add_argument("--sizes", help="d, with commas (default: powers of 2 up to --largest)")
    p.add_argument("--seeds", type=int, default=1)
    p.add_argument("--limit", type=float, default=45, help="wall seconds per run; JAGS stops there and is extrapolated")
    p.add_argument("--core", type=int, default=max(os.sched_getaffinity(0)))
    p.add_argument("--cggibbs", default=os.environ.get("CGGIBBS", "build/release/bin/cggibbs"))
    p.add_argument("--out", type=Path, default=Path("build/bench-panel"))
    o = p.parse_args()
    o.out.mkdir(parents=True, exist_ok=True)
    sizes = [2**k for k in range(1, 20) if 2**k <= o.largest]
    if o.sizes:
        sizes = [int(d) for d in o.sizes.split(",")]
    write([run(o, label, d, seed) for d in sizes for label in PROGRAMS for seed in range(1, o.seeds + 1)], o.out)


if __name__ == "__main__":
    main()
