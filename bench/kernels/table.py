#!/usr/bin/env python3
"""A compact table of nanoseconds per row from kernels_bench's JSON (read from a file or standard input)."""
import json
import sys

NOTES = {"axpy": "STREAM-like: two streams read, one written", "dot": "STREAM-like: two streams read",
         "exp": "one exponential per row", "highway_exp": "the same with Highway's exponential"}
CEILINGS = list(NOTES)
# Kinds of columns by the ending of a benchmark's name, likelihood_KIND; one that is not here gets a section of its own.
KINDS = {"": ("no column", "at eta"), "shifted": ("dense column", "at eta + delta x: a candidate"),
         "sparse": ("sparse column", "the same on n nonzeros, gathered from random rows"),
         "same": ("column of one value", "the same, given exp(eta) of the rows"),
         "few": ("column of 3 values", "the same, given exp(eta) of the rows"),
         "few8": ("column of 8 values", "the same, given exp(eta) of the rows"),
         "few_watch": ("before its candidates", "exp(eta) and sums at rest, once per column of few values")}


def smallest_times(report):
    """{kernel: {n: ns per row}}, smallest of repetitions; ns per row is processor time over n."""
    unit = {"ns": 1, "us": 1e3, "ms": 1e6}
    times, label = {}, ""
    for run in report["benchmarks"]:
        if run.get("run_type", "iteration") != "iteration" or "/" not in run["name"]:
            continue
        name, n = run["run_name"].split("/")[:2] if "run_name" in run else run["name"].split("/")[:2]
        ns = run["cpu_time"] * unit[run["time_unit"]] / int(n)
        times.setdefault(name, {})
        times[name][int(n)] = min(ns, times[name].get(int(n), ns))
        label = run.get("label", label)
    return times, label


def by_kind(names):
    """{kind: {likelihood: benchmark}}: a name that continues another with _KIND is that likelihood on such a column."""
    stems = [k for k in names if not any(k.startswith(other + "_") for other in names)]
    kinds = {kind: {} for kind in KINDS}
    for name in names:
        stem = max((s for s in stems if name == s or name.startswith(s + "_")), key=len)
        kinds.setdefault(name[len(stem) + 1 :], {})[stem] = name
    return kinds


def section(title, names, times, sizes, note):
    """A table of one kind; the last two columns compare the largest n with one exponential and one stream per row."""
    last = sizes[-1]
    print(f"\n{title:24}" + "".join(f"{'n = ' + str(n):>12}" for n in sizes) + f"{'in exps':>10}{'in dots':>10}   {note}")
    for label, name in names.items():
        ratios = "".join(f"{times[name].get(last, float('nan')) / times.get(c, {}).get(last, float('nan')):10.2f}" for c in ("exp", "dot"))
        print(f"{label:24}" + "".join(f"{times[name].get(n, float('nan')):12.3f}" for n in sizes) + ratios
              + ("   " + NOTES[label] if label in NOTES else ""))


def main():
    source = open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin
    report = json.load(source)
    times, label = smallest_times(report)
    sizes = sorted({n for by_n in times.values() for n in by_n})
    context = report["context"]
    print(f"ns per row, smallest of repetitions; target {label}, {context['num_cpus']} cores at {context['mhz_per_cpu']} MHz, "
          f"load {context.get('load_avg', ['?'])[0]:.3}")
    section("ceilings", {k: k for k in CEILINGS if k in times}, times, sizes, "")
    for kind, names in by_kind([k for k in times if k not in CEILINGS]).items():
        if names:
            title, note = KINDS.get(kind, (f"{kind} column", ""))
            section(title, names, times, sizes, note)
    print("\nin exps, in dots: at the largest n, over one exponential per row and over reading two streams.")


if __name__ == "__main__":
    main()
