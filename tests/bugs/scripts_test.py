#!/usr/bin/env python3
"""JAGS scripts, run by `cggibbs jags` ($CGGIBBS): the files that they write, and how they fail."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("CGGIBBS", "cggibbs")
LINE = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "bugs" / "line"


class Scripts(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.dir = pathlib.Path(self.scratch.name)
        for name in ["model.bug", "data.R", "inits.R"]:
            shutil.copy(LINE / name, self.dir)

    def jags(self, script, piped=False):
        (self.dir / "s.cmd").write_text(script)
        command = [PROGRAM, "jags"] + ([] if piped else ["s.cmd"])
        return subprocess.run(command, cwd=self.dir, text=True, capture_output=True, input=script if piped else None)

    def read_coda(self, stem="CODA", chains=2):
        """As coda::read.coda does: name -> (iterations, draws) of each chain."""
        index = [line.split() for line in (self.dir / f"{stem}index.txt").read_text().splitlines()]
        out = {name: [] for name, _, _ in index}
        for c in range(1, chains + 1):
            lines = (self.dir / f"{stem}chain{c}.txt").read_text().splitlines()
            for name, first, last in index:
                rows = [line.split() for line in lines[int(first) - 1:int(last)]]
                out[name].append(([int(r[0]) for r in rows], [float(r[1]) for r in rows]))
        return out

    def assert_fails(self, script, message):
        done = self.jags(script)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(message, done.stderr)

    START = "model in model.bug\ndata in data.R\ncompile, nchains(2)\nparameters in inits.R\ninitialize\n"

    def test_a_whole_script(self):
        done = self.jags("/* line */ " + self.START + "adapt 100\nupdate 200, by(50)\nmonitor set alpha, thin(2)\n"
                         "monitor beta\nmonitor sigma, type(mean)\nmonitor sigma, type(variance)\nupdate 1000\n"
                         "coda *\ncoda beta, stem(only-)\nmonitors to m.R\nparameters to p.R, chain(2)\ndata to d.R\n"
                         "samplers to s.txt\nexit\nno more is read")
        self.assertEqual(done.returncode, 0, done.stderr)
        draws = self.read_coda()
        self.assertEqual(sorted(draws), ["alpha", "beta"])
        iterations, values = draws["alpha"][0]
        self.assertEqual((iterations[0], iterations[1], len(iterations)), (301, 303, 500))
        self.assertAlmostEqual(sum(values) / len(values), 3, delta=0.3)
        self.assertNotEqual(draws["beta"][0][1], draws["beta"][1][1])
        self.assertEqual(list(self.read_coda("only-")), ["beta"])
        table = (self.dir / "CODAtable1.txt").read_text().splitlines()
        self.assertEqual([line.split()[0] for line in table], ["sigma", "sigma"])
        self.assertIn("`tau` <-", (self.dir / "p.R").read_text())
        self.assertIn("`Y` <-\nc(1, 3, 3, 3, 5)", (self.dir / "d.R").read_text())
        self.assertIn("alpha", (self.dir / "s.txt").read_text())
        self.assertTrue((self.dir / "m.R").read_text().startswith("`trace` <-\nlist(\"alpha\" = structure(c("))

    def test_standard_input_gives_the_same_draws(self):
        script = self.START + "monitor alpha\nupdate 50\ncoda *\n"
        self.assertEqual(self.jags(script).returncode, 0)
        first = (self.dir / "CODAchain1.txt").read_text()
        (self.dir / "CODAchain1.txt").unlink()
        done = self.jags(script, piped=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.dir / "CODAchain1.txt").read_text(), first)

    def test_measures_of_fit(self):
        done = self.jags("load dic\n" + self.START + "update 500\nmonitor deviance\nmonitor pD\nmonitor deviance, type(mean)\n"
                         "monitor pD, type(mean)\nmonitor popt, type(mean)\nmonitor WAIC, type(mean)\nupdate 2000\ncoda *\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        deviance = self.read_coda()["deviance"]
        mean = sum(sum(values) for _, values in deviance) / sum(len(values) for _, values in deviance)
        table = {}
        for line in (self.dir / "CODAtable0.txt").read_text().splitlines():
            name, value = line.split()
            kind = name.split("[")[0]
            table[kind] = table.get(kind, 0) + float(value)
        self.assertAlmostEqual(table["deviance"], mean, delta=1e-6 * abs(mean))
        pooled = (self.dir / "CODAchain0.txt").read_text().splitlines()
        trace = sum(float(line.split()[1]) for line in pooled) / len(pooled)
        self.assertAlmostEqual(table["pD"], trace, delta=0.35 * trace)  # each has draws of its own
        self.assertGreater(table["popt"], table["pD"])
        self.assertGreater(table["WAIC"], 0)

    def test_scripts_run_scripts_and_change_directories(self):
        (self.dir / "sub").mkdir()
        for name in ["model.bug", "data.R", "inits.R"]:
            (self.dir / name).rename(self.dir / "sub" / name)
        (self.dir / "sub" / "start.cmd").write_text(self.START)
        done = self.jags("cd sub\nrun start.cmd\nmonitor beta\nupdate 20\ncoda *, stem(x)\npwd\ndir\nlist modules\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.dir / "sub" / "xindex.txt").exists())
        self.assertIn("start.cmd\n", done.stdout)
        self.assertIn("  basemod\n", done.stdout)

    def test_chains_have_seeds_and_starts_of_their_own(self):
        for k in [1, 2]:
            (self.dir / f"i{k}.R").write_text(f'.RNG.name <- "base::Mersenne-Twister"\n.RNG.seed <- {k}\nbeta <- {k}\n')
        done = self.jags("model in model.bug\ndata in data.R\ncompile, nchains(2)\ninits in i1.R, chain(1)\n"
                         "inits in i2.R, chain(2)\ninitialize\nmonitor beta\nupdate 10\ncoda *\n")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_errors_name_the_line(self):
        self.assert_fails("model in model.bug\nupdat 10\n", "s.cmd:2:1: no command of JAGS scripts begins with 'updat'")
        self.assert_fails("model in nowhere.bug\n", "s.cmd:1: ")
        self.assert_fails("compile\n", "s.cmd:1: there is no model to compile")
        self.assert_fails(self.START + "update 0\n", "s.cmd:6: '0' is not a whole number")
        self.assert_fails(self.START + "monitor gamma\nupdate 10\n", "no node 'gamma'")
        self.assert_fails(self.START + "update 10\ncoda *\n", "s.cmd:7: '*': no monitor of that name has values")
        self.assert_fails(self.START + "load nothing\n", "s.cmd:6: there is no module 'nothing'")
        self.assert_fails(self.START + "monitor beta, type(median)\n", "there is no type 'median'")
        self.assert_fails("model in model.bug\ndata in data.R\ncompile\ninitialize\nmonitor pD\n", "pD compares chains")
        (self.dir / "a.cmd").write_text("run a.cmd\n")
        self.assert_fails("run a.cmd\n", "more than 20 deep")


unittest.main()
