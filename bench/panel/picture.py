"""Seconds per 100 effective draws, by median and by minimum, per data set and program."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np


def draw(rows, out):
    priors = list(dict.fromkeys(r["prior"] for r in rows))
    programs = list(dict.fromkeys(r["program"] for r in rows))
    colours = dict(zip(programs, plt.cm.tab10(np.arange(len(programs)) % 10)))
    figure, axes = plt.subplots(2, len(priors), figsize=(3 + 4.5 * len(priors), 8), squeeze=False, sharey="row")
    for column, prior in enumerate(priors):
        datasets = list(dict.fromkeys(r["dataset"] for r in rows if r["prior"] == prior))
        for line, which in enumerate(("median", "min")):
            axis = axes[line][column]
            for k, program in enumerate(programs):
                shift = 0.7 * ((k + 0.5) / len(programs) - 0.5)
                mine = [r for r in rows if r["prior"] == prior and r["program"] == program]
                for status, marker in (("result", "o"), ("short", "v")):
                    points = [(datasets.index(r["dataset"]) + shift, r[f"s_per_100_{which}"]) for r in mine
                              if r["sampling_seconds"] != "" and (r["status"] == "short") == (status == "short")]
                    if points:
                        axis.plot(*zip(*points), marker, color=colours[program])
                # What gave no figure stands at the top edge, so that its absence is seen.
                absent = [datasets.index(r["dataset"]) + shift for r in mine if r["sampling_seconds"] == ""]
                axis.plot(absent, [0.98] * len(absent), "x", color=colours[program], clip_on=False,
                          transform=axis.get_xaxis_transform())
            axis.set_yscale("log")
            axis.set_xticks(range(len(datasets)), datasets, rotation=60, ha="right", fontsize=8)
            axis.set_title(f"{prior} prior, by {which} ESS", fontsize=10)
            axis.grid(axis="y", alpha=0.3)
    for line in axes:
        line[0].set_ylabel("seconds per 100 ESS")
    handles = [plt.Line2D([], [], color=colours[p], marker="o", linestyle="", label=p) for p in programs]
    handles += [plt.Line2D([], [], color="k", marker="v", linestyle="", label="ESS below goal"),
                plt.Line2D([], [], color="k", marker="x", linestyle="", label="no result")]
    figure.legend(handles=handles, loc="lower center", ncol=5, fontsize=8)
    figure.tight_layout(rect=(0, 0.07, 1, 1))
    for kind in ("png", "svg"):
        figure.savefig(out / f"panel.{kind}", dpi=150)
    plt.close(figure)
