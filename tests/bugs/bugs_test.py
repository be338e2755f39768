#!/usr/bin/env python3
"""Programs in the BUGS language, run by the whole program: the same draws as `fit`, and posteriors that are known exactly."""

import csv
import itertools
import json
import math
import os
import random
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("CGGIBBS", "cggibbs")


def normal(x, mean, sd):
    return math.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * math.sqrt(2 * math.pi))


def tail(x):
    return 0.5 * math.erfc(x / math.sqrt(2))


def solve(a, b):
    """a x = b by elimination."""
    n = len(b)
    m = [row[:] + [y] for row, y in zip(a, b)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[pivot] = m[pivot], m[i]
        for r in range(n):
            if r != i:
                m[r] = [x - m[r][i] / m[i][i] * y for x, y in zip(m[r], m[i])]
    return [m[i][n] / m[i][i] for i in range(n)]


def hidden_markov_mean():
    """E z[2] of three steps, by enumeration."""
    p, m, y = [[0.8, 0.2], [0.3, 0.7]], [0, 2], [0.1, 1.2, 1.9]
    total = mean = 0
    for z in itertools.product([0, 1], repeat=3):
        w = 0.5 * p[z[0]][z[1]] * p[z[1]][z[2]] * math.prod(normal(v, m[k], 1) for v, k in zip(y, z))
        total, mean = total + w, mean + w * (z[1] + 1)
    return mean / total


def random_walk_mean():
    """E x of x[1] ~ N(0, 1), x[t] ~ N(x[t-1], 1/4), y[t] ~ N(x[t], 1)."""
    y = [1, 2, 4]
    q = [[1 + 4 + 1, -4, 0], [-4, 4 + 4 + 1, -4], [0, -4, 4 + 1]]
    return solve(q, y)


COUNTS = [3, 1, 4, 1, 5]
POSTERIORS = {  # program, data, exact means
    "beta and binomial": ("p ~ dbeta(2, 3); r ~ dbin(p, 10)", {"r": 7}, {"p": 9 / 15}),
    "gamma and poisson": ("l ~ dgamma(2, 1); for (i in 1:5) { y[i] ~ dpois(l) }", {"y": COUNTS}, {"l": 16 / 6}),
    "log link": ("b ~ dnorm(0, 1); log(l) <- b; r <- l; y ~ dpois(1); z ~ dnorm(b, 3)", {"y": 1, "z": 2}, {"b": 1.5}),
    "normal mean": ("m ~ dnorm(1, 0.25); for (i in 1:5) { y[i] ~ dnorm(m, 2) }", {"y": COUNTS}, {"m": (0.25 + 28) / 10.25}),
    "normal precision": ("t ~ dgamma(2, 3); for (i in 1:5) { y[i] ~ dnorm(2, t) }", {"y": COUNTS},
                         {"t": (2 + 2.5) / (3 + 0.5 * sum((v - 2) ** 2 for v in COUNTS))}),
    "exponential": ("r ~ dgamma(3, 2); for (i in 1:5) { y[i] ~ dexp(r) }", {"y": COUNTS}, {"r": 8 / 16}),
    "negative binomial": ("p ~ dbeta(2, 2); for (i in 1:5) { y[i] ~ dnegbin(p, 3) }", {"y": COUNTS}, {"p": 17 / 33}),
    "missing value": ("m ~ dnorm(0, 1); for (i in 1:3) { y[i] ~ dnorm(m, 1) }", {"y": [1, 2, None]}, {"m": 1, "y[3]": 1}),
    "truncated prior": ("x ~ dnorm(0, 1) T(1,)", {}, {"x": normal(1, 0, 1) / tail(1)}),
    "truncated on both sides": ("x ~ dnorm(0, 1) T(-1, 2)", {}, {"x": (normal(1, 0, 1) - normal(2, 0, 1)) / (tail(-1) - tail(2))}),
    "uniform with a sampled end": ("t ~ dunif(0, 20); for (i in 1:5) { y[i] ~ dunif(0, t) }", {"y": COUNTS},
                                   {"t": 4 / 3 * (5 ** -3 - 20 ** -3) / (5 ** -4 - 20 ** -4)}),
    "a class": ("z ~ dcat(p[]); y ~ dnorm(m[z], 1)", {"p": [0.2, 0.5, 0.3], "m": [0, 1, 3], "y": 1.5},
                {"z": sum(k * w for k, w in zip([1, 2, 3], [0.2 * normal(1.5, 0, 1), 0.5 * normal(1.5, 1, 1), 0.3 * normal(1.5, 3, 1)]))
                 / (0.2 * normal(1.5, 0, 1) + 0.5 * normal(1.5, 1, 1) + 0.3 * normal(1.5, 3, 1))}),
    "hidden Markov": ("z[1] ~ dcat(q[]); for (t in 2:3) { z[t] ~ dcat(P[z[t-1],]) } for (t in 1:3) { y[t] ~ dnorm(m[z[t]], 1) }",
                      {"q": [0.5, 0.5], "P": [[0.8, 0.2], [0.3, 0.7]], "m": [0, 2], "y": [0.1, 1.2, 1.9]},
                      {"z[2]": hidden_markov_mean()}),
    "random walk": ("x[1] ~ dnorm(0, 1); for (t in 2:3) { x[t] ~ dnorm(x[t-1], 4) } for (t in 1:3) { y[t] ~ dnorm(x[t], 1) }",
                    {"y": [1, 2, 4]}, {f"x[{t + 1}]": m for t, m in enumerate(random_walk_mean())}),
    "vector": ("b[1:2] ~ dmnorm(m[], O[,]); y ~ dnorm(b[1] + b[2], 1)", {"m": [1, 0], "O": [[2, 1], [1, 2]], "y": 4},
               dict(zip(["b[1]", "b[2]"], solve([[3, 2], [2, 3]], [6, 5])))),
    "regression": ("for (i in 1:5) { y[i] ~ dnorm(a + inprod(b[], x[i,]), 1) } a ~ dnorm(0, 1); for (j in 1:2) { b[j] ~ dnorm(0, 1) }",
                   {"y": COUNTS, "x": [[1, 0], [0, 1], [1, 1], [2, -1], [0, 3]]},
                   dict(zip(["a", "b[1]", "b[2]"], solve([[6, 4, 4], [4, 7, -1], [4, -1, 13]], [14, 9, 19])))),
}


class Bugs(unittest.TestCase):
    def setUp(self):
        self.dir = Path(tempfile.mkdtemp(prefix="cggibbs-bugs-"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)

    def call(self, *words):
        return subprocess.run([PROGRAM, *map(str, words)], cwd=self.dir, text=True, timeout=200, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_posteriors_have_their_exact_means(self):
        for name, (program, data, means) in POSTERIORS.items():
            with self.subTest(name):
                (self.dir / "m.bug").write_text(f"model {{ {program} }}")
                (self.dir / "d.json").write_text(json.dumps(data))
                done = self.call("run", "m.bug", "--data", "d.json", "--seed", "1", "--quiet", "--draws", "4000", "-o", "out")
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(self.dir / "out" / "summary.csv") as f:
                    rows = {row["variable"]: row for row in csv.DictReader(line for line in f if not line.startswith("#"))}
                for node, mean in means.items():
                    row = rows[node]
                    error = float(row["sd"]) / math.sqrt(float(row["ess_bulk"]))
                    self.assertLess(abs(float(row["mean"]) - mean), 4.5 * error, f"{node}: {row['mean']}, not {mean}")
                shutil.rmtree(self.dir / "out")

    def test_a_model_has_the_same_draws_through_both_doors(self):
        rng = random.Random(2)
        n = 60
        rows = [(rng.randrange(2), round(rng.gauss(0, 1), 3), round(rng.gauss(0, 1), 3), 1 + i % 6) for i in range(n)]
        (self.dir / "d.csv").write_text("y,x1,x2,g\n" + "".join(f"{y},{a},{b},g{g}\n" for y, a, b, g in rows))
        (self.dir / "d.json").write_text(json.dumps({"N": n, "y": [r[0] for r in rows], "X": [[r[1], r[2]] for r in rows], "g": [r[3] for r in rows]}))
        (self.dir / "m.bug").write_text("""model {
          a ~ dnorm(0, 0.0625)
          for (j in 1:2) { b[j] ~ dnorm(0, 0.25) }
          s ~ dexp(1)
          for (k in 1:6) { u[k] ~ dnorm(0, pow(s, -2)) }
          for (i in 1:N) {
            y[i] ~ dbern(p[i])
            logit(p[i]) <- a + inprod(X[i,], b[]) + u[g[i]]
          }
        }""")
        u = [0, 0.1, -0.1, 0.2, 0, 0]
        (self.dir / "fit.json").write_text(json.dumps({"Intercept": 0.1, "b": [0.2, -0.1], "sd(Intercept|g)": 0.7, "Intercept|g": u}))
        (self.dir / "run.json").write_text(json.dumps({"a": 0.1, "b": [0.2, -0.1], "s": 0.7, "u": u}))
        for sampler in ["slice", "newton", "latent", "nuts"]:
            with self.subTest(sampler):
                same = ["--seed", "3", "--chains", "1", "--draws", "50", "--warmup", "100", "--sampler", sampler, "--quiet"]
                fit = self.call("fit", "y ~ x1 + x2 + (1|g)", "d.csv", "--family", "bernoulli", "--prior", "normal(0,2)", "--intercept-prior",
                                "normal(0,4)", "--sd-prior", "exponential(1)", "--init", "fit.json", "-o", "fit-" + sampler, *same)
                run = self.call("run", "m.bug", "--data", "d.json", "--inits", "run.json", "-o", "run-" + sampler, *same)
                self.assertEqual((fit.returncode, run.returncode), (0, 0), fit.stderr + run.stderr)

                def draws(folder):
                    text = (self.dir / folder / "chain-1.csv").read_text()
                    return [line for line in text.splitlines() if not line.startswith("#")][1:]

                self.assertEqual(draws("fit-" + sampler), draws("run-" + sampler))

    def test_errors_are_one_line_and_a_caret(self):
        (self.dir / "m.bug").write_text("model {\n  r ~ dbin(p, 10)\n  p ~ dbeta(1, 1)\n}\n")
        (self.dir / "d.json").write_text('{"r": 12}')
        done = self.call("run", "m.bug", "--data", "d.json")
        self.assertEqual(done.returncode, 2)
        lines = done.stderr.splitlines()
        self.assertTrue(lines[0].startswith("error: m.bug:2:3: 'r' is observed as 12"), lines)
        self.assertEqual(lines[1:], ["    r ~ dbin(p, 10)", "    ^"])

    def test_a_byte_order_mark_is_no_part_of_a_program(self):
        (self.dir / "m.bug").write_bytes(b"\xef\xbb\xbfmodel {\r\n\tr ~ dbin(p, 10)\r\n\tp ~ dbeta(1, 1) }\r\n")
        (self.dir / "d.json").write_text('{"r": 3}')
        done = self.call("run", "m.bug", "--data", "d.json", "--draws", 10, "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        (self.dir / "s.cmd").write_text("model in m.bug\ndata in d.json\ncompile\ninitialize\n")
        done = self.call("jags", "s.cmd")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_data_that_the_program_does_not_use_are_named(self):
        (self.dir / "m.bug").write_text("model { r ~ dbin(p, 10); p ~ dbeta(1, 1) }")
        (self.dir / "d.json").write_text('{"R": 3}')
        message = "the data give 'R', which the program does not use. Did you mean 'r'?"
        self.assertIn("note: " + message, self.call("run", "m.bug", "--data", "d.json", "--draws", 10).stderr)
        (self.dir / "s.cmd").write_text("model in m.bug\ndata in d.json\ncompile\n")
        self.assertIn("Note: " + message, self.call("jags", "s.cmd").stdout)

    def test_where_no_start_is_found_the_option_of_programs_is_named(self):
        # No interval of length 1 holds both.
        (self.dir / "m.bug").write_text("model { for (i in 1:2) { y[i] ~ dunif(m, m + 1) }; m ~ dnorm(0, 1) }")
        (self.dir / "d.json").write_text(json.dumps({"y": [0, 5]}))
        done = self.call("run", "m.bug", "--data", "d.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--inits FILE for a BUGS program", done.stderr)

    def test_explain_and_compare_take_programs(self):
        (self.dir / "m.bug").write_text("model { r ~ dbin(p, 10); p ~ dbeta(1, 1) }")
        (self.dir / "d.json").write_text('{"r": 3}')
        done = self.call("explain", "m.bug", "--data", "d.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("binomial", done.stdout)
        done = self.call("compare", "m.bug", "--data", "d.json", "--time", "0.2s", "--warmup", "50", "--samplers", "slice,nuts")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_compare_draws_a_data_block_once_for_all(self):
        (self.dir / "m.bug").write_text(
            "data { for (i in 1:400) { y[i] ~ dnorm(0, 1) } } model { for (i in 1:400) { y[i] ~ dnorm(mu, 1) }; mu ~ dnorm(0, 1) }")
        (self.dir / "d.json").write_text("{}")
        for turn in range(3):
            done = self.call("compare", "m.bug", "--data", "d.json", "--time", "0.5s", "--warmup", "50", "--samplers", "slice,nuts,hmc",
                             "--json", f"c{turn}.json")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("disagree", done.stdout)
        seeds = {json.loads((self.dir / f"c{turn}.json").read_text())["seed"] for turn in range(3)}
        self.assertEqual(len(seeds), 3)

    def test_saved_warmup_moves_no_chain_that_predicts(self):
        (self.dir / "m.bug").write_text("model { y ~ dnorm(mu, 1); mu ~ dnorm(0, 1); later ~ dnorm(mu, 1) }")
        (self.dir / "d.json").write_text('{"y": 1}')
        chains = []
        for more in [], ["--save-warmup"]:
            done = self.call("run", "m.bug", "--data", "d.json", "--seed", "1", "--chains", "1", "--warmup", "50", "--draws", "20",
                             "--monitor", "mu,later", "-o", "out", "--quiet", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = (self.dir / "out/chain-1.csv").read_text().splitlines()
            chains.append([r for r in rows if r and r[0] in "-0123456789"][-20:])
        self.assertEqual(*chains)


if __name__ == "__main__":
    unittest.main()
