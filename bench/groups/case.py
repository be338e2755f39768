"""What a hierarchical model of the race is: data, group terms and priors, from which every program's form is written."""
import csv
from dataclasses import dataclass, field

import numpy as np

import jags_code
import stan_code


@dataclass
class Term:
    """(effects | group): `index` has each row's level; several effects are correlated with an lkj prior."""

    group: str
    index: np.ndarray
    levels: list
    effects: tuple = ("Intercept",)


@dataclass
class Case:
    """y ~ Intercept + x + terms. Priors: normal(0, s) of coefficients, half_normal(s) of scales; None is flat.

    `shrink` has the numbers of a regularized horseshoe over all of x: global scale, slab scale, slab degrees of freedom.
    """

    name: str
    title: str
    family: str
    y: np.ndarray
    x: dict = field(default_factory=dict)
    terms: list = field(default_factory=list)
    columns: dict = field(default_factory=dict)  # grouping columns of the table, as the formula names them
    formula: str = ""
    intercept_sd: float = 5.0
    coefficient_sd: float = 2.5
    sd_scale: float | None = 1.0
    sigma_scale: float = 2.0
    lkj: float = 2.0
    shrink: tuple | None = None

    @property
    def gaussian(self):
        return self.family == "gaussian"

    def design(self, names=None):
        names = list(self.x) if names is None else names
        return np.column_stack([self.x[k] for k in names]) if names else np.zeros((len(self.y), 0))

    def quantities(self):
        """(name, kind) of all that is compared and whose worst counts, in the order of every program's draws."""
        out = [("Intercept", "real"), *((k, "shrunk" if self.shrink else "real") for k in self.x)]
        out += [("sigma", "positive")] if self.gaussian else []
        out += [("tau", "positive"), ("slab2", "positive")] if self.shrink else []
        for t in self.terms:
            out += [(f"sd({e}|{t.group})", "positive") for e in t.effects]
            if len(t.effects) == 2:
                out += [(f"cor({t.effects[0]},{t.effects[1]}|{t.group})", "correlation")]
            out += [(f"{e}|{t.group}[{level}]", "real") for e in t.effects for level in t.levels]
        return out

    def stan(self, centred):
        return stan_code.write(self, centred)

    def jags(self):
        return jags_code.write(self)

    def write_table(self, path):
        columns = {"y": self.y, **self.x, **self.columns}
        with open(path, "w", newline="") as file:
            out = csv.writer(file)
            out.writerow(columns)
            out.writerows(zip(*(c.tolist() for c in columns.values())))

    def flags(self):
        """Our command line's: every prior is said."""
        sd = "flat" if self.sd_scale is None else f"half_normal({self.sd_scale:g})"
        coefficients = f"normal(0,{self.coefficient_sd:g})"
        if self.shrink:
            coefficients = "regularized_horseshoe({:g},{:g},{:g})".format(*self.shrink)
        priors = [f".={coefficients}"] if self.x else []
        priors += [f"sd({g})={sd}" for g in dict.fromkeys(t.group for t in self.terms)]
        priors += [f"cor({t.group})=lkj({self.lkj:g})" for t in self.terms if len(t.effects) == 2]
        out = ["--family", self.family, "--intercept-prior", f"normal(0,{self.intercept_sd:g})"]
        out += ["--prior", ",".join(priors)] if priors else []
        return out + (["--dispersion-prior", f"half_normal({self.sigma_scale:g})"] if self.gaussian else [])
