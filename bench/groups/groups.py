"""The race on hierarchical models: runs what has no record yet, then writes the table and says whether the floors hold."""
import argparse
import hashlib
import json
import math
import os
import shutil
import sys
import time
from pathlib import Path

import numpy as np

import cases
import figures
import racers
import verdict
from racers import Failed, Missing, OverLimit

FEWEST_DRAWS = 8  # fewer are as good as none
BEHIND = 10.0  # times the best of its family (ours, Stan's): such a run is neither made longer nor repeated with other seeds
ROUGH_ESS = 50  # enough to say so


def arguments():
    p = argparse.ArgumentParser(prog="bench-groups", description=__doc__)
    p.add_argument("--quick", action="store_true", help="one repeat, 60 s per run, worst ESS of 100 is enough")
    p.add_argument("--full", action="store_true", help="three repeats, 600 s per run, worst ESS of 400 (the default)")
    p.add_argument("--only", help=f"models, with commas: {', '.join(cases.CASES)}")
    p.add_argument("--programs", default="ours,stan,nutpie,jags", help="with commas: ours, stan, or single ones of "
                   f"{', '.join(racers.OURS + racers.PEERS)}")
    p.add_argument("--repeats", type=int, help="chains with different seeds; the median counts")
    p.add_argument("--limit", type=float, help="seconds of warmup and sampling per run, by the wall's clock")
    p.add_argument("--ess", type=float, help="worst ESS that is enough; with less, a run is repeated with more draws")
    p.add_argument("--warmup", type=int, default=1000)
    p.add_argument("--draws", type=int, default=1000, help="of the first round")
    p.add_argument("--core", type=int, help="the core to run on (default: the last one allowed)")
    p.add_argument("--cggibbs", default=os.environ.get("CGGIBBS", "build/release/bin/cggibbs"))
    p.add_argument("--out", type=Path, default=Path("build/bench-groups"))
    p.add_argument("--again", action="store_true", help="run again what failed, was missing or went over its limit")
    p.add_argument("--stan-from", type=Path, metavar="DIR", help="take the records of other programs from the race in DIR, "
                   "where these are of the same data: ours alone is measured anew")
    p.add_argument("--prepare", action="store_true", help="run nothing: data files and compiled models only")
    p.add_argument("--report", action="store_true", help="run nothing: the table from the records there are")
    o = p.parse_args()
    o.repeats = o.repeats or (1 if o.quick else 3)
    o.limit = o.limit or (60 if o.quick else 600)
    o.ess = o.ess or (100 if o.quick else 400)
    o.only = o.only.split(",") if o.only else list(cases.CASES)
    o.programs = [name for word in o.programs.split(",") for name in racers.SHORT.get(word, (word,))]
    for asked, known in ((o.only, cases.CASES), (o.programs, racers.OURS + racers.PEERS)):
        unknown = [name for name in asked if name not in known]
        if unknown:
            p.error(f"unknown {', '.join(unknown)}; there are {', '.join(known)}")
    o.core = o.core if o.core is not None else max(os.sched_getaffinity(0))
    return o


def family(program):
    return "ours" if program in racers.OURS[1:] else program.split("-")[0]


def rounds(racer, case, folder, work, seed, best_cost, o):
    """Longer runs until the worst quantity has enough effective draws, the run is far behind or the time would be over: the last one."""
    draws, begin, best = o.draws, time.perf_counter(), None
    while True:
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        job = {"folder": work, "seed": seed, "warmup": o.warmup, "draws": draws, "limit": o.limit, "quantities": len(case.quantities())}
        started = time.perf_counter()
        try:
            values, facts = racer.run(case, folder, job, o.core)
            if len(values) < FEWEST_DRAWS:
                raise OverLimit("")
        except OverLimit:
            if best:
                return best
            raise
        facts.update(figures.worst(values, case.quantities()), draws=len(values))
        best = values, facts
        more = int(min(8, max(2, 1.3 * o.ess / max(1, facts["ess_min"]))))
        took = time.perf_counter() - started
        if facts["ess_min"] >= ROUGH_ESS and verdict.cost(facts) > BEHIND * best_cost:
            return best
        if facts["ess_min"] >= o.ess or len(values) < draws or time.perf_counter() - begin + more * took > o.limit:
            return best
        draws *= more


