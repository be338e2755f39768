"""Stan's NUTS on one case: MODEL.stan DATA.json SETTINGS.json -> one line of JSON, as nuts_cases prints it."""
import json
import os
import re
import sys
from pathlib import Path


def elapsed(fit, phase):
    """Seconds that Stan itself reports for a phase (wall clock)."""
    for output in fit.stan_outputs:
        for found in re.finditer(rb"([0-9.e+-]+) seconds \(" + phase.encode(), output):
            return float(found.group(1))
    raise RuntimeError(f"Stan reported no time for {phase}")


def group_cpu():
    """Processor seconds so far of this process group: the server that PyStan starts included."""
    total, group = 0, os.getpgrp()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            total += sum(map(int, fields[11:15]))
    return total / os.sysconf("SC_CLK_TCK")


def load(path):
    """data.json, or a folder of the panel."""
    path = Path(path)
    if path.is_file():
        return json.loads(path.read_text())
    import numpy as np

    meta = json.loads((path / "meta.json").read_text())
    n, d = meta["n"], meta["d"]
    return {"n": n, "d": d, "x": np.fromfile(path / "X.f64").reshape((n, d), order="F"),
            "y": np.fromfile(path / "y.i32", dtype=np.int32)}


def main():
    import time

    import stan

    model_file, data_file, settings = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
    model = stan.build(Path(model_file).read_text(), data=load(data_file), random_seed=1)
    cpu, wall = group_cpu(), time.perf_counter()
    # Chains one after the other: their times do not mix. The server starts once.
    seconds, steps, depth, leapfrogs, acceptance, divergences = 0.0, [], [], 0.0, [], 0
    for chain in range(settings["chains"]):
        if chain > 0:
            model = stan.build(Path(model_file).read_text(), data=load(data_file), random_seed=1 + chain)
        fit = model.sample(num_chains=1, num_warmup=settings["warmup"], num_samples=settings["draws"],
                           max_depth=settings["max_depth"])
        seconds += elapsed(fit, "Sampling")
        steps.append(float(fit["stepsize__"][0, -1]))
        depth.append(float(fit["treedepth__"].mean()))
        acceptance.append(float(fit["accept_stat__"].mean()))
        leapfrogs += float(fit["n_leapfrog__"].sum())
        divergences += int(fit["divergent__"].sum())
    busy = min(1.0, (group_cpu() - cpu) / (time.perf_counter() - wall))
    mean = lambda x: sum(x) / len(x)
    print(json.dumps({"step_size": mean(steps), "depth": mean(depth), "acceptance": mean(acceptance),
                      "leapfrogs_per_draw": leapfrogs / (settings["draws"] * settings["chains"]),
                      "seconds_per_leapfrog": seconds * busy / leapfrogs, "busy": busy, "divergences": divergences}))


if __name__ == "__main__":
    main()
