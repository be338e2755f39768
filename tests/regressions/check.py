#!/usr/bin/env python3
"""Posteriors under flat priors of regressions on R's own data, by six samplers, against R's glm and exact posteriors.

usage: check.py [--quick] [--only NAME,...] [--samplers NAME,...] [--seeds N] [--data DIR] [--report FILE]

Rscript fits each regression and works out its posterior (write.R); `cggibbs fit` (or $CGGIBBS) draws from it. Every
parameter's mean and mean squared deviation agree with the posterior up to Monte Carlo error; where the posterior's mean
is that of maximum likelihood, draws have it within 0.1 sd. Chains that have not mixed in DRAWS draws are listed, and
failures unless the program says so itself. Exit status 0: all agree, 1: some do not, 77: no Rscript.
"""
import argparse
import csv
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from chains import ess_and_rhat, mean, read_draws

HERE = Path(__file__).resolve().parent
SAMPLERS = ["slice", "newton", "gaussian_block", "nuts", "nuts:low_rank", "auto"]
SKIPPED = 77  # CTest's SKIP_RETURN_CODE
# Of some 20,000 comparisons of normal variates, one in 80 such runs has one beyond five standard errors.
LIMIT = 5.0
# Means within this many sds of maximum likelihood, beyond Monte Carlo error, where the posterior's is within half of it.
NEAR_ML = 0.1
# Draws to stop at, and the most to wait for them.
ESS, DRAWS = 1000, 4000
# Beyond it chains have not found the same posterior, and Monte Carlo errors mean little.
MIXED = 1.05
# No draw of any of these posteriors is this many sds away.
AWAY = 50
RUN_SECONDS = 120


class Wrong(Exception):
    """A run that cannot be compared: kind of failure, what was seen."""


