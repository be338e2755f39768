"""A model of the race that no formula states: its forms are files in models/ and a function in builder_cases.cpp."""
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MODELS = Path(__file__).resolve().parent / "models"


@dataclass
class Built:
    """`values` are the data under the names of the programs; `kinds` names parameters, their lengths and kinds."""

    name: str
    title: str
    values: dict
    kinds: dict

    def quantities(self):
        """(name, kind) of all elements, in the order in which builder_cases.cpp declares them."""
        return [(name if size is None else f"{name}[{k}]", kind) for name, (size, kind) in self.kinds.items()
                for k in range(1, (size or 1) + 1)]

    def stan(self, centred):
        """(program, data, names in the order of quantities())."""
        program = (MODELS / f"{self.name}-{'centred' if centred else 'noncentred'}.stan").read_text()
        values = {k: v.tolist() if hasattr(v, "tolist") else v for k, v in self.values.items()}
        return program, values, [name.replace("[", ".").replace("]", "") for name, _ in self.quantities()]

    def jags(self):
        """(program, data, names, monitors)."""
        return (MODELS / f"{self.name}.bug").read_text(), self.values, [name for name, _ in self.quantities()], list(self.kinds)


def twopl():
    rng = np.random.default_rng(14)
    persons, items = 200, 20
    person, item = np.repeat(np.arange(persons), items), np.tile(np.arange(items), persons)
    theta, a, b = rng.standard_normal(persons), np.exp(0.4 * rng.standard_normal(items)), rng.standard_normal(items)
    y = (rng.random(persons * items) < 1 / (1 + np.exp(-a[item] * (theta[person] - b[item])))).astype(int)
    return Built("twopl", "item response, 200 persons x 20 items, two parameters per item",
                 {"n": len(y), "persons": persons, "items": items, "person": person + 1, "item": item + 1, "y": y},
                 {"s": (None, "positive"), "a": (items, "positive"), "b": (items, "real"), "theta": (persons, "real")})


def ar1():
    rng = np.random.default_rng(15)
    x = np.zeros(500)
    for t in range(1, 500):
        x[t] = 0.9 * x[t - 1] + rng.normal(0, 0.3)
    return Built("ar1", "Poisson, 500 counts, AR(1) log rate", {"n": 500, "y": rng.poisson(np.exp(1 + x))},
                 {"mu": (None, "real"), "phi": (None, "correlation"), "s": (None, "positive"), "x": (500, "real")})


def walk():
    rng = np.random.default_rng(16)
    y = np.cumsum(rng.normal(0, 0.3, 500)) + rng.normal(0, 0.7, 500)
    return Built("walk", "Gaussian, 500 steps of a random walk", {"n": 500, "y": y},
                 {"s": (None, "positive"), "sigma": (None, "positive"), "x": (500, "real")})
