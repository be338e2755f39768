#!/usr/bin/env python3
"""A compact table of nanoseconds per row from kernels_bench's JSON (read from a file or standard input)."""
import json
import sys

NOTES = {"axpy": "STREAM-like: two streams read, one written", "dot": "STREAM-like: two streams read",
         "exp": "one exponential per row", "highway_exp": "the same with Highway's exponential",
         "gather_add_scaled": "sparse column: read", "scatter_axpy": "sparse column: read and write"}
CEILINGS = list(NOTES)
KINDS = [("no column", "", "at eta"), ("dense column", "_shifted", "at eta + delta x: a candidate"),
         ("sparse column", "_sparse", "the same on n nonzeros, gathered from random rows")]


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


def main():
    source = open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin
    report = json.load(source)
    times, label = smallest_times(report)
    sizes = sorted({n for by_n in times.values() for n in by_n})
    context = report["context"]
    print(f"ns per row, smallest of repetitions; target {label}, {context['num_cpus']} cores at {context['mhz_per_cpu']} MHz, "
          f"load {context.get('load_avg', ['?'])[0]}")
    plain = [k for k in times if k not in CEILINGS and not k.endswith(("_shifted", "_sparse"))]
    print(f"\n{'ceilings':24}" + "".join(f"{'n = ' + str(n):>12}" for n in sizes))
    for name in (k for k in CEILINGS if k in times):
        print(f"{name:24}" + "".join(f"{times[name].get(n, float('nan')):12.3f}" for n in sizes) + f"   {NOTES[name]}")
    exp = times.get("exp", {})
    for kind, suffix, note in KINDS:
        print(f"\n{kind:24}" + "".join(f"{'n = ' + str(n):>12}" for n in sizes) + f"{'in exps':>12}   {note}")
        for name in plain:
            row = times.get(name + suffix)
            if row is None:
                continue
            ratio = row[sizes[-1]] / exp[sizes[-1]] if sizes[-1] in exp else float("nan")
            print(f"{name:24}" + "".join(f"{row.get(n, float('nan')):12.3f}" for n in sizes) + f"{ratio:12.2f}")
    print("\nin exps: largest n, over one exponential per row.")


if __name__ == "__main__":
    main()
