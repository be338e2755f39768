"""From records to the table, the ratios and the sentence on the floors."""
import csv
import json
import os
import platform
from statistics import median

import numpy as np

import cases
import figures
import racers

EVERY, MEDIAN, AUTO = 3.0, 10.0, 1.3  # times Stan's better form on every model and by the median; auto over the best by name
COLUMNS = ("model", "program", "s_to_1000_ess", "sampling_only", "ess_min", "draws", "worst", "status", "max_z", "agrees", "note")


def cost(record, whole=True):
    """Processor seconds to 1000 effective draws of the worst quantity, with (once) or without warmup and all else."""
    if not record.get("ess_min"):
        return None
    sampling = record["sampling_seconds"]
    return sampling * 1000 / record["ess_min"] + (record["seconds"] - sampling if whole else 0)


def middle(runs, whole=True):
    costs = [cost(r, whole) for r in runs if cost(r, whole)]
    return median(costs) if costs else None


def read(out):
    """{case: {program: [records]}}, in the order of the tables."""
    records = {}
    for path in sorted((out / "runs").glob("*.json")):
        r = json.loads(path.read_text())
        r["moments"] = dict(np.load(path.with_suffix(".npz"))) if path.with_suffix(".npz").exists() and "ess_min" in r else None
        records.setdefault(r["case"], {}).setdefault(r["program"], []).append(r)
    order = racers.OURS + racers.PEERS
    return {name: {p: records[name][p] for p in order if p in records[name]} for name in cases.CASES if name in records}


def agreements(programs):
    """Each program's agreement with the reference: of Stan's two forms the one with the larger worst ESS, else of all programs."""
    known = {p: [r["moments"] for r in runs if r["moments"]] for p, runs in programs.items()}
    known = {p: m for p, m in known.items() if m}
    theirs = [p for p in known if p.startswith("stan")] or list(known)
    if not theirs:
        return {}, None
    reference = max(theirs, key=lambda p: max(r.get("ess_min", 0) for r in programs[p]))
    return {p: figures.agreement(m, known[reference]) for p, m in known.items() if p != reference}, reference


def rows(records):
    for case, programs in records.items():
        agrees, reference = agreements(programs)
        for program, runs in programs.items():
            last, z = runs[-1], agrees.get(program, {})
            note = [last.get("sampler", "") if program in ("auto", "jags") else "", last.get("words", "")[-60:]]
            if program == "auto" and "seconds" in last:
                note += [f"pilots and files {last['seconds'] - last['warmup_seconds'] - last['sampling_seconds']:.2g} s"]
            note += [f"{last['divergences']} divergences"] if last.get("divergences") else []
            note += [f"{last['warnings']} warnings"] if last.get("warnings") else []
            yield {"model": case, "program": program, "s_to_1000_ess": number(middle(runs)),
                   "sampling_only": number(middle(runs, False)), "ess_min": number(median([r.get("ess_min", 0) for r in runs])),
                   "draws": last.get("draws", ""), "worst": last.get("worst", ""), "status": last["status"],
                   "max_z": number(z.get("max_z")), "agrees": "reference" if program == reference else z.get("verdict", ""),
                   "note": " ".join(k for k in note if k)}


def ratios(programs):
    """Against Stan's better form, and of auto to the best by name: with warmup, and of sampling alone."""
    out = {}
    for whole in (True, False):
        costs = {p: middle(runs, whole) for p, runs in programs.items()}
        costs = {p: c for p, c in costs.items() if c}
        stan = min((p for p in costs if p.startswith("stan")), key=costs.get, default=None)
        named = min((p for p in costs if p in racers.OURS[1:]), key=costs.get, default=None)
        auto = costs.get("auto")
        out[whole] = {"stan": stan, "best": named, "auto": auto, "stan_cost": costs.get(stan), "best_cost": costs.get(named),
                        "nutpie": costs.get("nutpie"), "jags": costs.get("jags"),
                        "ratio": costs[stan] / auto if stan and auto else None, "over_best": auto / costs[named] if named and auto else None}
    return out


def number(x):
    return "" if x is None else f"{x:.3g}"


def table(columns, lines):
    head = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return head + ["| " + " | ".join(str(c).replace("|", "\\|") for c in line) + " |" for line in lines]


def sentence(found, void):
    """Whether the floors hold, over the models with both sides."""
    ratio = {case: r["ratio"] for case, r in found.items() if r["ratio"]}
    over = {case: r["over_best"] for case, r in found.items() if r["over_best"]}
    if not ratio or not over:
        return "No floor can be judged: runs of ours or of Stan's are missing."
    worst, slow = min(ratio, key=ratio.get), max(over, key=over.get)
    held = min(ratio.values()) >= EVERY and median(ratio.values()) >= MEDIAN and max(over.values()) <= AUTO and not void
    return (f"The floors {'hold' if held else 'do NOT hold'} on {len(ratio)} models: against Stan's better form auto is {ratio[worst]:.3g} times as "
            f"fast at worst ({worst}; floor {EVERY:g}) and {median(ratio.values()):.3g} by the median (floor {MEDIAN:g}); auto takes up to "
            f"{over[slow]:.3g} times the best by name ({slow}; floor {AUTO:g})"
            + (f"; void, for programs differ: {', '.join(void)}." if void else "."))


def write(out):
    """table.md, table.csv; returns an exit status."""
    records = read(out)
    lines = list(rows(records))
    found = {case: ratios(programs) for case, programs in records.items()}
    raced = {(case, p) for case, both in found.items() for r in both.values() for p in ("auto", r["best"], r["stan"])}
    void = sorted({r["model"] for r in lines if r["agrees"] == "DIFFERS" and (r["model"], r["program"]) in raced})
    text = []
    for whole, title in ((True, "Warmup, pilots and sampling"), (False, "Sampling alone")):
        text += [f"## {title}: processor seconds to 1000 effective draws of the worst quantity", ""]
        text += table(("model", "Stan", "form", "nutpie", "JAGS", "auto", "best by name", "", "Stan / auto", "auto / best"),
                      [(case, number(r["stan_cost"]), (r["stan"] or "").removeprefix("stan-"), number(r["nutpie"]), number(r["jags"]),
                        number(r["auto"]), number(r["best_cost"]), r["best"] or "", number(r["ratio"]), number(r["over_best"]))
                       for case, r in ((case, both[whole]) for case, both in found.items())])
        text += ["", sentence({case: both[whole] for case, both in found.items()}, void), ""]
    text += ["## Every program", "", *table(COLUMNS, [[r[c] for c in COLUMNS] for r in lines]), ""]
    loads = [r["load"] for programs in records.values() for runs in programs.values() for r in runs]
    text += [f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load at most {max(loads, default=0):.1f}", ""]
    (out / "table.md").write_text("\n".join(text))
    with open(out / "table.csv", "w", newline="") as file:
        csv_file = csv.DictWriter(file, COLUMNS)
        csv_file.writeheader()
        csv_file.writerows(lines)
    print("\n".join(text))
    return 0
