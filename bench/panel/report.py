"""Table (CSV and Markdown) of the records, and the lines printed while a race goes on."""
import csv
import json
from pathlib import Path

import numpy as np

import analysis
import floors
from data import SIZES

COLUMNS = ["dataset", "n", "d", "zeros", "simulated", "prior", "program", "version", "status", "seeds", "s_per_100_median",
           "s_per_100_min", "s_per_100_min_low", "s_per_100_min_high", "s_per_100_at_least", "s_per_100_worth", "worth", "ess_median", "ess_min", "sampling_seconds",
           "warmup_seconds", "sweeps", "thin", "divergences", "rhat", "max_z", "rms_z", "agreement", "clock", "load",
           "detail"]


def per_100(facts, which):
    ess = facts["ess"][which]
    return 100 * facts["sampling_seconds"] / ess if ess > 0 else float("nan")


def at_least(record):
    """Seconds of 100 iterations at the speed of a warmup that went over its limit: as if each draw counted in full."""
    progress = record.get("progress")
    return 100 * progress["seconds"] / progress["iterations"] if progress and progress["iterations"] else None


def over_limit(record):
    """What is known of a run that gave not one draw."""
    text = f"no draw in {record['limit']:.0f} s"
    if at_least(record) is not None:
        text += f": {record['progress']['iterations']} warmup iterations in {record['progress']['seconds']:.3g} s"
    return text


def one_line(record):
    if record["status"] == "over limit":
        return f"over limit: {over_limit(record)}"
    if "result" not in record:
        return f"{record['status']}: {record['detail']}"
    r = record["result"]
    note = "" if record["status"] == "ok" else f"  ({record['status']})"
    return (f"{per_100(r, 'median'):9.3g} s/100 median {per_100(r, 'min'):9.3g} s/100 min  "
            f"ESS {r['ess']['median']:.0f}/{r['ess']['min']:.0f} in {r['sweeps']}, sampling {r['sampling_seconds']:.2f} s, "
            f"warmup {r['warmup_seconds']:.2f} s, divergences {r.get('divergences', 0)}{note}")


def load(out):
    """Records by (dataset, prior, program), in order of seed."""
    groups = {}
    for path in sorted((out / "runs").glob("*.json")):
        record = json.loads(path.read_text())
        record["path"] = path
        groups.setdefault((record["dataset"]["name"], record["prior"], record["program"]), []).append(record)
    return groups


def moments_of(records):
    found = [np.load(r["path"].with_suffix(".npz")) for r in records if "result" in r]
    return [{k: m[k] for k in m.files} for m in found]


def summarize(records, reference):
    """One row of the table: medians over the seeds that gave a result."""
    first = records[0]
    meta = first["dataset"]
    row = dict.fromkeys(COLUMNS, "")
    row.update(dataset=meta["name"], n=meta["n"], d=meta["d"], zeros=round(meta["zeros"], 4),
               simulated="yes" if meta["simulated"] else "no", prior=first["prior"], program=first["program"],
               version=first["version"], load=max(r["machine"]["load_1min"] for r in records))
    good = [r for r in records if "result" in r]
    row["seeds"] = f"{len(good)}/{len(records)}"
    worst = next((r for s in ("missing", "failed", "over limit", "short") for r in records if r["status"] == s), None)
    row["status"], row["detail"] = ("ok", "") if worst is None else (worst["status"], worst["detail"])
    if worst is not None and worst["status"] == "over limit":
        row["detail"] = over_limit(worst)
    if not good:
        bounds = [at_least(r) for r in records if at_least(r) is not None]
        row["s_per_100_at_least"] = min(bounds, default="")
        return row
    results = [r["result"] for r in good]

    def middle(f):
        return float(np.median([f(r) for r in results]))

    by_min = [per_100(r, "min") for r in results]
    row.update(s_per_100_median=middle(lambda r: per_100(r, "median")), s_per_100_min=float(np.median(by_min)),
               s_per_100_min_low=min(by_min), s_per_100_min_high=max(by_min),
               ess_median=middle(lambda r: r["ess"]["median"]), ess_min=middle(lambda r: r["ess"]["min"]),
               sampling_seconds=middle(lambda r: r["sampling_seconds"]),
               warmup_seconds=middle(lambda r: r["warmup_seconds"]), sweeps=int(middle(lambda r: r["sweeps"])),
               thin=int(middle(lambda r: r["thin"])), divergences=sum(r.get("divergences") or 0 for r in results),
               clock=results[0]["clock"])
    moments = moments_of(good)
    row["rhat"] = analysis.largest_rhat(moments)
    if reference:
        if reference[0]["program"] == first["program"]:
            row["agreement"] = "reference"
        else:
            against = moments_of(reference)
            if against:
                z = analysis.agreement(moments, against)
                row.update(max_z=z.get("max_z", ""), rms_z=z.get("rms_z", ""), agreement=z["verdict"])
                if z["verdict"] == "DIFFERS":
                    worth = analysis.worth(moments, against)
                    row.update(worth=worth, s_per_100_worth=100 * sum(r["sampling_seconds"] for r in results) / worth)
    return row


