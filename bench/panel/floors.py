"""The ratios that must be reached: ours against a rival in the same run, each with its floor."""
import csv

# What is compared, data, prior, rival, by which ESS, at least so many times as fast as the rival.
OURS = "cggibbs-auto"
FLOORS = [
    ("colon", "normal", "stan", "median", 500),
    ("colon", "normal", "stan", "min", 200),
    ("leukemia", "normal", "stan", "median", 500),
    ("leukemia", "normal", "stan", "min", 200),
    ("madelon", "normal", "stan", "median", 10),
    ("madelon", "normal", "stan", "min", 20),
    ("PCMAC", "normal", "stan", "median", 100),
    ("PCMAC", "normal", "stan", "min", 50),
    ("colon", "horseshoe", "stan-centred", "median", 300),
    ("colon", "horseshoe", "stan", "median", 300),
    ("colon", "normal", "cggibbs-paper", "median", 50),
    ("colon", "normal", "cggibbs-paper", "min", 50),
]
SCALING = (512, 100)  # 1000 sweeps at this d, n = 10: at least so many times as fast as JAGS at its best
COLUMNS = ["what", "rival", "by", "floor", "ratio", "ratio_own_ess", "bound", "reached", "note"]


def figure(row, which):
    """Seconds per 100 ESS of a table's row, and whether they are only a lower bound. None: not known."""
    if row is None:
        return None, False
    if row["sampling_seconds"] != "":
        return row["s_per_100_worth"] or row[f"s_per_100_{which}"], False
    if row["s_per_100_at_least"] != "":
        return row["s_per_100_at_least"], True
    return None, False


def note(row):
    """What a reader must know about one side's figure."""
    if row is None:
        return "not run"
    name = row["program"]
    if row["sampling_seconds"] == "":
        return f"{name}: {row['status']}"
    if row["s_per_100_worth"]:
        return f"{name}: means differ, worth {row['worth']:.2g} draws; its own ESS: {row['s_per_100_median']:.3g} s by median"
    return f"{name}: short, min ESS {row['ess_min']:.0f}" if row["status"] == "short" else ""


def judge(ratio, floor, bound):
    """A lower bound of the rival's seconds can show that a floor is reached, never that it is not."""
    if ratio >= floor:
        return "yes"
    return "unknown" if bound else "no"


def panel_floors(rows):
    by_key = {(r["dataset"], r["prior"], r["program"]): r for r in rows}
    for dataset, prior, rival, which, floor in FLOORS:
        ours, theirs = (by_key.get((dataset, prior, p)) for p in (OURS, rival))
        (mine, mine_bound), (other, bound) = figure(ours, which), figure(theirs, which)
        line = dict.fromkeys(COLUMNS, "")
        line.update(what=f"{dataset}, {prior}", rival=rival, by=which, floor=floor, reached="not run")
        line["note"] = "; ".join(dict.fromkeys(n for n in (note(ours), note(theirs)) if n))
        if mine and other and not mine_bound:
            ratio = other / mine
            line.update(ratio=ratio, bound="at least" if bound else "", reached=judge(ratio, floor, bound))
            if not bound:
                line["ratio_own_ess"] = theirs[f"s_per_100_{which}"] / ours[f"s_per_100_{which}"]
        elif ours is not None and theirs is not None:
            line["reached"] = "no result"
        yield line


def scaling_floors(out):
    """From the table of bench-scaling, wherever it lies: in the race's own folder or in its default one."""
    d, floor = SCALING
    path = next((p for p in (out / "scaling.csv", out.parent / "bench-panel" / "scaling.csv") if p.exists()), None)
    middle = middle_seconds(path, d) if path else {}
    rivals = {name: s for name, s in middle.items() if name.startswith("JAGS")}
    for ours in ("cggibbs", "cggibbs slice"):
        line = dict.fromkeys(COLUMNS, "")
        line.update(what=f"1000 sweeps, n = 10, d = {d}: {ours}", rival="JAGS", by="seconds", floor=floor,
                    reached="not run", note="make bench-scaling")
        if ours in middle and rivals:
            best = min(rivals, key=rivals.get)
            ratio = rivals[best] / middle[ours]
            line.update(rival=best, ratio=ratio, reached=judge(ratio, floor, False),
                        note=f"{rivals[best]:.3g} s against {middle[ours]:.3g} s")
        yield line


def middle_seconds(path, d):
    """{program: median over seeds} at one d."""
    seconds = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if int(row["d"]) == d and row["seconds"]:
                seconds.setdefault(row["program"], []).append(float(row["seconds"]))
    return {name: sorted(values)[len(values) // 2] for name, values in seconds.items()}


def markdown(lines):
    cells = ["what", "rival", "by", "floor", "ratio", "ratio_own_ess", "reached", "note"]
    text = ["## Floors", "", f"How many times as fast `{OURS}` is as a rival in this run. `at least`: the rival was over its limit "
            "in warmup; its seconds are those of 100 iterations at warmup's speed, as if each draw counted in full.", "",
            "| " + " | ".join(cells) + " |", "|" + "---|" * len(cells)]
    for line in lines:
        ratio = f"{line['bound']} {line['ratio']:.3g}".strip() if line["ratio"] != "" else ""
        values = [str(line[c]) for c in cells]
        values[cells.index("ratio")] = ratio
        if line["ratio_own_ess"] != "":
            values[cells.index("ratio_own_ess")] = f"{line['ratio_own_ess']:.3g}"
        text.append("| " + " | ".join(values) + " |")
    return text + [""]


def write(rows, out):
    """floors.csv; returns the section for table.md."""
    lines = [*panel_floors(rows), *scaling_floors(out)]
    with open(out / "floors.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(lines)
    return markdown(lines)