def digest(case):
    """Of its data and priors."""
    return hashlib.sha256(json.dumps(case.stan(True)[1], sort_keys=True).encode()).hexdigest()[:16]


def take_over(path, case, o):
    """A record of another program's run in an earlier race."""
    old = o.stan_from / "runs" / path.name
    if not old.exists() or old == path:
        return
    if json.loads(old.read_text()).get("data") != digest(case):
        return print(f"bench-groups: {old} is of other data", file=sys.stderr)
    shutil.copy(old, path)
    if old.with_suffix(".npz").exists():
        shutil.copy(old.with_suffix(".npz"), path.with_suffix(".npz"))


def cell(racer, case, folder, name, seed, best_cost, o):
    """The record of one run, made unless it is there: what happened, and moments beside it where there are draws."""
    path = o.out / "runs" / f"{case.name}-{name.replace(':', '_')}-{seed}.json"
    if o.stan_from and name in racers.PEERS and not path.exists():
        take_over(path, case, o)
    if path.exists() and not (o.again and json.loads(path.read_text())["status"] not in ("ok", "short")):
        return json.loads(path.read_text())
    record = {"case": case.name, "program": name, "seed": seed, "load": os.getloadavg()[0], "data": digest(case)}
    try:
        racer.make_ready(case, folder)
        values, facts = rounds(racer, case, folder, o.out / "work" / path.stem, seed, best_cost, o)
        np.savez(path.with_suffix(".npz"), **figures.moments(values, case.quantities()))
        record.update(facts, status="ok" if facts["ess_min"] >= o.ess else "short")
    except OverLimit:
        record.update(status="over limit", limit=o.limit)
    except Missing as e:
        record.update(status="missing", words=str(e))
    except Failed as e:
        record.update(status="failed", words=str(e))
    path.write_text(json.dumps(record))
    shutil.rmtree(o.out / "work" / path.stem, ignore_errors=True)
    cost = verdict.cost(record)
    print(f"bench-groups: {case.name} {name} {seed}: {record['status']}"
          + (f", {cost:.3g} s to 1000 ESS, worst {record['worst']} {record['ess_min']:.0f} of {record['draws']}" if cost else "")
          + (f" ({record['words'][-200:]})" if "words" in record else ""), file=sys.stderr, flush=True)
    return record


def prepare(racer, case, folder, program):
    try:
        racer.make_ready(case, folder)
    except (Missing, Failed) as e:
        print(f"bench-groups: {case.name} {program} is not ready: {e}", file=sys.stderr, flush=True)


def race(o):
    best, first = {}, {}  # costs by model and family, and of each program's first run
    for seed in range(1, o.repeats + 1):
        for name in o.only:
            case, folder = cases.CASES[name](), (o.out / "data" / name).resolve()
            folder.mkdir(parents=True, exist_ok=True)
            for program in o.programs:
                racer = racers.find(program, case, o.cggibbs)
                if o.prepare:
                    prepare(racer, case, folder, program)
                    continue
                key = name, family(program)
                if seed > 1 and first[name, program] > BEHIND * best.get(key, math.inf):
                    continue
                cost = verdict.cost(cell(racer, case, folder, program, seed, best.get(key, math.inf), o)) or math.inf
                first.setdefault((name, program), cost)
                best[key] = min(cost, best.get(key, math.inf))


def main():
    o = arguments()
    (o.out / "runs").mkdir(parents=True, exist_ok=True)
    if o.prepare:
        o.repeats = 1
    if not o.report:
        race(o)
    return 0 if o.prepare else verdict.write(o.out)


if __name__ == "__main__":
    sys.exit(main())
