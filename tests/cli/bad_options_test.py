"""Absurd options: one clear line that names the option, exit code 2."""
import json
import unittest

from program import FAST, CliTest

FITS = ["y ~ x1 + x2", "data.csv"]


class BadOptions(CliTest):
    def setUp(self):
        super().setUp()
        self.table()

    def fit(self, *options, says, formula="y ~ x1 + x2"):
        self.refused("fit", formula, "data.csv", *options, says=says)
        self.refused("explain", formula, "data.csv", *options, says=says)

    def test_numbers_out_of_range(self):
        self.fit("--chains", "0", says=["--chains 0", "1 to"])
        self.fit("--chains", "-1", says=["--chains -1"])
        self.fit("--chains=1e9", says=["--chains"])
        self.fit("--warmup", "-5", says=["--warmup -5"])
        self.fit("--thin", "0", says=["--thin 0"])
        self.fit("--draws", "0", says=["--draws 0"])
        self.fit("--draws", "99999999999999999999999", says=["--draws"])
        self.fit("--threads", "-2", says=["--threads -2"])
        self.fit("--sig-figs", "40", says=["--sig-figs 40"])
        self.fit("--width", "0", says=["--width 0", "positive"])
        self.fit("--width", "nan", says=["--width nan", "positive"])
        self.fit("--width", "inf", says=["--width inf"])
        self.refused("fit", *FITS, "--top", "-1", says="--top -1")

    def test_not_numbers(self):
        self.fit("--seed", "abc", says=["--seed", "abc"])
        self.fit("--seed", "-1", says=["--seed", "-1"])
        self.fit("--chains", "two", says=["--chains", "two"])
        self.fit("--width", "wide", says=["--width wide must be a number."])
        self.fit("--chains", "1e3", says=["--chains 1e3 must be a whole number in digits: 1000."])
        self.fit("--draws", "2.5", says=["--draws 2.5 must be a whole number."])

    def test_stopping_rules(self):
        self.fit("--until", "foo", says=["--until", "'foo'", "ess=400"])
        self.fit("--until", "ess=-1", says=["--until ess", "positive"])
        self.fit("--until", "ess=x", says=["--until ess", "'x'"])
        self.fit("--until", "rhat=1", says=["--until rhat", "above 1"])
        self.fit("--until", "time=0s", says=["--until time", "positive"])
        self.fit("--until", "time=5y", says=["--until time", "5y"])
        self.fit("--until", "", says=["--until"])

    def test_families_and_links(self):
        self.fit("--family", "norml", says=["unknown family 'norml'"])
        self.fit("--family", "gausian", says=["unknown family 'gausian'", "Did you mean 'gaussian'?"])
        self.fit("--family", "normal", says=["unknown family 'normal'", "gaussian"])
        self.fit("--link", "logit", says=["--link logit does not go with --family gaussian", "identity"])
        self.fit("--link", "lgoit", says=["unknown link 'lgoit'", "Did you mean 'logit'?"])

    def test_priors(self):
        self.fit("--prior", "nromal(0,1)", says=["unknown prior 'nromal'", "Did you mean 'normal'?"])
        self.fit("--prior", "normal(0,-1)", says=["--prior", "-1", "positive"])
        self.fit("--prior", "normal(0,1", says=["--prior", "closing parenthesis"])
        self.fit("--prior", "normal(0,one)", says=["'one'", "not a number"])
        self.fit("--prior", "zz=normal(0,1)", says=["no coefficient 'zz'", "x1, x2"])
        self.fit("--prior", "x11=normal(0,1)", says=["Did you mean 'x1'?"])
        self.fit("--prior", "half_normal(1)", says=["positive parameters"])
        self.fit("--intercept-prior", "horseshoe", says=["--intercept-prior"])
        self.fit("--dispersion-prior", "sgima=exponential(1)", says=["no parameter 'sgima'", "Did you mean 'sigma'?"])
        self.fit("--sd-prior", "laplace(1)", says=["--sd-prior"])
        self.fit("--prior", "sd(g)=half_normal(1)", says=["--prior", "no group effects"])
        for prior, says in [("sd(x2|g)=half_normal(1)", ["no 'sd(x2|g)'", "Did you mean 'sd(x1|g)'?", "cor(g)"]),
                            ("sd(x1|g)=laplace(1)", ["--prior", "positive parameter"]),
                            ("cor(g)=half_normal(1)", ["--prior", "lkj(shape)"]),
                            ("cor(g)=lkj(-1)", ["--prior", "positive"])]:
            self.refused("fit", "y ~ x1 + (1 + x1 | g)", "data.csv", "--prior", prior, says=says)
        self.refused("fit", "y ~ x1 + (1 + x1 || g)", "data.csv", "--prior", "cor(g)=lkj(2)", says=["no effects of 'g' are correlated"])

    def test_choices(self):
        self.fit("--na", "omit", says=["--na", "'omit'", "drop"])
        self.fit("--standardize", "z", says=["--standardize", "'z'", "zscore"])
        self.fit("--decorrelate", "maybe", says=["--decorrelate", "'maybe'"])
        self.fit("--sampler", "nuts2", says=["--sampler", "'nuts2'"])
        self.fit("--sampler", "nuts2:dense", says=["--sampler", "'nuts2'"])
        self.fit("--sampler", "nuts:lowrank", says=["--sampler nuts:METRIC", "Did you mean 'low_rank'?", "dense"])
        self.fit("--sampler", "hmc:", says=["--sampler hmc:METRIC", "''", "dense"])
        self.fit("--sampler", "slice:xyz", says=["--sampler slice:xyz", "slice has no metric", "nuts and hmc"])
        self.fit("--sampler", "auto:diag", says=["auto has no metric"])
        self.fit("--sampler", "nuts:dense", "--metric", "unit", says=["nuts:dense", "--metric unit", "two metrics"])
        self.fit("--metric", "dence", says=["--metric", "Did you mean 'dense'?"])
        for name, told, words in (("slice:xyz", " slice:xyz: ", "slice has no metric"), ("nuts:x", " nuts:METRIC: ", "'x'"),
                                  ("nuts2", ": ", "'nuts2'")):
            self.refused("compare", *FITS, "--samplers", f"slice,{name}", says=[f"--samplers{told}", words])
        self.refused("compare", *FITS, "--samplers", "", says=["--samplers", "empty"])
        self.refused("compare", *FITS, "--samplers", "slice,nuts,slice", says=["--samplers names slice twice"])
        self.refused("compare", *FITS, "--json", "none/c.json", says=["none/c.json"])
        self.refused("compare", *FITS, "--plot", ".", says=["Is a directory"])
        self.fit("--slice", "fast", says=["--slice", "'fast'"])
        self.fit("--scan", "zigzag", says=["--scan", "'zigzag'"])
        self.refused("fit", *FITS, "--progress", "loud", says=["--progress", "'loud'"])

    def test_words_of_users_in_backquotes_are_told_as_written(self):
        self.write("time.csv", "y,time,draws\n1,2,3\n2,3,1\n4,1,5\n3,3,2\n")
        self.refused("fit", "`y` ~ `time` + (1|`draws`", "time.csv", says="'`y` ~ `time` + (1|`draws`'")
        self.refused("fit", "y ~ time", "`draws`.csv", says="`draws`.csv: ")
        self.refused("fit", "y ~ time", "time.csv", "--prior", "`draws`=flat", says="--prior: there is no coefficient '")
        self.refused("fit", "y ~ `\x01time\x02`", "time.csv", says="unknown column")
        self.write("quoted.csv", "y,`draws`\n1,2\n2,3\n4,1\n")
        self.refused("fit", "y ~ z", "quoted.csv", says="`draws`")
        done = self.ok("fit", "y ~ `time` + log(`time` - `time` + 1)", "time.csv", *FAST, "-o", "out")
        warnings = json.loads((self.dir / "out/run.json").read_text())["warnings"]
        self.assertIn("log(`time`-`time`+1)", warnings[0])
        self.assertIn("log(`time`-`time`+1)", done.stderr)
        self.assertTrue(any("--draws" in w for w in warnings), warnings)  # ours: more of them

    def test_unknown_words(self):
        self.refused("fit", *FITS, "--cahins", "2", says=["--cahins", "Did you mean '--chains'?"])
        self.refused("fit", *FITS, "--frobnicate", says=["unknown option --frobnicate"])
        self.refused("compare", *FITS, "--draws", "100", says=["unknown option --draws. Try --help."])
        self.refused("fti", *FITS, says=["unknown command 'fti'", "fit, run, summary"])
        self.refused("fit", *FITS, "more", says=["too many inputs", "'more'"])
        self.refused("fit", *FITS, "--draws", "10", "--draws", "20", says=["--draws", "more than once"])
        self.refused("run", "model.bug", "data.R", says=["one program", "--data data.R"])
        self.refused("fit", *FITS, "--draws", says=["--draws"])
        self.refused("--family", "gaussian", "fit", *FITS, says=["--family belongs behind the command: cggibbs fit"])

    def test_suggestions_help(self):
        done = self.run_program("fit", "y ~ s(x1)", "data.csv")
        self.assertNotIn("Did you mean", done.stderr)
        self.assertIn("poly(x, 3)", done.stderr)
        self.write("start.json", '{"x1": [1]}')
        line = self.refused("fit", *FITS, *FAST, "--init", "start.json", says=["'x1' is a single number, not an array"])
        self.assertNotIn("Did you mean", line)

    def test_inputs(self):
        self.refused("fit", says=["FORMULA"])
        self.refused("fit", "y ~ x1", says=["the data file is missing"])
        self.refused("fit", "data.csv", says=["need a formula", "data.csv"])
        self.write("m.svm", "1 1:2\n0 1:1\n")
        self.refused("fit", "y ~ x1", "m.svm", says=["matrix files take no formula"])
        self.refused("fit", "m.svm", "--weights", "w", says=["--weights"])
        self.fit("--no-intercept", says=["--no-intercept", "- 1"])
        self.refused("fit", "y ~ x1 +", "data.csv", says=["position 9", "y ~ x1 +"])
        self.refused("fit", "y x1", "data.csv", says=["~"])
        self.refused("fit", "", "data.csv", says=[""])
        self.refused("fit", "y ~ x1 - x1 - 1", "data.csv", says=["nothing to estimate"])

    def test_saving(self):
        self.refused("fit", *FITS, *FAST, "--save", "bta", says=["--save", "'bta'"])
        self.refused("fit", *FITS, "--save-warmup", "--summary-only", says=["exclude each other"])
        self.refused("fit", *FITS, "--save-warmup", "--thin", "3", says=["--thin"])
        self.refused("fit", *FITS, "--summary-only", "--until", "ess=20000", says=["--until ess=20000", "up to 10000"])
        self.refused("fit", *FITS, "--summary-only", "--until", "rhat=1.0001", says=["--until rhat=1.0001", "1.002"])

    def test_simd_target(self):
        self.refused("fit", *FITS, *FAST, env={"CGGIBBS_TARGET": "foo"}, says=["CGGIBBS_TARGET", "foo"])

    def test_starting_values(self):
        def start(text, says):
            self.write("start.json", text)
            self.refused("fit", *FITS, *FAST, "--init", "start.json", says=["start.json", *says])

        start("{", ["JSON"])
        start("[1]", ["object"])
        start('{"x3": 1}', ["x3", "Did you mean 'x1'?"])
        start('{"x1": "a"}', ["x1", "not a finite number"])
        start('{"sigma": -1}', ["sigma", "outside its support"])
        start('{"b": [1]}', ["b", "array of 2 numbers"])

    def test_mistakes_surface_before_anything_runs(self):
        self.write("start.json", '{"x3": 1}')
        for options, says in ((["--save", "bta"], "'bta'"), (["--init", "start.json"], "x3"), (["--until", "ess=many"], "many"),
                              (["--draws", "900000000", "--chains", "1000"], "disk")):
            for sampler in "auto", "slice":
                done = self.run_program("fit", *FITS, "--sampler", sampler, *options)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)  # the error alone, no word of a run
                self.assertIn(says, done.stderr)
            done = self.run_program("explain", *FITS, *options)
            if says != "disk":
                self.assertEqual(done.returncode, 2)

    def test_options_without_effect_get_a_word(self):
        def told(*options, formula="y ~ x1"):
            return [line for line in self.ok("fit", formula, "data.csv", *FAST, *options).stderr.splitlines() if "no effect" in line]

        for options in (["--sampler", "slice", "--metric", "dense"], ["--sampler", "slice", "--target-accept", "0.9"],
                        ["--sampler", "nuts", "--width", "2"], ["--sampler", "nuts", "--integration-time", "1"],
                        ["--sampler", "hmc", "--max-depth", "5"], ["--sampler", "random_walk", "--slice", "doubling"],
                        ["--sampler", "slice", "--sig-figs", "4"], ["--sampler", "slice", "--zero-based"],
                        ["--sampler", "slice", "--sd-prior", "half_normal(1)"]):
            notes = told(*options)
            self.assertEqual(len(notes), 1, options)
            self.assertTrue(notes[0].startswith(f"note: {options[2]} has no effect here: "), notes)
        self.assertEqual(len(told("--sampler", "slice", "--intercept-prior", "flat", formula="y ~ x1 - 1")), 1)
        self.assertEqual(told("--sampler", "nuts:dense", "--target-accept", "0.9", "--max-depth", "5"), [])
        self.assertEqual(told("--block", "b=nuts", "--metric", "dense", "--width", "2"), [])
        self.assertEqual(told("--sampler", "newton", "--width", "2", "--slice", "doubling", "--scan", "rsgs"), [])
        self.assertIn("--metric has no effect here", self.ok("explain", *FITS, "--sampler", "slice", "--metric", "unit").stdout)

    def test_summary(self):
        self.refused("summary", says=["run directory"])
        self.refused("summary", "data.csv", "--sort", "size", says=["--sort", "'size'"])
        self.refused("summary", "data.csv", "--top", "-3", says=["--top -3"])
        self.ok("fit", *FITS, *FAST, "-o", "out", "--quiet")
        self.refused("summary", "out", "--var", "zz", says=["--var", "'zz'"])
        (self.dir / "empty").mkdir()
        self.refused("summary", "empty", says=["no chain files"])

    def test_simulate(self):
        def simulate(*options, says):
            self.refused("simulate", "-o", "s.csv", *options, says=says)
            self.assertFalse((self.dir / "s.csv").exists())

        simulate("-n", "0", says=["--rows 0"])
        simulate("-n", "-5", says=["--rows -5"])
        simulate("-n", "many", says=["--rows", "many"])
        simulate("-n", "4000000000", "-d", "4000000000", says=["memory"])
        simulate("-d", "0", says=["--cols 0"])
        simulate("--family", "poison", says=["'poison'", "Did you mean 'poisson'?"])
        simulate("--link", "logit", says=["--link logit does not go with --family gaussian"])
        simulate("--sparsity", "1", says=["--sparsity 1"])
        simulate("--sparsity", "-0.1", says=["--sparsity -0.1"])
        simulate("--correlation", "1.5", says=["--correlation 1.5"])
        simulate("--groups", "1", says=["--groups 1"])
        simulate("--groups", "200", says=["--groups 200", "100 rows"])
        simulate("--signal", "9", says=["--signal 9", "5 columns"])
        simulate("--signal", "-1", says=["--signal -1"])
        simulate("--effect", "nan", says=["--effect nan"])
        simulate("--intercept", "inf", says=["--intercept inf"])
        simulate("--coefficients", "1,two", says=["--coefficients", "'two'"])
        simulate("--coefficients", "1,2", "-d", "3", says=["2 values for 3 columns"])
        simulate("--coefficients", "1,2", "--signal", "1", says=["--signal"])
        simulate("--dispersion", "0", says=["--dispersion 0"])
        simulate("--dispersion", "2", "--family", "poisson", says=["no dispersion"])
        simulate("--trials", "0", "--family", "binomial", says=["--trials 0"])
        simulate("--trials", "5", says=["--trials", "binomial"])
        simulate("--seed", "abc", says=["--seed", "abc"])
        simulate("--shape", "cube", says=["--shape", "'cube'"])
        simulate("--shape", "genes", "--correlation", "0.5", says=["--correlation"])
        simulate("--family", "poisson", "--intercept", "50", says=["the mean of row 1"])
        self.refused("simulate", says=["--output"])
        self.refused("simulate", "-o", "s.xlsx", says=["s.xlsx", ".csv, .svm, .mtx or .npz"])
        self.refused("simulate", "-o", "s.svm", "--groups", "3", says=["no groups"])
        self.refused("simulate", "-o", "s.npz", "--family", "binomial", says=["no trials"])

    def test_an_unknown_option_of_run_is_told_as_one(self):
        self.write("m.bug", "model { x ~ dnorm(0, 1) }")
        self.write("i.R", "x <- 1")
        self.refused("run", "m.bug", "--init", "i.R", says=["unknown option --init", "--inits"])
        self.refused("run", "m.bug", "--foo", "1", says=["unknown option --foo"])
        self.refused("run", "m.bug", "i.R", says=["--data"])


if __name__ == "__main__":
    unittest.main()
