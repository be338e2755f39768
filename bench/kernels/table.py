#!/usr/bin/env python3
"""A compact table of nanoseconds per row from kernels_bench's JSON (read from a file or standard input)."""
import json
import sys

NOTES = {"axpy": "STREAM-like: two streams read, one written", "dot": "STREAM-like: two streams read",
         "exp": "one exponential per row", "highway_exp": "the same with Highway's exponential",
         "gather_add_scaled": "sparse column: read", "scatter_axpy": "sparse column: read and write"}
CEILINGS = list(NOTES)


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
    plain = [k for k in times if k not in CEILINGS and not k.endswith("_shifted")]
    print(f"\n{'ceilings':24}" + "".join(f"{'n = ' + str(n):>12}" for n in sizes))
    for name in (k for k in CEILINGS if k in times):
        print(f"{name:24}" + "".join(f"{times[name].get(n, float('nan')):12.3f}" for n in sizes) + f"   {NOTES[name]}")
    exp = times.get("exp", {})
    print(f"\n{'likelihood':24}" + "".join(f"{'n = ' + str(n):>12}" for n in sizes)
          + "".join(f"{'moved ' + str(n):>14}" for n in sizes) + f"{'in exps':>10}")
    for name in plain:
        moved = times.get(name + "_shifted", {})
        largest = sizes[-1]
        ratio = moved.get(largest, float("nan")) / exp[largest] if largest in exp else float("nan")
        print(f"{name:24}" + "".join(f"{times[name].get(n, float('nan')):12.3f}" for n in sizes)
              + "".join(f"{moved.get(n, float('nan')):14.3f}" for n in sizes) + f"{ratio:10.2f}")
    print("\nmoved: at eta + delta x, what a sampler evaluates at a candidate of a dense column; a sparse column costs a gather,"
          "\nthe likelihood on its nonzeros, and on acceptance a scatter. in exps: moved, largest n, over one exponential per row.")


if __name__ == "__main__":
    main()
