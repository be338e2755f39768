"""`cggibbs simulate`: same seed, same file; the command it prints recovers the truth."""
import csv
import shlex
import unittest

from program import CliTest

FAMILIES = ["gaussian", "student_t", "bernoulli", "binomial", "poisson", "negative_binomial", "gamma", "beta"]


class Simulate(CliTest):
    def simulate(self, output, *options):
        return self.ok("simulate", "--seed", "1", "-o", output, *options)

    def test_same_seed_same_file(self):
        for kind in ["csv", "svm", "mtx", "npz"]:
            for options in [[], ["--sparsity", "0.9"]]:
                self.simulate(f"a.{kind}", *options)
                self.simulate(f"b.{kind}", *options)
                self.assertEqual((self.dir / f"a.{kind}").read_bytes(), (self.dir / f"b.{kind}").read_bytes())
                self.ok("simulate", "--seed", "2", "-o", f"c.{kind}", *options)
                self.assertNotEqual((self.dir / f"a.{kind}").read_bytes(), (self.dir / f"c.{kind}").read_bytes())

    def test_columns_and_truth(self):
        done = self.simulate("d.csv", "--family", "binomial", "--trials", "7", "--coefficients", "1,-0.5", "--groups", "3", "-n", "9")
        with open(self.dir / "d.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), ["y", "x1", "x2", "group", "trials"])
        self.assertEqual({r["trials"] for r in rows}, {"7"})
        self.assertEqual({r["group"] for r in rows}, {"g1", "g2", "g3"})
        with open(self.dir / "d-truth.csv") as file:
            truth = {r["variable"]: float(r["value"]) for r in csv.DictReader(file)}
        self.assertEqual((truth["x1"], truth["x2"], truth["sd(Intercept|group)"]), (1, -0.5, 0.5))
        self.assertEqual(len(done.stdout.splitlines()), 2)
        self.assertEqual(done.stderr, "")

    def test_the_printed_command_recovers_the_truth(self):
        for family in FAMILIES:
            with self.subTest(family):
                done = self.simulate(f"{family}.csv", "--family", family, "--coefficients", "0.6,-0.4", "--intercept", "0.5",
                                     "-n", "500", "--dispersion" if family not in ["bernoulli", "binomial", "poisson"] else "--cols", "2")
                command = shlex.split(done.stdout.splitlines()[1])
                self.assertEqual(command[:2], ["cggibbs", "fit"])
                self.ok(*command[1:], "--warmup", "200", "--draws", "250", "--seed", "1", "-o", family, "--quiet")
                with open(self.dir / f"{family}-truth.csv") as file:
                    truth = {r["variable"]: float(r["value"]) for r in csv.DictReader(file)}
                with open(self.dir / family / "summary.csv") as file:
                    for r in csv.DictReader(file):
                        # Twenty-odd parameters: four posterior sds leave one false alarm in a thousand, and the seed is fixed.
                        self.assertLess(abs(float(r["mean"]) - truth[r["variable"]]), 4 * float(r["sd"]), r["variable"])

    def test_printed_commands_of_matrix_files_run(self):
        for kind in ["svm", "mtx", "npz"]:
            done = self.simulate(f"my data.{kind}", "--family", "bernoulli", "--sparsity", "0.9", "-d", "30", "-n", "50")
            command = shlex.split(done.stdout.splitlines()[1])
            self.ok(*command[1:], "--warmup", "50", "--draws", "50", "--quiet")

    def test_other_links(self):
        done = self.simulate("d.csv", "--family", "bernoulli", "--link", "probit", "-d", "12", "--groups", "4")
        self.assertIn("cggibbs fit 'y ~ . + (1|group)' d.csv --family bernoulli --link probit", done.stdout)

    def test_directories_are_made(self):
        self.simulate("a/b/d.csv")
        self.assertTrue((self.dir / "a/b/d-truth.csv").exists())


if __name__ == "__main__":
    unittest.main()
