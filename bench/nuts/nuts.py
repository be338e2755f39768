"""Our NUTS beside Stan's: processor time per leapfrog step, step size, tree depth."""
import argparse
import csv
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "panel"))
import data
import programs

MODELS = HERE / "models"
SHORT = {"warmup": 1000, "draws": 1000, "chains": 4, "max_depth": 10}
# On PCMAC Stan multiplies 51 MB per product: short trees, few of them, in both programs.
CASES = {
    "colon": {"warmup": 300, "draws": 100, "chains": 1, "max_depth": 10},
    "PCMAC": {"warmup": 100, "draws": 20, "chains": 1, "max_depth": 5},
    "normal250": {"warmup": 1000, "draws": 100, "chains": 1, "max_depth": 10},
    "eight_schools-eight_schools_noncentered": SHORT,
    "arK-arK": SHORT,
    "sblrc-blr": SHORT,
}
FLOORS = {"colon": 1, "PCMAC": 20}  # Stan's seconds per leapfrog step over ours, at least
COLUMNS = ("case", "program", "step_size", "depth", "leapfrogs_per_draw", "acceptance", "us_per_leapfrog", "divergences")


def posteriordb():
    for place in ("shared/reference/posteriordb", "../shared/reference/posteriordb"):
        if Path(place).is_dir():
            return Path(place)
    return None


def case_data(name, out):
    """(data for us, data for Stan, Stan's model), or None where the data are not here."""
    if name in data.SIZES:
        folder, _ = data.dataset(name, out)
        return folder, folder, HERE.parent / "panel" / "models" / "normal.stan"
    ours, stan = out / "data" / f"{name}.json", out / "data" / f"{name}-stan.json"
    ours.parent.mkdir(parents=True, exist_ok=True)
    if name == "normal250":  # as in Hoffman and Gelman (2014): a precision from the Wishart law with 250 degrees
        x = np.random.default_rng(250).standard_normal((250, 250))
        ours.write_text(json.dumps({"x": x.tolist()}))
        stan.write_text(json.dumps({"d": 250, "x": x.tolist()}))
        return ours, stan, MODELS / "normal250.stan"
    if posteriordb() is None:
        return None
    ours = posteriordb() / name / "data.json"
    content = json.loads(ours.read_text())
    if name.startswith("eight"):
        stan.write_text(json.dumps({k: content[k] for k in ("J", "y", "sigma")}))
        return ours, stan, MODELS / "eight_schools.stan"
    if name == "arK-arK":
        y, lags = content["y"], content["K"]
        x = [[1, *(y[t - k] for k in range(1, lags + 1))] for t in range(lags, len(y))]
        stan.write_text(json.dumps({"n": len(x), "d": lags + 1, "x": x, "y": y[lags:], "heavy": 1, "scale": 2.5}))
    else:
        x = content["X"]
        stan.write_text(json.dumps({"n": len(x), "d": len(x[0]), "x": x, "y": content["y"], "heavy": 0, "scale": 10}))
    return stan, stan, MODELS / "regression.stan"


def run_ours(name, where, settings, o):
    """Medians over o.repeats runs are for noise only: the draws are the same each time."""
    runs = [once(name, where, settings, o) for _ in range(o.repeats)]
    runs.sort(key=lambda r: r["seconds_per_leapfrog"])
    return runs[len(runs) // 2]


def once(name, where, settings, o):
    if name not in data.SIZES:
        command = [o.cases, name, where, settings["warmup"], settings["draws"], settings["chains"]]
        return json.loads(subprocess.run([str(c) for c in command], check=True, capture_output=True, text=True).stdout)
    target = o.out / "work" / name
    command = [o.cggibbs, "fit", where / "x.npz", "--standardize", "none", "--prior", "normal(0,10)", "--sampler", "nuts",
               "--warmup", settings["warmup"], "--draws", settings["draws"], "--max-depth", settings["max_depth"],
               "--chains", settings["chains"], "--threads", 1, "--seed", 1, "--quiet", "-o", target]
    subprocess.run([str(c) for c in command], check=True, stdout=subprocess.DEVNULL, env={**os.environ, **programs.ONE_THREAD})
    record = json.loads((target / "run.json").read_text())
    step, depth, leapfrogs, accept, divergent = sampler_columns(target / "chain-1.csv")
    return {"step_size": step[-1], "depth": depth.mean(), "acceptance": accept.mean(), "leapfrogs_per_draw": leapfrogs.mean(),
            "seconds_per_leapfrog": record["sampling_seconds"] / leapfrogs.sum(), "divergences": int(divergent.sum())}


def sampler_columns(path):
    rows, wanted = [], None
    with open(path) as file:
        for line in file:
            if line.startswith("#"):
                continue
            cells = line.split(",", 8)
            if wanted is None:
                wanted = [cells.index(c + "__") for c in ("stepsize", "treedepth", "n_leapfrog", "accept_stat", "divergent")]
            else:
                rows.append([float(cells[k]) for k in wanted])
    return np.array(rows).T


def run_stan(where, model, settings):
    command = [sys.executable, str(HERE / "stan_side.py"), str(model), str(where), json.dumps(settings)]
    got = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **programs.ONE_THREAD}, start_new_session=True)
    if got.returncode != 0:
        print(f"bench-nuts: no Stan: {(got.stderr.strip().splitlines() or ['it failed'])[-1][:200]}", file=sys.stderr)
        return None
    return json.loads(got.stdout.strip().splitlines()[-1])


