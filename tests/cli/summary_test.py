"""`cggibbs summary`, help texts and versions."""
import json
import random
import shutil
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
            table = self.ok("summary", "out", *options).stdout.split("\n\n")[0]
            return [line.split()[0] for line in table.splitlines()[1:]]

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


class OwnRuns(CliTest):
    def names(self, done):
        return [line.split("  ")[0] for line in done.stdout.split("\n\n")[0].splitlines()[1:]]

    def test_a_run_without_draws(self):
        self.table()
        self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "-o", "out", "--quiet", "--summary-only")
        done = self.ok("summary", "out")
        self.assertEqual(self.names(done), ["Intercept", "x1", "x2", "sigma"])
        self.assertIn("2 chains x 100 draws, 4 of 4 parameters", done.stdout)
        self.assertEqual(self.names(self.ok("summary", "out", "--sort", "name", "--var", "x*")), ["x1", "x2"])
        self.assertEqual(self.ok("summary", "out", "out").stdout, done.stdout)
        self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "-o", "draws", "--quiet")
        self.refused("summary", "draws", "out", says=["out", "--summary-only"])
        self.refused("summary", "out", "draws", says="--summary-only")

    def test_predictors_with_names_of_our_parameters(self):
        text = self.table().read_text()
        self.write("odd.csv", text.replace("x1", "sigma").replace("x2", "Intercept"))
        self.write("tau.csv", text.replace("x1", "tau").replace("x2", "sd(Intercept|g)"))
        for options in [["--decorrelate", "yes"], ["--sampler", "newton"], ["--standardize", "zscore"]]:
            self.ok("fit", "y ~ sigma + Intercept", "odd.csv", *FAST, "-o", "out", "--quiet", *options)
            names = self.names(self.ok("summary", "out"))
            self.assertEqual(names[:3], ["(Intercept)", "sigma", "Intercept"], options)
            self.assertIn("(sigma)", names, options)
        priors = self.record()["configuration"]["priors"]
        self.assertEqual(set(priors), {"(Intercept)", "sigma", "Intercept", "(sigma)"})
        rows = (self.dir / "out" / "summary.csv").read_text().splitlines()
        self.assertAlmostEqual(float(rows[2].split(",")[1]), 2, delta=0.5)
        self.ok("fit", "y ~ tau + `sd(Intercept|g)` + (1|g)", "tau.csv", *FAST, "--prior", "horseshoe", "-o", "out", "--quiet")
        names = self.names(self.ok("summary", "out"))
        self.assertEqual(len(set(names)), len(names))
        self.assertTrue({"tau", "(tau)", "sd(Intercept|g)", "(sd(Intercept|g))"} <= set(names), names)

    def test_predictors_with_names_of_sampler_columns(self):
        self.table("lp.csv")
        text = (self.dir / "lp.csv").read_text().replace("x1", "lp__", 1).replace("x2", "energy__", 1)
        self.write("lp.csv", text)
        self.ok("fit", "y ~ lp__ + energy__", "lp.csv", *FAST, "--sampler", "slice", "-o", "out", "--quiet")
        self.assertEqual(self.names(self.ok("summary", "out")), ["Intercept", "lp__", "energy__", "sigma"])

    def test_other_tables_are_no_chains(self):
        self.write("folder/data.csv", "y,x\n1,2\n3,4\n5,6\n7,8\n")
        self.refused("summary", "folder", says=["folder", "no chain files"])
        self.refused("summary", "folder/data.csv", says=["data.csv", "not a Stan CSV file"])
        self.write("folder/model_1.csv", cmdstan_csv(1))
        self.assertIn("1 chain x 200 draws", self.ok("summary", "folder").stdout)
        self.write("folder/chain-1.csv", "y,x\n1,2\n3,4\n5,6\n7,8\n")  # a name makes no chain
        self.refused("summary", "folder", says=["chain-1.csv", "not a Stan CSV file"])

    def test_a_chain_that_was_taken_away_hides_no_other(self):
        self.table()
        self.ok("fit", "y ~ x1", "data.csv", "--sampler", "slice", "--warmup", "50", "--draws", "50", "--chains", "11", "-o", "eleven")
        (self.dir / "eleven/chain-2.csv").unlink()
        self.assertIn("10 chains x 50 draws", self.ok("summary", "eleven").stdout)

    def test_a_chain_counts_once(self):
        self.table()
        self.ok("fit", "y ~ x1", "data.csv", *FAST, "-o", "out", "--quiet")
        once = self.ok("summary", "out").stdout
        self.write("copy.csv", (self.dir / "out" / "chain-1.csv").read_text())
        for inputs in [["out", "out"], ["out", "out/chain-2.csv"], ["out", "copy.csv"], ["out/", "./out"]]:
            done = self.ok("summary", *inputs)
            self.assertEqual(done.stdout, once, inputs)
            self.assertIn("once", done.stderr)

    def test_warnings_are_repeated(self):
        self.table()
        run = self.ok("fit", "y ~ x1", "data.csv", *FAST, "-o", "out", "--progress", "none")
        warnings = [line for line in run.stdout.splitlines() if line.startswith("warning:")]
        self.assertTrue(warnings)
        shutil.copytree(self.dir / "out", self.dir / "copy")
        for inputs in [["out"], ["out/chain-1.csv", "out/chain-2.csv"], ["out", "copy"]]:
            shown = self.ok("summary", *inputs).stdout.splitlines()
            self.assertEqual([line for line in shown if line.startswith("warning:")], warnings)

    def test_a_damaged_record_is_refused(self):
        self.table()
        self.ok("fit", "y ~ x1", "data.csv", *FAST, "-o", "out", "--quiet")
        text = (self.dir / "out" / "run.json").read_text()
        self.write("out/run.json", text[:-10])
        self.refused("summary", "out", says="run.json")

    def record(self):
        return json.loads((self.dir / "out" / "run.json").read_text())

    def test_the_record_says_how_to_run_it_again(self):
        self.write("d.csv", "k,t,w,o,x1,x2\n" + "".join(f"{i % 4},5,{1 + i % 2},0.1,{i % 7},{i % 5}\n" for i in range(40)))
        words = ["fit", "k ~ x1 + x2", "d.csv", "--family", "binomial", "--weights", "w", "--trials", "t", "--offset", "o",
                 "--na", "drop", "--prior", "x1=laplace(1),.=normal(0,2)", *FAST, "-o", "out", "--quiet"]
        self.ok(*words)
        record = self.record()
        self.assertEqual(record["command_line"][1:], words)
        told = record["configuration"]
        self.assertEqual([told[k] for k in ["weights", "trials", "na", "offset", "x", "response"]],
                         ["w", "t", "drop", ["o"], None, None])
        self.assertEqual(told["priors"]["x1"], "laplace(0,1)")
        self.assertEqual(told["priors"]["x2"], "normal(0,2)")
        self.ok(*record["command_line"][1:])
        self.assertEqual(self.record()["configuration"], told)

    def test_the_record_has_default_priors_by_name(self):
        self.table()
        self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "-o", "out", "--quiet")
        priors = self.record()["configuration"]["priors"]
        self.assertEqual(set(priors), {"Intercept", "x1", "x2", "sigma"})
        self.assertRegex(priors["x1"], r"^normal\(0,[\d.]+\)$")

    def test_the_record_says_which_matrix(self):
        self.write("m.mtx", "%%MatrixMarket matrix array real general\n6 1\n1\n2\n3\n4\n5\n6\n")
        self.write("y.csv", "0\n1\n0\n1\n0\n1\n")
        self.ok("fit", "m.mtx", "--response", "y.csv", *FAST, "-o", "out", "--quiet")
        told = self.record()["configuration"]
        self.assertEqual([told[k] for k in ["x", "response", "na"]], ["X", "y.csv", None])


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

    def test_names_with_commas_can_be_asked_for(self):
        self.table()
        self.ok("fit", "y ~ poly(x1, 2) + x2", "data.csv", *FAST, "-o", "poly", "--quiet")
        names = [line.split(",")[0] if line[0] != '"' else line.split('"')[1]
                 for line in (self.dir / "poly/summary.csv").read_text().splitlines()[1:]]
        wanted = next(name for name in names if "," in name)
        done = self.ok("summary", "poly", "--var", f"x2,{wanted}")
        self.assertIn(wanted, done.stdout)
        self.assertIn("x2", done.stdout)
        self.assertNotRegex(done.stdout, r"(?m)^sigma ")  # its row; the worst R-hat may be that of sigma, and is named


if __name__ == "__main__":
    unittest.main()
