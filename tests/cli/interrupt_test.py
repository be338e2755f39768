"""Ctrl-C: valid files and exit code 130."""
import json
import os
import signal
import subprocess
import time
import unittest

from program import PROGRAM, CliTest, draw_rows


class Interrupts(CliTest):
    def start(self, *options):
        self.table(rows=200)
        return subprocess.Popen(
            [PROGRAM, "fit", "b ~ x1 + x2 + (1|g)", "data.csv", "--family", "bernoulli", "--seed", "1", "-o", "out", *options],
            cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def interrupt(self, process, ready, number=signal.SIGINT):
        end = time.time() + 15
        while not ready() and time.time() < end:
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=20)
        return process.returncode, out, err

    def sampling(self):
        """Draws have reached the disk."""
        files = list((self.dir / "out").glob("chain-1.csv.partial"))
        return bool(files) and files[0].stat().st_size > 200_000

    def test_while_sampling_leaves_a_whole_run(self):
        process = self.start("--warmup", "50", "--draws", "100000000", "--until", "time=60s")
        code, out, err = self.interrupt(process, self.sampling)
        self.assertEqual(code, 130, err)
        self.assertIn("stopped by interrupt", out)
        files = self.chains()
        self.assertEqual(len(files), 4)
        counts = {len(draw_rows(p)) for p in files}
        self.assertEqual(len(counts), 1, "equally many draws in all chains")
        self.assertEqual({len(row.split(",")) for p in files for row in draw_rows(p)}, {len(draw_rows(files[0])[0].split(","))})
        record = json.loads((self.dir / "out/run.json").read_text())
        self.assertEqual((record["interrupted"], record["stopped_by"], record["draws"]), (True, "interrupt", counts.pop()))
        self.assertTrue((self.dir / "out/summary.csv").exists())
        self.assertIn("4 chains x", self.ok("summary", "out").stdout)
        self.assertEqual([p.name for p in (self.dir / "out").iterdir() if "partial" in p.name], [])

    def test_terminate_does_the_same(self):
        process = self.start("--warmup", "50", "--draws", "100000000", "--until", "time=60s", "--quiet")
        code, out, err = self.interrupt(process, self.sampling, signal.SIGTERM)
        self.assertEqual((code, out, err), (130, "", ""))
        self.assertEqual(len(self.chains()), 4)

    def test_timeout_keeps_the_draws(self):
        # It signals its child and then the group that the child is in: two signals at once.
        self.table(rows=200)
        for _ in range(5):
            subprocess.run(
                ["timeout", "1", PROGRAM, "fit", "b ~ x1 + x2", "data.csv", "--family", "bernoulli", "--sampler", "slice",
                 "--warmup", "5", "--draws", "100000000", "--until", "time=60s", "--quiet", "-o", "out"],
                cwd=self.dir, start_new_session=True, timeout=20)
            self.assertEqual(len(self.chains()), 4)
            for path in (self.dir / "out").iterdir():
                path.unlink()

    def test_compare_ends_in_order_too(self):
        self.table(rows=200)
        process = subprocess.Popen(
            [PROGRAM, "compare", "b ~ x1 + x2", "data.csv", "--family", "bernoulli", "--samplers", "slice,nuts", "--time", "60s",
             "--json", "c.json"],
            cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.stderr.readline(), "slice: 60 s\n")
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("No advice: interrupted before two samplers were done.", out)
        self.assertNotIn("Advice:", out)
        self.assertIsNone(json.loads((self.dir / "c.json").read_text())["advice"])

    def test_in_warmup_leaves_no_chains(self):
        process = self.start("--warmup", "100000000")
        begin = time.time()
        code, out, err = self.interrupt(process, lambda: time.time() - begin > 0.5 and (self.dir / "out").is_dir())
        self.assertEqual(code, 130, err)
        self.assertEqual(out, "")
        self.assertIn("interrupted during warmup", err)
        self.assertEqual(os.listdir(self.dir / "out"), [])


if __name__ == "__main__":
    unittest.main()
