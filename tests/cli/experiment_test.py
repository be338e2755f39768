"""`cggibbs experiment`: the list, one small experiment twice, a killed one that goes on, and refusals."""
import csv
import os
import signal
import subprocess
import time
import unittest

from program import PROGRAM, CliTest

NAMES = ["gibbs-scaling", "colon-scaling", "size-dimension", "panel", "ratio-dn", "more-data", "condition-scaling", "irrelevant-features", "nuts-adaptation",
         "horseshoe-marginals", "scans"]
QUIET = ["--peers", "none", "--quiet"]


class Experiments(CliTest):
    def rows(self, folder="out", name="horseshoe-marginals"):
        with open(self.dir / folder / f"{name}.csv") as file:
            return list(csv.DictReader(file))

    def test_the_list_names_all(self):
        listed = [line.split()[0] for line in self.ok("experiment", "--list").stdout.splitlines()]
        for name in [*NAMES, "all"]:
            self.assertIn(name, listed)

    def test_table_figure_and_verdict(self):
        done = self.ok("experiment", "horseshoe-marginals", "-o", "out", *QUIET)
        self.assertIn("it holds here:", done.stdout)
        self.assertEqual(sorted(p.name for p in (self.dir / "out").iterdir() if not p.name.endswith(".png")),
                         ["cells.jsonl", *(f"horseshoe-marginals.{e}" for e in ["csv", "svg", "txt"])])
        self.assertIn("</svg>", (self.dir / "out" / "horseshoe-marginals.svg").read_text())
        first = self.rows()
        self.ok("experiment", "horseshoe-marginals", "-o", "out", *QUIET)
        self.ok("experiment", "horseshoe-marginals", "-o", "other", "--threads", "1", *QUIET)
        self.assertEqual(self.rows(), first)
        self.assertEqual(self.rows("other"), first)
        self.assertEqual(len((self.dir / "out" / "cells.jsonl").read_text().splitlines()), 1)

    def test_a_killed_run_goes_on(self):
        journal = self.dir / "out" / "cells.jsonl"
        process = subprocess.Popen([PROGRAM, "experiment", "size-dimension", "-o", "out", "--threads", "1", *QUIET], cwd=self.dir,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        begin = time.time()
        while time.time() < begin + 60 and not (journal.exists() and journal.read_bytes().count(b"\n") >= 3):
            time.sleep(0.02)
        process.kill()
        process.communicate()
        before = journal.read_bytes()
        whole = before[:before.rfind(b"\n") + 1]
        self.assertGreaterEqual(whole.count(b"\n"), 3)
        self.assertFalse((self.dir / "out" / "size-dimension.csv").exists())
        process = subprocess.Popen([PROGRAM, "experiment", "size-dimension", "-o", "out", "--threads", "1", *QUIET], cwd=self.dir,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        begin = time.time()
        while time.time() < begin + 60 and journal.stat().st_size <= len(whole):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, told)
        self.assertIn(b"goes on where it stopped", told)
        self.assertTrue(journal.read_bytes().startswith(whole))  # nothing was computed twice
        keys = [line for line in journal.read_text().splitlines()]
        self.assertEqual(len(keys), len(set(keys)))

    def test_refusals(self):
        self.refused("experiment", "gibs-scaling", "-o", "out", says=["unknown experiment 'gibs-scaling'", "Did you mean 'gibbs-scaling'?"])
        self.refused("experiment", "-o", "out", says=["name an experiment"])
        self.refused("experiment", "panel", says=["-o DIR"])
        self.refused("experiment", "panel", "-o", "out", "--data", "nowhere", says=["--data", "nowhere"])
        self.refused("experiment", "panel", "-o", "out", "--quick", "--full", says=["--full"])
        self.refused("experiment", "panel", "-o", "out", "--threads", "-1", says=["--threads"])
        self.write("file", "")
        self.refused("experiment", "panel", "-o", "file", says=["file"])
        if os.geteuid() != 0:
            (self.dir / "closed").mkdir(mode=0o500)
            self.refused("experiment", "panel", "-o", "closed/out", says=["closed"])
        self.refused("experiment", "panel", "-o", "/proc/nothing", says=["/proc/nothing"])


if __name__ == "__main__":
    unittest.main()
