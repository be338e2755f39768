"""The race on the panel: runs what has no record yet, then writes the table and the picture."""
import argparse
import json
import os
import platform
import shutil
import sys
import time
from pathlib import Path

import numpy as np

import analysis
import data
import programs
import report

PRIORS = ("normal", "horseshoe")
ENOUGH_ESS = 100
FEWEST_DRAWS = 8  # fewer are as good as none
REFERENCE = {"normal": "cggibbs-slice", "horseshoe": "cggibbs-auto"}
QUICK_PROGRAMS = ["cggibbs-auto", "cggibbs-slice", "cggibbs-paper", "stan"]
QUICK_HORSESHOE = ["cggibbs-auto", "stan"]  # on colon only
QUICK_LIMIT, LIMIT = 20, 600  # seconds
QUICK_FIRST, FIRST = 100, 500  # warmup and draws of the first round


def arguments():
    p = argparse.ArgumentParser(prog="bench-panel", description=__doc__)
    p.add_argument("--quick", action="store_true", help="colon, madelon and PCMAC, normal prior, and the horseshoe "
                   f"on colon; {', '.join(QUICK_PROGRAMS)}; one seed, {QUICK_LIMIT} s per run")
    p.add_argument("--only", help="data sets, with commas")
    p.add_argument("--programs", help="programs, with commas (default: all of cggibbs-auto, cggibbs-paper, "
                   "cggibbs-slice, stan, numpyro, nutpie, jags; also cggibbs-SAMPLER, rstan, jags-noglm)")
    p.add_argument("--priors", help=f"with commas (default: {','.join(PRIORS)})")
    p.add_argument("--seeds", type=int, help="chains with different seeds (default 3; quick: 1)")
    p.add_argument("--limit", type=float, help="seconds of warmup and sampling per run, doublings included "
                   f"(default {LIMIT}; quick: {QUICK_LIMIT})")
    p.add_argument("--first", type=int, help=f"warmup and draws of the first round (default {FIRST}; quick: "
                   f"{QUICK_FIRST}); both double until min ESS >= {ENOUGH_ESS}")
    p.add_argument("--setup", type=float, default=programs.SET_UP_SECONDS, help="seconds on top of the limit for "
                   "starting up and building a model (default 180)")
    p.add_argument("--ess", type=float, default=ENOUGH_ESS, help="smallest ESS that ends the doubling")
    p.add_argument("--keep-values", type=int, default=48_000_000, help="draws x coordinates kept at most; longer "
                   "runs are thinned, in every program")
    p.add_argument("--reference", help="program that the others' means are compared with (default: cggibbs-slice; for the horseshoe, "
                   "where coordinates one at a time do not cross the posterior, cggibbs-auto)")
    p.add_argument("--core", type=int, help="the core to run on (default: the last one allowed)")
    p.add_argument("--cggibbs", default=os.environ.get("CGGIBBS", "build/release/bin/cggibbs"))
    p.add_argument("--out", default="build/bench-panel")
    p.add_argument("--again", action="store_true", help="run again what failed, was missing or went over its limit")
    p.add_argument("--prepare", action="store_true", help="run nothing: data files and compiled models only")
    p.add_argument("--report", action="store_true", help="run nothing: table and picture from the records there are")
    o = p.parse_args()
    o.seeds = o.seeds or (1 if o.quick else 3)
    o.limit = o.limit or (QUICK_LIMIT if o.quick else LIMIT)
    o.first = o.first or (QUICK_FIRST if o.quick else FIRST)
    o.only = o.only.split(",") if o.only else (data.QUICK if o.quick else list(data.PANEL))
    unknown = [name for name in o.only if name not in data.SIZES]
    if unknown:
        p.error(f"unknown data sets {', '.join(unknown)}; there are {', '.join(data.SIZES)}")
    o.asked = o.programs.split(",") if o.programs else None
    o.programs = o.asked or (QUICK_PROGRAMS if o.quick else list(programs.all_programs(o.cggibbs)))
    o.laws = laws(o)
    programs.SET_UP_SECONDS = o.setup
    o.core = o.core if o.core is not None else max(os.sched_getaffinity(0))
    return o


def laws(o):
    """The posteriors of the race: pairs of data set and prior."""
    priors = o.priors.split(",") if o.priors else list(PRIORS)
    unknown = [prior for prior in priors if prior not in PRIORS]
    if unknown:
        raise SystemExit(f"panel: unknown priors {', '.join(unknown)}; there are {', '.join(PRIORS)}")
    pairs = [(name, prior) for name in o.only for prior in priors]
    if o.quick and not o.priors:
        pairs = [(name, prior) for name, prior in pairs if prior == "normal" or name == "colon"]
    return pairs


def machine():
    """What the figures depend on besides the code."""
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                 platform.processor())
    return {"cpu": model, "cores": os.cpu_count(), "load_1min": os.getloadavg()[0], "system": platform.platform()}