def read_csv(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def number(cell):
    return math.nan if cell == "NA" else float(cell)


def reference(directory, which):
    """What write.R left: regressions with their parameters."""
    if not (directory / "regressions.csv").exists():
        done = subprocess.run(["Rscript", str(HERE / "write.R"), str(directory), which], text=True, capture_output=True)
        if done.returncode != 0:
            sys.exit(f"Rscript could not fit the regressions:\n{done.stdout}{done.stderr}")
    regressions = {row["name"]: dict(row, parameters=[]) for row in read_csv(directory / "regressions.csv")}
    for row in read_csv(directory / "parameters.csv"):
        values = {key: number(cell) for key, cell in row.items() if key not in ("regression", "parameter")}
        regressions[row["regression"]]["parameters"].append(dict(values, name=row["parameter"]))
    wanted = which.split(",")
    return {name: r for name, r in regressions.items() if which in ("all", "quick") or name in wanted}


def fit(program, regression, directory, out, sampler, seed):
    arguments = [program, "fit", regression["formula"], f"{regression['name']}.csv", "--family", regression["family"],
                 "--link", regression["link"], "--prior", regression["prior"], "--intercept-prior",
                 regression["prior"], "--na", regression["na"], "--sampler", sampler, "--seed", str(seed), "--until", f"ess={ESS}",
                 "--draws", str(DRAWS), "--threads", "1", "--quiet", "-o", str(out)]
    if regression["family"] not in ("bernoulli", "binomial", "poisson"):
        arguments += ["--dispersion-prior", regression["dispersion"]]
    if regression["weights"]:
        arguments += ["--weights", regression["weights"]]
    try:
        done = subprocess.run(arguments, cwd=directory, text=True, capture_output=True, timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        raise Wrong("ERROR", f"still running after {RUN_SECONDS} s") from None
    if done.returncode != 0:
        raise Wrong("ERROR", f"exit status {done.returncode}: {done.stderr.strip()}")


def same_names(regression, out):
    """R's `woolB` is `wool[B]` here."""
    ours = [row["variable"].replace("[", "").replace("]", "") for row in read_csv(out / "summary.csv")]
    theirs = [parameter["name"] for parameter in regression["parameters"]]
    if ours != theirs:
        raise Wrong("NAMES", f"parameters are {', '.join(ours)}, R's are {', '.join(theirs)}")


def mirrored(chains):
    """With a sqrt link the coefficients with all signs turned have the same likelihood: those with Intercept > 0."""
    return [list(map(list, zip(*([v if row[0] > 0 else -v for v in row] for row in zip(*columns))))) for columns in chains]


def compare(parameter, chains):
    """Standard errors that mean and squares are off, sds that the mean is off maximum likelihood, ESS and R-hat."""
    m, sd = parameter["mean"], parameter["sd"]
    everything = [v for x in chains for v in x]
    away = next((v for v in everything if not abs(v - m) < AWAY * sd), None)
    if away is not None:
        raise Wrong("AWAY", f"{parameter['name']} has a draw of {away:.3g}, exactly {m:.6g} +- {sd:.3g}")
    ess, rhat = ess_and_rhat(chains)
    squares = [[((v - m) / sd) ** 2 for v in x] for x in chains]
    ess_squares, _ = ess_and_rhat(squares)
    error = math.inf if ess == 0 else math.hypot(sd / math.sqrt(ess), parameter["mean_error"])
    error_squares = math.inf if ess_squares == 0 else math.hypot(
        parameter["sd2"] / sd**2 / math.sqrt(ess_squares), 2 * parameter["sd_error"] / sd)
    found = {"name": parameter["name"], "mean": mean(everything), "exact": m, "exact_sd": sd, "ess": ess, "rhat": rhat,
             "ess_squares": ess_squares}
    found["z"] = (found["mean"] - m) / error
    found["ratio"] = math.sqrt(mean([v for x in squares for v in x]))
    found["z_squares"] = (found["ratio"] ** 2 - 1) / error_squares
    found["ml"] = (found["mean"] - parameter["ml"]) / sd
    found["ml_limit"] = NEAR_ML + LIMIT * error / sd if abs(m - parameter["ml"]) <= NEAR_ML / 2 * sd else math.inf
    return found


def fault(found, warned):
    """What is wrong with one parameter of one run, in words: its kind, what was seen."""
    says = (f"{found['name']}: mean {found['mean']:.6g}, exactly {found['exact']:.6g} +- {found['exact_sd']:.3g}; root mean "
            f"square deviation {found['ratio']:.3f} sd; ESS {found['ess']:.0f}, R-hat {found['rhat']:.3f}")
    if found["rhat"] > MIXED or found["ess"] == 0:
        return "UNMIXED" if warned else "SILENT", says
    if abs(found["z"]) > LIMIT:
        return "MEAN", f"{says}; mean off by {found['z']:.1f} standard errors"
    if abs(found["z_squares"]) > LIMIT:
        return "SQUARES", f"{says}; squares off by {found['z_squares']:.1f} standard errors"
    if abs(found["ml"]) > found["ml_limit"]:
        return "ML", f"{says}; {found['ml']:.2f} sd from maximum likelihood"
    return None


def check_run(program, regression, directory, sampler, seed):
    """One run's record: worst numbers and what is wrong."""
    out = directory / f"out-{os.getpid()}"  # several may share the data
    shutil.rmtree(out, ignore_errors=True)
    record = {"regression": regression["name"], "sampler": sampler, "seed": seed, "faults": []}
    try:
        fit(program, regression, directory, out, sampler, seed)
        run = json.loads((out / "run.json").read_text())
        record.update(used=run["sampler"], warnings=run["warnings"])
        same_names(regression, out)
        chains = read_draws(out)
        if regression["mirror"] == "TRUE":
            chains = mirrored(chains)
        found = [compare(parameter, [columns[i] for columns in chains]) for i, parameter in enumerate(regression["parameters"])]
    except Wrong as error:
        record["faults"].append(error.args)
        return record
    record["faults"] += [seen for seen in (fault(f, bool(run["warnings"])) for f in found) if seen]
    record.update(z=max(abs(f["z"]) for f in found), z_squares=max(abs(f["z_squares"]) for f in found),
                  ml=max((abs(f["ml"]) for f in found if f["ml_limit"] < math.inf), default=math.nan),
                  rhat=max(f["rhat"] for f in found), ess=min(f["ess"] for f in found))
    return record


def failures(record):
    """Slow chains that say so are no failures: everything else is."""
    return [seen for seen in record["faults"] if seen[0] != "UNMIXED"]


def worst(records, key, choose=max):
    values = [r[key] for r in records if key in r and not math.isnan(r[key])]
    return choose(values) if values else math.nan


def line(name, sampler, records):
    failed = [r for r in records if failures(r)]
    slow = sum(1 for r in records if r["faults"] and not failures(r))
    kinds = sorted({kind for r in failed for kind, _ in failures(r)})
    used = sorted({r["used"] for r in records if "used" in r})
    silent = sum(1 for r in failed if "used" in r and not r["warnings"])
    verdict = "ok" if not slow else f"slow in {slow} of {len(records)} seeds, and says so"
    if failed:
        verdict = f"{','.join(kinds)} in {len(failed)} of {len(records)} seeds, {silent} without a warning"
    warned = sum(1 for r in records if r.get("warnings"))
    return (f"{name:20} {sampler:15} {worst(records, 'z'):9.2f} {worst(records, 'z_squares'):9.2f} {worst(records, 'ml'):9.3f} "
            f"{worst(records, 'ess', min):7.0f} {worst(records, 'rhat'):7.3f} {warned:6d}  {verdict}"
            + (f"  ({', '.join(used)})" if used and used != [sampler] else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="the few regressions marked quick, one seed")
    parser.add_argument("--only", help="regressions by name, separated by commas")
    parser.add_argument("--samplers", default=",".join(SAMPLERS))
    parser.add_argument("--seeds", type=int, help="seeds 1 to N (default 5, quick 1)")
    parser.add_argument("--data", help="directory that keeps what Rscript writes, and is read again when it is there")
    parser.add_argument("--report", help="file for one JSON object per run")
    options = parser.parse_args()
    if shutil.which("Rscript") is None:
        print("skipped: there is no Rscript (Debian: r-base-core), which fits the regressions to compare with")
        return SKIPPED
    program = shutil.which(os.environ.get("CGGIBBS", "cggibbs"))
    if program is None:
        sys.exit("no program cggibbs: name it in the environment variable CGGIBBS")
    seeds = range(1, 1 + (options.seeds or (1 if options.quick else 5)))
    report = open(options.report, "w") if options.report else None
    failed, slow = [], 0
    with tempfile.TemporaryDirectory(prefix="cggibbs-regressions-") as directory:
        directory = Path(options.data or directory).resolve()
        regressions = reference(directory, options.only or ("quick" if options.quick else "all"))
        print("Worst over parameters and seeds: standard errors that means and squares are off; sds between mean and maximum")
        print("likelihood (where the posterior's mean is near it); ESS; R-hat; seeds with warnings.")
        print(f"{'regression':20} {'sampler':15} {'means':>9} {'squares':>9} {'ML':>9} {'ESS':>7} {'R-hat':>7} {'warned':>6}")
        for name, regression in regressions.items():
            for sampler in options.samplers.split(","):
                records = [check_run(program, regression, directory, sampler, seed) for seed in seeds]
                print(line(name, sampler, records), flush=True)
                failed += [r for r in records if failures(r)]
                slow += sum(1 for r in records if r["faults"] and not failures(r))
                if report:
                    for record in records:
                        report.write(json.dumps(record) + "\n")
                    report.flush()
    for record in failed:
        kind, says = failures(record)[0]
        print(f"FAILED {record['regression']} {record['sampler']} seed {record['seed']}: {kind} {says}")
    runs = len(regressions) * len(options.samplers.split(",")) * len(seeds)
    print(f"{len(regressions)} regressions, {runs} runs: {len(failed)} failed, {slow} slow ones that say so")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
