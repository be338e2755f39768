"""`cggibbs explain --plot`: pictures of compute graphs."""
import os
import shutil
import unittest
import xml.etree.ElementTree

from program import CliTest

PROGRAM = """model {
  for (i in 1:N) {
    y[i] ~ dbern(p[i])
    logit(p[i]) <- a + b * x[i] + u[g[i]]
  }
  for (j in 1:3) { u[j] ~ dnorm(0, tau) }
  a ~ dnorm(0, 0.01)
  b ~ dnorm(0, 0.01)
  tau ~ dgamma(2, 2)
}
"""
DATA = "N <- 6\ny <- c(0, 1, 0, 1, 1, 0)\nx <- c(1, 2, 3, 4, 5, 7)\ng <- c(1, 1, 2, 2, 3, 3)\n"


class Pictures(CliTest):
    def setUp(self):
        super().setUp()
        self.write("m.bug", PROGRAM)
        self.write("d.R", DATA)

    def test_dot_is_text_and_needs_nothing(self):
        done = self.ok("explain", "m.bug", "--data", "d.R", "--plot", "m.dot", env={"PATH": ""})
        self.assertIn("Factors", done.stdout)
        dot = (self.dir / "m.dot").read_text()
        for words in ["digraph", "<b>u [3]</b>", "bernoulli_logit [6]", "Σ", "y [6]", "sufficient statistics"]:
            self.assertIn(words, dot)

    def test_without_graphviz_the_package_is_named_and_nothing_is_left(self):
        self.refused("explain", "m.bug", "--data", "d.R", "--plot", "m.svg", env={"PATH": "/nonexistent"},
                     says=["m.svg", "graphviz", ".dot"])
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), ["d.R", "m.bug"])

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_pictures_by_the_ending_of_their_name(self):
        for kind, first in [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]:
            self.ok("explain", "m.bug", "--data", "d.R", "--plot", f"m.{kind}")
            self.assertEqual((self.dir / f"m.{kind}").read_bytes()[:len(first)], first)
        xml.etree.ElementTree.parse(self.dir / "m.svg")

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_formulas_and_samplers_by_name(self):
        self.table()
        self.ok("explain", "y ~ x1 + (1|g)", "data.csv", "--sampler", "latent", "--plot", "f.svg")
        text = (self.dir / "f.svg").read_text()
        self.assertIn("latent", text)
        self.assertIn("response", text)

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_a_failing_graphviz_is_told(self):
        fake = self.write("bin/dot", "#!/bin/sh\necho 'out of ink' >&2\nexit 1\n")
        fake.chmod(0o755)
        self.refused("explain", "m.bug", "--data", "d.R", "--plot", "m.svg", says=["m.svg", "out of ink"],
                     env={"PATH": f"{self.dir}/bin:{os.environ['PATH']}"})

    def test_inputs_and_odd_names_are_refused(self):
        self.refused("explain", "m.bug", "--data", "d.R", "--plot", "m.bug", says=[".svg"])
        self.refused("explain", "m.bug", "--data", "d.R", "--plot", "m.gif", says=["m.gif", ".svg, .png, .pdf or .dot"])
        self.refused("explain", "m.bug", "--data", "d.R", "--plot", "", says=["--plot"])
        shutil.copy(self.dir / "d.R", self.dir / "d.dot")
        self.refused("explain", "m.bug", "--data", "d.dot", "--plot", "d.dot", says=["would overwrite"])
        self.refused("explain", "m.bug", "--data", "d.R", "--plot", "nowhere/m.dot", says=["nowhere"])
        self.assertEqual((self.dir / "d.dot").read_text(), DATA)


if __name__ == "__main__":
    unittest.main()