def thinning(draws, columns, most):
    return max(1, -(-draws * columns // most))


def one_round(program, job, length, o, remaining):
    thin = thinning(length, job["d"] + 1, o.keep_values)
    folder = Path(job["folder"])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    asked = {**job, "warmup": length, "draws": length // thin, "thin": thin}
    draws, facts = program.run(asked, remaining, o.core)
    # What counts against the limit: the chain's own time, on the wall's clock where that is known.
    facts["wall"] = facts["warmup_seconds"] + facts.get("sampling_wall", facts["sampling_seconds"])
    if len(draws) < FEWEST_DRAWS:
        raise programs.OverLimit("", {"iterations": length + len(draws) * thin,
                                      "seconds": facts["warmup_seconds"] + facts["sampling_seconds"]})
    facts["ess"] = analysis.effective(draws)
    if (facts.get("own_ess") or {}).get("min"):  # too few draws have none
        facts["ess_check"] = analysis.largest_difference(facts["ess"], facts["own_ess"])
        if facts["ess_check"] > 1e-6:
            print(f"\nwarning: cggibbs says ESS {facts['own_ess']}, we say {facts['ess']}")
    facts.update(warmup=length, sweeps=len(draws) * thin, thin=thin, kept=len(draws))
    facts["complete"] = len(draws) >= asked["draws"]
    facts["finite"] = bool(np.isfinite(draws).all())
    return draws, facts


def run_until_enough(program, job, o):
    """Rounds of doubling length; the last one that finished is the result. Our own analysis is not on the clock.

    A round that the limit cut short counts only when it is the first. Returns the fields of a record, and the draws.
    """
    length, rounds, kept = o.first, [], None
    status, detail, progress, result = "ok", "", None, None
    while True:
        remaining = o.limit - sum(r["wall"] for r in rounds)
        try:
            draws, facts = one_round(program, job, length, o, remaining)
            rounds.append(facts)
            if facts["complete"] or result is None:
                kept, result = draws, facts
        except (programs.Missing, programs.Failed, programs.OverLimit) as e:
            kind = {programs.Missing: "missing", programs.Failed: "failed", programs.OverLimit: "over limit"}[type(e)]
            if rounds and kind == "over limit":
                status = "short"
            else:
                status, detail, progress = kind, str(e), getattr(e, "progress", None)
            break
        if facts["ess"]["min"] >= o.ess:
            break
        if not facts["complete"] or 2.1 * facts["wall"] > remaining - facts["wall"]:
            status = "short"
            break
        length *= 2
    if status == "short":
        detail = f"min ESS below {o.ess:.0f} when the time of {o.limit:.0f} s was over"
    fields = {"status": status, "detail": detail, "rounds": rounds}
    if progress:
        fields["progress"] = progress
    if result:
        fields["result"] = result
    return fields, kept


def record_path(o, dataset, prior, program, seed):
    return Path(o.out) / "runs" / f"{dataset}.{prior}.{program}.{seed}.json"


def run_one(o, name, prior, program_name, program, version, seed):
    path = record_path(o, name, prior, program_name, seed)
    if path.exists():
        old = json.loads(path.read_text())
        if old["status"] in ("ok", "short") or not o.again:
            return
    folder, meta = data.dataset(name, o.out)
    record = {"dataset": meta, "prior": prior, "program": program_name, "version": version, "seed": seed,
              "limit": o.limit, "machine": machine(), "date": time.strftime("%Y-%m-%dT%H:%M:%S")}
    job = {"data": str(folder.resolve()), "prior": prior, "seed": seed, "n": meta["n"], "d": meta["d"],
           "folder": str((Path(o.out) / "work" / path.stem).resolve())}
    print(f"{name:12} {prior:10} {program_name:16} seed {seed} ", end="", flush=True)
    try:
        if version.startswith("missing: "):
            raise programs.Missing(version.removeprefix("missing: "))
        program.make_ready(prior)
        fields, draws = run_until_enough(program, job, o)
    except (programs.Missing, programs.Failed, programs.OverLimit) as e:
        status = "missing" if isinstance(e, programs.Missing) else "failed"
        fields, draws = {"status": status, "detail": str(e), "rounds": []}, None
    record.update(fields)
    path.parent.mkdir(parents=True, exist_ok=True)
    if draws is not None:
        np.savez(path.with_suffix(".npz"), **analysis.moments(draws, prior))
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(record, indent=1))
    os.replace(partial, path)
    if record["status"] != "failed":  # the log of a failure is worth reading
        shutil.rmtree(job["folder"], ignore_errors=True)
    print(report.one_line(record), flush=True)


def versions(o):
    found = {}
    for name in o.programs:
        try:
            found[name] = programs.find_program(name, o.cggibbs).version()
        except programs.Missing as e:
            found[name] = f"missing: {e}"
        print(f"{name:16} {found[name]}")
    return found


def prepare(o, found):
    """What needs no clock: data files, and models that programs compile."""
    for name in o.only:
        data.dataset(name, o.out)
    for name, version in found.items():
        if not version.startswith("missing: "):
            for prior in sorted({prior for _, prior in o.laws}):
                print(f"compiling, where it has to: {name}, {prior}", flush=True)
                programs.find_program(name, o.cggibbs).make_ready(prior)


def race(o, found):
    """Programs take turns within a seed, so that a race that is stopped has compared what it has."""
    for name, prior in o.laws:
        few = o.quick and prior == "horseshoe" and not o.asked
        for seed in range(1, o.seeds + 1):
            for program in QUICK_HORSESHOE if few else o.programs:
                run_one(o, name, prior, program, programs.find_program(program, o.cggibbs), found[program], seed)


def main():
    o = arguments()
    if not o.report:
        Path(o.out).mkdir(parents=True, exist_ok=True)
        load = os.getloadavg()[0]
        if load > 0.5:
            print(f"note: load average {load:.1f}; wait for a quiet machine before you publish these figures.")
        found = versions(o)
        if o.prepare:
            return prepare(o, found)
        race(o, found)
    reference = dict.fromkeys(REFERENCE, o.reference) if o.reference else REFERENCE
    report.write(Path(o.out), reference, o.laws, o.programs)


if __name__ == "__main__":
    sys.exit(main())
