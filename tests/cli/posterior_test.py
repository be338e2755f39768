"""Routes that must give the same posterior do."""
import csv
import math
import unittest

from program import CliTest


def read(path):
    with open(path) as file:
        return {row["variable"]: {k: float(v) for k, v in row.items() if k != "variable" and v != "NA"}
                for row in csv.DictReader(file)}


class SamePosterior(CliTest):
    SETTINGS = ["--seed", "1", "--warmup", "500", "--draws", "2000", "--quiet"]

    def agree(self, a, b, names, factor=1.0):
        """Means within five Monte Carlo errors of the difference; factor relates the scales, b = factor * a."""
        for name in names:
            x, y = a[name], b[name]
            error = math.hypot(factor * x["sd"] / math.sqrt(x["ess_bulk"]), y["sd"] / math.sqrt(y["ess_bulk"]))
            self.assertLess(abs(factor * x["mean"] - y["mean"]), 5 * error, name)
            self.assertAlmostEqual(factor * x["sd"], y["sd"], delta=0.15 * y["sd"])

    def fit(self, out, *args):
        self.ok("fit", *args, *self.SETTINGS, "-o", out)
        return read(self.dir / out / "summary.csv")

    def test_naive_evaluation(self):
        self.table()
        formula = ["y ~ x1 + x2", "data.csv"]
        self.agree(self.fit("quick", *formula), self.fit("naive", *formula, "--naive"), ["Intercept", "x1", "x2", "sigma"])

    def test_rotated_and_plain_coordinates(self):
        self.table()
        formula = ["b ~ x1 + x2", "data.csv", "--family", "bernoulli"]
        self.agree(self.fit("yes", *formula, "--decorrelate", "yes"), self.fit("no", *formula, "--decorrelate", "no"),
                   ["Intercept", "x1", "x2"])

    def test_random_walk_and_both_slices(self):
        self.table()
        formula = ["n ~ x1", "data.csv", "--family", "poisson"]
        slices = self.fit("a", *formula)
        self.agree(slices, self.fit("b", *formula, "--slice", "doubling", "--width", "10"), ["Intercept", "x1"])
        self.agree(slices, self.fit("c", *formula, "--sampler", "random_walk"), ["Intercept", "x1"])
        self.agree(slices, self.fit("d", *formula, "--scan", "rpgs"), ["Intercept", "x1"])

    def test_zscore_results_on_the_original_scale(self):
        self.table(rows=200)
        # Weak priors, so that the prior's scale (that of the scaled columns) does not matter.
        formula = ["y ~ x1 + x2", "data.csv", "--prior", "normal(0,100)", "--intercept-prior", "normal(0,100)"]
        plain = self.fit("plain", *formula)
        self.fit("scaled", *formula, "--standardize", "zscore")
        original = read(self.dir / "scaled/summary-original.csv")
        self.agree(plain, original, ["Intercept", "x1", "x2"])

    def test_table_and_matrix_files_agree(self):
        self.ok("simulate", "--family", "bernoulli", "-n", "150", "-d", "3", "--seed", "5", "-o", "d.csv")
        for kind in ["svm", "mtx", "npz"]:
            self.ok("simulate", "--family", "bernoulli", "-n", "150", "-d", "3", "--seed", "5", "-o", f"d.{kind}")
        same = ["--prior", "normal(0,2)", "--intercept-prior", "normal(0,2)", "--family", "bernoulli", "--standardize", "none"]
        # One coordinate at a time, sparse and dense columns round alike.
        same += ["--sampler", "slice"]
        table = self.fit("csv", "y ~ x1 + x2 + x3", "d.csv", *same)
        first = None
        for kind in ["svm", "mtx", "npz"]:
            response = ["--response", "d.y.csv"] if kind == "mtx" else []
            matrix = self.fit(kind, f"d.{kind}", *same, *response)
            self.agree(table, matrix, ["Intercept", "x1", "x2", "x3"])
            # The same numbers in the same order: the same chains, whatever the format.
            first = first or matrix
            self.assertEqual(first, matrix)
        self.ok("fit", "d.svm", *self.SETTINGS)  # the default scaling, too


if __name__ == "__main__":
    unittest.main()
