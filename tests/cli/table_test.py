"""The table that a fit prints: what it was fitted for comes first, and any interval can be asked for."""
import csv
import random
import statistics
import unittest

from program import FAST, CliTest, draw_rows, header


class Tables(CliTest):
    def schools(self):
        rng = random.Random(1)
        lines = ["score,treatment,age,school"]
        for i in range(120):
            school = i % 24
            lines.append(f"{3 + 3 * (school % 5) + rng.gauss(0, 1):.3f},{i % 2},{rng.uniform(10, 18):.2f},s{school}")
        self.write("schools.csv", "\n".join(lines) + "\n")

    def test_effects_of_groups_do_not_crowd_out_coefficients(self):
        self.schools()
        done = self.ok("fit", "score ~ treatment + age + (1|school)", "schools.csv", *FAST)
        shown = [line.split()[0] for line in done.stdout.splitlines()[1:21]]
        self.assertEqual(shown[:5], ["Intercept", "treatment", "age", "sd(Intercept|school)", "sigma"])
        self.assertTrue(all(name.startswith("Intercept|school[") for name in shown[5:]), shown)
        self.assertIn("(20 of 29 parameters: all but some effects of groups", done.stdout)

    def test_top_cuts_what_is_last_first(self):
        self.schools()
        done = self.ok("fit", "score ~ treatment + age + (1|school)", "schools.csv", *FAST, "--top", "4")
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()[1:4]], ["Intercept", "treatment", "age"])
        self.assertIn("(4 of 29 parameters, by |median|/mad", done.stdout)

    def test_any_interval_stands_beside_q5_and_q95(self):
        self.table()
        done = self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "--interval", "95", "-o", "out")
        self.assertEqual(done.stdout.split("\n")[0].split(),
                         ["variable", "mean", "sd", "q2.5", "q5", "median", "q95", "q97.5", "rhat", "ess_bulk", "ess_tail"])
        with open(self.dir / "out/summary.csv") as file:
            rows = {row["variable"]: row for row in csv.DictReader(file)}
        at = header(self.dir / "out/chain-1.csv").index("x1")
        draws = sorted(float(row.split(",")[at]) for path in self.chains() for row in draw_rows(path))
        cuts = statistics.quantiles(draws, n=40, method="inclusive")
        self.assertAlmostEqual(float(rows["x1"]["q2.5"]), cuts[0], places=9)
        self.assertAlmostEqual(float(rows["x1"]["q97.5"]), cuts[-1], places=9)
        self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "--interval", "95", "-o", "out")  # ours: may be replaced
        self.assertIn("q97.5", self.ok("summary", "out", "--interval", "95").stdout)
        self.assertIn("q25 ", self.ok("summary", "out", "--interval", "50").stdout)
        usual = self.ok("summary", "out").stdout
        self.assertEqual(self.ok("summary", "out", "--interval", "90").stdout, usual)
        running = self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "--interval", "99", "--summary-only", "-o", "out")
        self.assertIn("q99.5", running.stdout)
        self.assertIn("q99.5", self.ok("summary", "out", "--interval", "99").stdout)
        self.assertNotIn("q99.5", self.ok("summary", "out").stdout)
        self.refused("summary", "out", "--interval", "95", says=["--interval 95", "no draws"])

    def test_one_draw_has_no_figures(self):
        self.table()
        done = self.ok("fit", "y ~ x1", "data.csv", "--sampler", "slice", "--warmup", "10", "--draws", "1", "--chains", "1")
        self.assertIn("1 chain x 1 draw (", done.stdout)
        self.assertIn("too few draws", done.stdout)
        self.assertNotIn("nan", done.stdout)

    def test_intervals_that_are_none(self):
        self.table()
        for command in ["fit", "y ~ x1", "data.csv"], ["summary", "data.csv"]:
            self.refused(*command, "--interval", "0.95", says=["--interval 0.95", "Did you mean 95?"])
            self.refused(*command, "--interval", "100", says=["--interval 100", "in percent"])
            self.refused(*command, "--interval", "wide", says=["--interval", "wide"])


if __name__ == "__main__":
    unittest.main()