def row(case, program, r):
    return {"case": case, "program": program, "step_size": f"{r['step_size']:.4g}", "depth": f"{r['depth']:.2f}",
            "leapfrogs_per_draw": f"{r['leapfrogs_per_draw']:.1f}", "acceptance": f"{r['acceptance']:.2f}",
            "us_per_leapfrog": f"{1e6 * r['seconds_per_leapfrog']:.3g}", "divergences": r["divergences"]}


def verdicts(results):
    lines = []
    for case, (ours, stan) in results.items():
        if stan is None:
            continue
        ratio = stan["seconds_per_leapfrog"] / ours["seconds_per_leapfrog"]
        floor = f" (floor {FLOORS[case]}: {'kept' if ratio >= FLOORS[case] else 'MISSED'})" if case in FLOORS else ""
        lines.append(f"- {case}: a leapfrog step of Stan costs {ratio:.2g} of ours{floor}; step size {ours['step_size'] / stan['step_size']:.2f} "
                     f"of Stan's, tree depth {ours['depth'] - stan['depth']:+.2f}")
    return lines


def report(results, out):
    rows = [row(case, name, r) for case, pair in results.items() for name, r in zip(("cggibbs", "stan"), pair) if r]
    lines = ["| " + " | ".join(COLUMNS) + " |", "|" + "---|" * len(COLUMNS)]
    lines += ["| " + " | ".join(str(r[c]) for c in COLUMNS) + " |" for r in rows]
    busy = [r["busy"] for _, r in results.values() if r]
    machine = f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    lines += ["", *verdicts(results), "", machine + (f"; Stan had {min(busy):.0%} of a core at least" if busy else "")]
    text = "\n".join(lines) + "\n"
    (out / "table.md").write_text(text)
    with open(out / "table.csv", "w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        table.writerows(rows)
    print(text)


def main():
    p = argparse.ArgumentParser(prog="bench-nuts", description=__doc__)
    p.add_argument("--only", help="cases, with commas")
    p.add_argument("--cggibbs", default=os.environ.get("CGGIBBS", "build/release/bin/cggibbs"))
    p.add_argument("--cases", default="build/release/bin/nuts_cases")
    p.add_argument("--repeats", type=int, default=3, help="of our runs; the median time counts")
    p.add_argument("--ours", action="store_true", help="leave Stan out")
    p.add_argument("--again", action="store_true", help="run Stan again where there is a record")
    p.add_argument("--out", type=Path, default=Path("build/bench-nuts"))
    o = p.parse_args()
    results = {}
    for name in o.only.split(",") if o.only else CASES:
        found = case_data(name, o.out)
        if found is None:
            print(f"bench-nuts: the data of {name} are not here", file=sys.stderr)
            continue
        ours, stan, model = found
        record = o.out / f"stan-{name}.json"
        if record.exists() and not o.again:
            theirs = json.loads(record.read_text())
        else:
            theirs = None if o.ours else run_stan(stan, model, CASES[name])
            if theirs:
                record.write_text(json.dumps(theirs))
        results[name] = (run_ours(name, ours, CASES[name], o), theirs)
        print(f"bench-nuts: {name} done", file=sys.stderr, flush=True)
    report(results, o.out)


if __name__ == "__main__":
    main()
