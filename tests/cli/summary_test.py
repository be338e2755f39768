"""`cggibbs summary`, help texts and versions."""
import random
import unittest

from program import FAST, CliTest


def cmdstan_csv(seed, draws=200):
    """As CmdStan writes it: comments, lp__ and friends, warmup saved, adaptation in between, timing at the end."""
    rng = random.Random(seed)

    def row(mean):
        return f"{-rng.random():.3f},0.9,0.5,2,3,0,{rng.random():.3f},{rng.gauss(mean, 1):.6g},{rng.gauss(5, 2):.6g}\n"

    text = "# stan_version_major = 2\n# method = sample (Default)\n#   sample\n"
    text += f"#     num_samples = {draws}\n#     num_warmup = 10\n#     save_warmup = 1\n#     thin = 1 (Default)\n"
    text += "lp__,accept_stat__,stepsize__,treedepth__,n_leapfrog__,divergent__,energy__,theta.1,theta.2\n"
    text += "".join(row(100) for _ in range(10))
    text += "# Adaptation terminated\n# Step size = 0.5\n# Diagonal elements of inverse mass matrix:\n# 1, 1\n"
    text += "".join(row(0) for _ in range(draws))
    return text + "# \n#  Elapsed Time: 0.1 seconds (Warm-up)\n#                0.2 seconds (Total)\n# \n"


class Summaries(CliTest):
    def test_our_directory(self):
        self.table()
        self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "-o", "out", "--quiet")
        done = self.ok("summary", "out")
        lines = done.stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines[:5]], ["variable", "Intercept", "x1", "x2", "sigma"])
        self.assertIn("2 chains x 100 draws, 4 of 4 parameters", done.stdout)
        self.assertEqual(done.stderr, "")
        files = self.ok("summary", "out/chain-1.csv", "out/chain-2.csv")
        self.assertEqual(files.stdout, done.stdout)

    def test_sorting_and_choosing(self):
        self.table()
        self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "-o", "out", "--quiet")

        def first_words(*options):
            return [line.split()[0] for line in self.ok("summary", "out", *options).stdout.splitlines()[1:] if line][:-1]

        self.assertEqual(first_words("--sort", "name"), ["Intercept", "sigma", "x1", "x2"])
        self.assertEqual(first_words("--sort", "mean")[-1], "x2")
        self.assertEqual(first_words("--var", "x*"), ["x1", "x2"])
        self.assertEqual(len(first_words("--top", "2")), 2)

    def test_files_of_cmdstan(self):
        for k in [1, 2]:
            self.write(f"model_{k}.csv", cmdstan_csv(k))
        done = self.ok("summary", "model_1.csv", "model_2.csv")
        rows = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines() if line}
        self.assertAlmostEqual(float(rows["theta[1]"][0]), 0, delta=0.3)
        self.assertAlmostEqual(float(rows["theta[2]"][0]), 5, delta=0.6)
        self.assertNotIn("stepsize__", rows)
        self.assertIn("2 chains x 200 draws", done.stdout)

    def test_chains_of_different_models(self):
        self.write("a.csv", cmdstan_csv(1))
        self.write("b.csv", cmdstan_csv(2).replace("theta.2", "phi"))
        self.refused("summary", "a.csv", "b.csv", says=["b.csv", "columns differ"])

    def test_not_a_chain(self):
        self.write("a.csv", "y,x\n1,2\nfoo,3\n")
        self.refused("summary", "a.csv", says=["a.csv"])
        self.write("a.csv", "")
        self.refused("summary", "a.csv", says=["a.csv"])


class Help(CliTest):
    def test_every_help_has_examples(self):
        for command in [[], ["fit"], ["summary"], ["simulate"], ["explain"]]:
            done = self.ok(*command, "--help")
            self.assertIn("Example", done.stdout, command)
            self.assertEqual(done.stderr, "")
            self.assertLess(max(map(len, done.stdout.splitlines())), 140, command)

    def test_version(self):
        self.assertRegex(self.ok("--version").stdout, r"^cggibbs \d+\.\d+\.\d+\n$")

    def test_no_arguments_show_the_help(self):
        self.assertIn("Examples", self.ok().stdout)

    def test_explain(self):
        self.table()
        done = self.ok("explain", "b ~ x1 + (1|g)", "data.csv", "--family", "bernoulli")
        for words in ["bernoulli with logit link, 60 rows", "Priors", "sd(Intercept|g)", "Nodes", "Updates", "Memory"]:
            self.assertIn(words, done.stdout)


if __name__ == "__main__":
    unittest.main()
