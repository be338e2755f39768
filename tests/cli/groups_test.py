"""Correlated group effects against what Stan drew for the same data, model and priors (groups/reference.py)."""
import csv
import json
import math
import unittest
from pathlib import Path

from program import CliTest

HERE = Path(__file__).parent / "groups"
CASES = {
    "gaussian": ["y ~ x + (1 + x | g)", HERE / "gaussian.csv", "--prior",
                 "x=normal(0,2),sd(Intercept|g)=half_normal(1),sd(x|g)=half_normal(0.7),cor(g)=lkj(2)",
                 "--dispersion-prior", "exponential(1)"],
    "poisson": ["y ~ x + (1 + x + z | g)", HERE / "poisson.csv", "--family", "poisson", "--prior",
                "x=normal(0,2),sd(g)=half_normal(1),sd(x|g)=half_normal(0.7),sd(z|g)=half_normal(0.5),cor(g)=lkj(1)"],
}


class StanAgrees(CliTest):
    def check(self, case, sampler):
        self.ok("fit", *CASES[case], "--intercept-prior", "normal(0,5)", "--sampler", sampler, "--seed", "3", "--warmup", "500",
                "--draws", "3000", "--quiet", "-o", "out")
        with open(self.dir / "out/summary.csv") as file:
            ours = {row["variable"]: row for row in csv.DictReader(file)}
        for name, stan in json.loads((HERE / "stan.json").read_text())[case].items():
            mean, sd, ess = (float(ours[name][k]) for k in ("mean", "sd", "ess_bulk"))
            error = math.hypot(sd / math.sqrt(ess), stan["sd"] / math.sqrt(stan["ess"]))
            self.assertGreater(ess, 400, name)
            self.assertLess(abs(mean - stan["mean"]), 4 * error, (name, mean, stan))
            self.assertLess(abs(sd / stan["sd"] - 1), 4 * math.sqrt(1 / ess + 1 / stan["ess"]), (name, sd, stan))

    def test_two_effects(self):
        self.check("gaussian", "newton")

    def test_three_effects_of_counts(self):
        self.check("poisson", "newton")


if __name__ == "__main__":
    unittest.main()
