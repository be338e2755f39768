"""Seconds per 100 effective draws, by median and by minimum, per data set and program."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

MARKS = {"ok": ("o", "smallest ESS at its goal"), "short": ("v", "short: below the goal"),
         "bound": ("^", "over its limit in warmup: a lower bound"), "none": ("x", "no result (top edge)")}


def point(row, which):
    """The mark and the height of a row; a row without any figure has no height."""
    if row["sampling_seconds"] != "" and np.isfinite(row[f"s_per_100_{which}"]):
        return ("short" if row["status"] == "short" else "ok"), row[f"s_per_100_{which}"]
    if row["s_per_100_at_least"] != "":
        return "bound", row["s_per_100_at_least"]
    return "none", None


def panel(axis, rows, programs, colours, which):
    """One prior: a group of marks per data set, a place in the group per program."""
    datasets = list(dict.fromkeys(r["dataset"] for r in rows))
    axis.set_yscale("log")
    for r in rows:
        place = datasets.index(r["dataset"]) + 0.8 * ((programs.index(r["program"]) + 0.5) / len(programs) - 0.5)
        mark, height = point(r, which)
        where = {"transform": axis.get_xaxis_transform()} if height is None else {}
        axis.plot([place], [0.97 if height is None else height], MARKS[mark][0], color=colours[r["program"]],
                  markersize=5, **where)
    for k in range(1, len(datasets)):
        axis.axvline(k - 0.5, color="0.9", linewidth=0.8)
    axis.set_xlim(-0.5, len(datasets) - 0.5)
    axis.set_xticks(range(len(datasets)), datasets, rotation=35, ha="right", rotation_mode="anchor", fontsize=8)
    axis.grid(axis="y", alpha=0.3)


def draw(rows, out):
    priors = list(dict.fromkeys(r["prior"] for r in rows))
    programs = list(dict.fromkeys(r["program"] for r in rows))
    colours = dict(zip(programs, plt.cm.tab10(np.arange(len(programs)) % 10)))
    by_prior = {prior: [r for r in rows if r["prior"] == prior] for prior in priors}
    widths = [max(2, len({r["dataset"] for r in mine})) for mine in by_prior.values()]
    figure, axes = plt.subplots(2, len(priors), figsize=(max(9, 3 + 0.7 * sum(widths)), 8.5), squeeze=False,
                                layout="constrained", width_ratios=widths, sharey="row")
    for column, (prior, mine) in enumerate(by_prior.items()):
        for line, which in enumerate(("median", "min")):
            panel(axes[line][column], mine, programs, colours, which)
            axes[line][column].set_title(f"{prior}, by {which} ESS", fontsize=10)
    for line, which in zip(axes, ("median", "min")):
        line[0].set_ylabel("seconds per 100 ESS")
        heights = [height for _, height in (point(r, which) for r in rows) if height]
        if heights:
            line[0].set_ylim(min(heights) / 2, max(heights) * 4)  # room for the crosses above
    handles = [plt.Line2D([], [], color=colours[p], marker="s", linestyle="", label=p) for p in programs]
    handles += [plt.Line2D([], [], color="k", marker=m, linestyle="", label=label) for m, label in MARKS.values()]
    figure.legend(handles=handles, loc="outside lower center", ncol=4, fontsize=8)
    for kind in ("png", "svg"):
        figure.savefig(out / f"panel.{kind}", dpi=150)
    plt.close(figure)