def number(value):
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def markdown(rows):
    lines = []
    for prior in dict.fromkeys(r["prior"] for r in rows):
        lines += [f"## {prior}", "", "| data | program | s / 100 ESS, median | s / 100 ESS, min | range over seeds | "
                  "ESS median / min | sampling s | warmup s | divergences | R-hat | max z (rms) | status |",
                  "|" + "---|" * 12]
        for r in (r for r in rows if r["prior"] == prior):
            star = "*" if r["simulated"] == "yes" else ""
            cells = [f"{r['dataset']}{star}", r["program"]]
            if r["sampling_seconds"] == "":
                bound = f"> {number(r['s_per_100_at_least'])}" if r["s_per_100_at_least"] != "" else ""
                cells += [bound, bound] + [""] * 7
            else:
                z = f"{number(r['max_z'])} ({number(r['rms_z'])})" if r["max_z"] != "" else r["agreement"]
                cells += [number(r["s_per_100_median"]), number(r["s_per_100_min"]),
                          f"{number(r['s_per_100_min_low'])} .. {number(r['s_per_100_min_high'])}",
                          f"{r['ess_median']:.0f} / {r['ess_min']:.0f}", number(r["sampling_seconds"]),
                          number(r["warmup_seconds"]), str(r["divergences"]), f"{r['rhat']:.3f}", z]
            notes = [f"{r['status']} {r['seeds']}"]
            notes += [r["detail"]] if r["detail"] else []
            if r["agreement"] == "DIFFERS":
                notes.append(f"MEANS DIFFER: as wrong as those of {number(r['worth'])} independent draws, "
                             f"{number(r['s_per_100_worth'])} s / 100")
            lines.append("| " + " | ".join(cells + ["; ".join(notes).replace("|", "/")]) + " |")
        lines.append("")
    return lines


def write(out, reference, laws, programs, pictures=True):
    """Table, floors and picture of the records of some laws (pairs of data set and prior) and programs."""
    groups = load(out)
    order = {p: i for i, p in enumerate(programs)}
    keys = [k for k in groups if k[:2] in laws and k[2] in order]
    keys.sort(key=lambda k: (k[1] != "normal", list(SIZES).index(k[0]), order[k[2]]))
    rows = [summarize(groups[k], groups.get((k[0], k[1], reference.get(k[1], "")))) for k in keys]
    if not rows:
        print("no records yet.")
        return
    with open(out / "table.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    machine = next(iter(groups.values()))[0]["machine"]
    head = ["# Panel", "", f"{machine['cpu']}, one core, one thread. Seconds are of sampling only; a run has one chain.",
            f"Highest load average before a run: {max(r['load'] for r in rows):.1f}.",
            "Data sets with * are simulated stand-ins. `status` counts seeds with a result.",
            "`short`: smallest ESS below the goal when time was over, so its figures are rough. Nothing is left out.",
            "`MEANS DIFFER`: from those of the reference by more than Monte Carlo error; what such a chain reports as ESS is not one. The "
            "number of independent draws whose means would be as wrong is given instead, and stands in for ESS in the floors.",
            "`> s`: over its limit in warmup; s is what 100 iterations take at the speed of that warmup.", ""]
    versions = dict((r["program"], r["version"]) for r in rows)
    head += [f"- {name}: {version}" for name, version in versions.items()] + [""]
    (out / "table.md").write_text("\n".join(head + floors.write(rows, out) + markdown(rows)))
    if pictures:
        import picture
        picture.draw(rows, out)
    print(f"wrote {out}/table.csv, table.md, floors.csv, panel.png, panel.svg ({len(rows)} rows)")
