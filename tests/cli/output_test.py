"""Output directories: one run at a time, one run at a time to be seen, and nobody else's files."""
import os
import signal
import subprocess
import time
import unittest

from program import FAST, PROGRAM, CliTest

FITS = ["y ~ x1 + x2", "data.csv", "--sampler", "slice"]
THREE = ["--warmup", "100", "--draws", "100", "--chains", "3", "--seed", "7"]


class Outputs(CliTest):
    def setUp(self):
        super().setUp()
        self.table()

    def start(self, *options):
        """A run that has begun to write and takes long."""
        process = subprocess.Popen(
            [PROGRAM, "fit", *FITS, "--seed", "2", "--warmup", "10", "--draws", "100000000", "--until", "time=60s", "--quiet",
             "-o", "out", *options], cwd=self.dir)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        end = time.time() + 15
        while not (self.dir / "out/chain-1.csv.partial").exists() and time.time() < end:
            time.sleep(0.02)
        return process

    def names(self):
        return sorted(os.listdir(self.dir / "out"))

    def test_a_second_run_is_refused_by_the_name_of_the_first(self):
        first = self.start()
        self.refused("fit", *FITS, *FAST, "-o", "out", says=["out: process", f"process {first.pid} on", "since 2"])
        first.send_signal(signal.SIGTERM)
        self.assertEqual(first.wait(timeout=20), 130)
        self.ok("fit", *FITS, *FAST, "-o", "out")

    def test_data_with_the_name_of_an_output_are_safe(self):
        text = (self.dir / "data.csv").read_text()
        for name in "summary.csv", "chain-1.csv", "chain-1.csv.partial", "run.json":
            (self.dir / name).write_text(text)
            if not name.endswith("json"):
                self.refused("fit", "y ~ x1", name, *FAST, "-o", ".", says=[name, "own data"])
            if not name.endswith("partial"):
                self.refused("fit", *FITS, *FAST, "-o", ".", says=[name, "no run has written it"])
            self.assertEqual((self.dir / name).read_text(), text)
            (self.dir / name).unlink()
        self.ok("fit", *FITS, *FAST, "-o", ".")
        self.ok("fit", *FITS, *FAST, "-o", ".")

    def test_a_summary_of_another_program_is_safe(self):
        mine = "variable,mean,median,sd,mad,q5,q95,rhat,ess_bulk,ess_tail\nmy own,1,2,3,4,5,6,7,8,9\n"
        self.write("summary.csv", mine)
        self.refused("fit", "y ~ x1", "data.csv", *FAST, "-o", ".", says=["summary.csv", "no run has written it"])
        self.assertEqual((self.dir / "summary.csv").read_text(), mine)
        # And where it appears between the end of a killed run and the next one, which finishes its change.
        (self.dir / "summary.csv").unlink()
        self.ok("fit", "y ~ x1", "data.csv", *FAST, "-o", "out", "--quiet")
        for name in "summary.csv", "run.json":
            (self.dir / "out" / name).rename(self.dir / "out" / (name + ".partial"))
        self.write("out/.cggibbs.change", "put summary.csv\nput run.json\n")
        self.write("out/summary.csv", mine)
        self.refused("summary", "out", says=["summary.csv"])
        self.assertEqual((self.dir / "out/summary.csv").read_text(), mine)

    def test_a_comparison_does_not_overwrite_its_data(self):
        before = (self.dir / "data.csv").read_text()
        for option in "--json", "--plot":
            self.refused("compare", *FITS[:2], "--time", "1s", option, "data.csv", says=["data.csv", "overwrite the input"])
        self.assertEqual((self.dir / "data.csv").read_text(), before)
        self.write("m.mtx", "%%MatrixMarket matrix array real general\n4 1\n1\n2\n4\n3\n")
        self.write("y.csv", "y\n0\n1\n1\n0\n")
        self.refused("compare", "m.mtx", "--response", "y.csv", "--time", "1s", "--json", "y.csv", says=["y.csv", "overwrite the input"])
        self.refused("compare", *FITS[:2], "--time", "1s", "--json", "c", "--plot", "c", says=["--json and --plot"])

    def test_files_named_for_output_are_our_own(self):
        matrix = "4,1\n1,1\n"
        self.write("c.csv", matrix)
        for command, option in ("condition", "--json"), ("theory", "-o"), ("theory", "--plot"):
            self.refused(command, "c.csv", option, "c.csv", says=["c.csv", "overwrite the input"])
            before = (self.dir / "data.csv").read_text()
            self.refused(command, "c.csv", option, "data.csv", says=["data.csv", "has not written it"])
            self.assertEqual((self.dir / "data.csv").read_text(), before)
            for theirs in '{"a": 1}\n', '<svg xmlns="http://www.w3.org/2000/svg" width="9"></svg>\n':
                self.write("theirs", theirs)
                self.refused(command, "c.csv", option, "theirs", says=["theirs", "has not written it"])
            for _ in range(2):  # its own it may overwrite
                self.ok(command, "c.csv", option, "mine" + option)
        self.write("start.txt", "1,2\n")
        self.refused("theory", "c.csv", "--start", "start.txt", "-o", "start.txt", says=["start.txt", "overwrite the input"])
        self.refused("theory", "c.csv", "-o", "x", "--plot", "x", says=["--output and --plot"])
        self.assertEqual((self.dir / "c.csv").read_text(), matrix)
        self.ok("fit", *FITS, *FAST, "-o", "out")
        self.refused("condition", "out", "--json", "out/run.json", says=["run.json", "belongs to a run"])

    def test_simulate_overwrites_its_own_files_only(self):
        before = (self.dir / "data.csv").read_text()
        self.refused("simulate", "-o", "data.csv", says=["data.csv", "has not written it"])
        self.assertEqual((self.dir / "data.csv").read_text(), before)
        self.write("m-truth.csv", "mine\n")
        self.refused("simulate", "-o", "m.csv", says=["m-truth.csv", "has not written it"])
        self.write("x.y.csv", "mine\n")
        self.refused("simulate", "-o", "x.mtx", says=["x.y.csv", "has not written it"])
        for _ in range(2):
            self.ok("simulate", "-o", "new.csv")

    def test_a_killed_run_leaves_the_old_one_and_the_next_clears_up(self):
        self.ok("fit", *FITS, *THREE, "-o", "out")
        before = {name: (self.dir / "out" / name).read_text() for name in self.names()}
        process = self.start("--chains", "5")
        process.kill()
        process.wait()
        self.assertEqual({name: (self.dir / "out" / name).read_text() for name in before}, before)
        self.assertIn("3 chains x 100 draws", self.ok("summary", "out").stdout)
        self.ok("fit", *FITS, *FAST, "-o", "out")
        self.assertEqual(self.names(), ["chain-1.csv", "chain-2.csv", "run.json", "summary.csv"])

    def cut_off(self, *named):
        """A change from three chains to two that was killed after its first file."""
        self.ok("fit", *FITS, *FAST, "-o", "new")
        self.ok("fit", *FITS, *THREE, "-o", "out")
        for name in os.listdir(self.dir / "new"):
            (self.dir / "new" / name).rename(self.dir / "out" / (name + ".partial"))
        (self.dir / "out/chain-1.csv.partial").rename(self.dir / "out/chain-1.csv")
        self.write("out/.cggibbs.change",
                   "remove chain-3.csv\nput chain-1.csv\nput chain-2.csv\nput summary.csv\nput run.json\n")
        self.assertIn("2 chains x 100 draws", self.ok("summary", *named).stdout)
        self.assertEqual(self.names(), ["chain-1.csv", "chain-2.csv", "run.json", "summary.csv"])

    def test_summary_does_the_rest_of_a_change_that_was_cut_off(self):
        self.cut_off("out")

    def test_so_does_summary_of_single_files(self):
        self.cut_off("out/chain-1.csv", "out/chain-2.csv")


if __name__ == "__main__":
    unittest.main()
