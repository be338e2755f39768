"""Disks without room: nothing looks whole that is not, and no table is lost."""
import re
import resource
import shutil
import subprocess
import time
import unittest

from program import FAST, PROGRAM, CliTest


class FullDisk(CliTest):
    def test_directory_that_cannot_be_made(self):
        self.table()
        self.write("taken", "a file")
        self.refused("fit", "y ~ x1", "data.csv", "-o", "taken", *FAST, says=["taken", "a file of this name exists"])
        self.refused("fit", "y ~ x1", "data.csv", "-o", "taken/out", *FAST, says=["taken/out"])
        self.refused("simulate", "-o", "taken/d.csv", says=["taken"])

    def limited(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit, self.limit))

    def fails(self, *options):
        """A run whose files become too large: its table is printed all the same, and nothing looks whole."""
        done = self.run_program("fit", "y ~ x1 + x2", "data.csv", "--chains", "2", "--seed", "1", "--sampler", "slice",
                                *options, preexec_fn=self.limited, timeout=60)
        about = done.stdout + done.stderr
        self.assertEqual(done.returncode, 2, about)
        error = [line for line in done.stderr.splitlines() if line.startswith("error:")]
        self.assertEqual(len(error), 1, about)
        self.assertIn("File too large", error[0])
        self.assertRegex(done.stdout, r"\nx1 +[12]\.\d", about)
        self.assertNotIn("files in", done.stdout)
        return done.stdout, error[0]

    def test_a_full_disk_loses_no_table_and_no_chain_looks_whole(self):
        self.table(rows=600)  # so that no chain is far ahead of the others
        self.ok("fit", "y ~ x1", "data.csv", "-o", "out", *FAST, "--sampler", "slice")
        before = {p.name: p.read_bytes() for p in (self.dir / "out").iterdir()}
        for self.limit, options in (20_000, []), (20_000, ["--quiet"]), (1_500_000, ["--save-warmup"]):
            table, error = self.fails("-o", "out", "--draws", "50000", *options)
            self.assertIn("stopped by disk", table)
            draws = int(re.search(r"The table has (\d+) draws of each chain; those .* chain-1.csv.partial", error)[1])
            self.assertIn(f"2 chains x {draws} draws", table)
            self.assertEqual({name: (self.dir / "out" / name).read_bytes() for name in before}, before)
            for path in (self.dir / "out").glob("*.partial"):
                self.assertTrue(path.read_text().endswith("\n"))
                if self.limit == 20_000:
                    self.assertGreater(path.stat().st_size, self.limit - 500)  # all rows that fit
        self.assertIn("sigma", self.ok("summary", "out/chain-1.csv.partial").stdout)

    def test_a_disk_that_is_full_when_sampling_is_over_loses_no_table(self):
        self.table(rows=600)  # so that no chain is far ahead of the others
        self.limit = 20_000
        table, _ = self.fails("-o", "out", "--draws", "600")
        self.assertIn("2 chains x 600 draws (stopped by draws)", table)
        self.assertEqual(self.chains(), [])
        self.assertFalse((self.dir / "out/summary.csv").exists())
        self.assertFalse((self.dir / "out/run.json").exists())

    def test_a_directory_that_is_taken_away_loses_no_table(self):
        self.table(rows=600)
        run = subprocess.Popen([PROGRAM, "fit", "y ~ x1 + x2", "data.csv", "--sampler", "slice", "--until", "time=2s", "-o", "out"],
                               cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.time() + 15
        while not (self.dir / "out/chain-4.csv.partial").exists() and time.time() < end:
            time.sleep(0.02)
        time.sleep(0.2)  # until sampling has begun
        shutil.rmtree(self.dir / "out")
        table, told = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 2, told)
        self.assertRegex(table, r"\nx1 +[12]\.\d")
        self.assertRegex(told, r"error: out/.*No such file")

    def test_scratch_space_that_is_full_loses_no_table(self):
        self.table(rows=600)  # so that no chain is far ahead of the others
        self.limit = 20_000
        table, error = self.fails("--draws", "5000")
        self.assertIn("stopped by disk", table)
        self.assertNotIn("partial", error)


if __name__ == "__main__":
    unittest.main()
