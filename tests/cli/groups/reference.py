#!/usr/bin/env python3
"""Writes stan.json: what Stan draws from model.stan for gaussian.csv and poisson.csv (needs pystan; minutes).

The data were simulated: 30 groups of 8 rows with sds 0.9 and 0.5 and correlation 0.6; 25 groups of 8 counts with sds 0.5, 0.4
and 0.3 and correlations -0.5, 0.3 and 0.1.
"""
import csv
import json
from pathlib import Path

import numpy as np
import stan

HERE = Path(__file__).parent


def data_of(name):
    with open(HERE / f"{name}.csv") as file:
        rows = list(csv.DictReader(file))
    levels = sorted({r["g"] for r in rows})
    effects = ["x"] if name == "gaussian" else ["x", "z"]
    x = np.array([[float(r["x"])] for r in rows])
    z = np.array([[1.0] + [float(r[e]) for e in effects] for r in rows])
    y = [float(r["y"]) for r in rows]
    poisson = name == "poisson"
    return {"n": len(rows), "p": 1, "k": z.shape[1], "levels": len(levels), "poisson": int(poisson), "x": x, "z": z,
            "g": [levels.index(r["g"]) + 1 for r in rows], "y": y, "count": [int(v) if poisson else 0 for v in y],
            "sd_scale": [1.0, 0.7, 0.5][:z.shape[1]], "eta": 1.0 if poisson else 2.0}, ["Intercept", *effects], levels


def effective(draws):
    """Effective draws of the mean, from split chains (Geyer's initial monotone sequence)."""
    chains, n = draws.shape
    split = draws.reshape(2 * chains, n // 2)
    m, n = split.shape
    centred = split - split.mean(1, keepdims=True)
    spectrum = np.fft.rfft(centred, 2 * n)
    covariance = np.fft.irfft(spectrum * np.conj(spectrum))[:, :n].mean(0) / n * n / (n - 1)
    total = covariance[0] * (n - 1) / n + split.mean(1).var(ddof=1)
    rho = 1 - (covariance[0] - covariance) / total
    time, least = -1.0, np.inf
    for t in range(0, n - 1, 2):
        if rho[t] + rho[t + 1] < 0:
            break
        least = min(least, rho[t] + rho[t + 1])
        time += 2 * least
    return m * n / max(time, 1 / np.log10(m * n))


def quantities(fit, name, effects, levels):
    out = {"Intercept": fit["a"][0], "x": fit["b"][0]}
    if name == "gaussian":
        out["sigma"] = fit["sigma"][0]
    for i, effect in enumerate(effects):
        out[f"sd({effect}|g)"] = fit["s"][i]
        out.update({f"cor({effects[j]},{effect}|g)": fit["R"][i, j] for j in range(i)})
        out.update({f"{effect}|g[{levels[l]}]": fit["u"][l, i] for l in (0, 7)})
    return out


def main():
    found = {}
    for name in ("gaussian", "poisson"):
        data, effects, levels = data_of(name)
        fit = stan.build((HERE / "model.stan").read_text(), data=data, random_seed=11).sample(
            num_chains=4, num_warmup=1500, num_samples=10000)
        found[name] = {}
        for quantity, draws in quantities(fit, name, effects, levels).items():
            chains = np.asarray(draws).reshape(-1, 4).T
            found[name][quantity] = {"mean": round(float(chains.mean()), 5), "sd": round(float(chains.std()), 5),
                                     "ess": round(effective(chains))}
    (HERE / "stan.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
