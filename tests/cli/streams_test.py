"""Standard streams and signals as shells and terminals leave them."""
import json
import os
import signal
import subprocess
import time
import unittest

from program import FAST, PROGRAM, CliTest, draw_rows

FITS = ["y ~ x1 + x2", "data.csv", "--sampler", "slice"]


class Streams(CliTest):
    def setUp(self):
        super().setUp()
        self.table()

    def shell(self, redirection, *args):
        return subprocess.run(["sh", "-c", f'"$@" {redirection}', "sh", PROGRAM, *args], cwd=self.dir, timeout=60,
                              stderr=subprocess.PIPE, text=True)

    def test_closed_streams_put_nothing_into_files(self):
        long = ["--warmup", "10", "--draws", "8000", "--chains", "2", "--seed", "1", "--progress", "bar"]
        self.ok("fit", *FITS, *long, "-o", "open")
        done = self.shell(">&- 2>&-", "fit", *FITS, *long, "-o", "closed")
        self.assertEqual(done.returncode, 0)
        self.assertEqual([draw_rows(f) for f in self.chains("closed")], [draw_rows(f) for f in self.chains("open")])
        for path in self.chains("closed"):
            self.assertTrue(path.read_text().startswith("# stan_version_major = 2\n"))

    def test_output_that_cannot_be_written_is_a_failure(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        for command in ["fit", *FITS, *FAST, "-o", "out"], ["summary", "out"], ["--version"], ["--help"], ["explain", *FITS[:2]]:
            done = self.shell("> /dev/full", *command)
            self.assertEqual(done.returncode, 2, command)
            self.assertIn("error: standard output could not be written", done.stderr)
        self.assertEqual(len(self.chains()), 2)

    def test_a_reader_that_ends_takes_no_run_with_it(self):
        script = f'"{PROGRAM}" fit "y ~ x1 + x2" data.csv --sampler slice --warmup 10 --draws 20000 --chains 2 --seed 1 ' \
                 '--progress plain -o out 2>&1 | head -1'
        subprocess.run(["bash", "-c", script], cwd=self.dir, timeout=60, stdout=subprocess.DEVNULL, check=True,
                       preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL))
        end = time.time() + 30
        while not (self.dir / "out/run.json").exists() and time.time() < end:
            time.sleep(0.05)
        self.assertEqual(len(self.chains()), 2)
        done = subprocess.run(["bash", "-c", f'"{PROGRAM}" summary out | true; echo ${{PIPESTATUS[0]}}'], cwd=self.dir, timeout=60,
                              capture_output=True, text=True)
        self.assertIn(done.stdout, ["0\n", "141\n"])  # it may have been quicker than its reader
        self.assertEqual(done.stderr, "")

    def test_a_closed_terminal_ends_a_run_in_order(self):
        process = subprocess.Popen(
            [PROGRAM, "fit", *FITS, "--warmup", "10", "--draws", "100000000", "--until", "time=60s", "--quiet", "-o", "out"],
            cwd=self.dir, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        end = time.time() + 15
        partial = self.dir / "out/chain-1.csv.partial"
        while not (partial.exists() and partial.stat().st_size > 200_000) and time.time() < end:
            time.sleep(0.02)
        process.send_signal(signal.SIGHUP)
        self.assertEqual(process.wait(timeout=20), 130)
        self.assertEqual(len(self.chains()), 4)
        self.assertEqual(json.loads((self.dir / "out/run.json").read_text())["stopped_by"], "interrupt")

    def test_a_scratch_directory_that_is_not_there_is_named(self):
        line = self.refused("fit", *FITS, *FAST, env={"TMPDIR": "/nonexistent"}, says=["/nonexistent", "TMPDIR"])
        self.assertNotIn("unexpected", line)
        self.ok("fit", *FITS, *FAST, "-o", "out", env={"TMPDIR": "/nonexistent"})
        self.ok("fit", *FITS, *FAST, env={"TMPDIR": ""})  # as if it were not set

    def test_scratch_has_no_name(self):
        self.write("tmp/empty", "").unlink()
        self.ok("fit", *FITS, *FAST, env={"TMPDIR": str(self.dir / "tmp")})
        self.assertEqual(os.listdir(self.dir / "tmp"), [])

    def test_empty_values_are_refused(self):
        for option in "-o", "--seed", "--init", "--family", "--prior", "--threads", "--chains", "--weights", "--response", "--save", "--until":
            self.refused("fit", *FITS, "--draws", "10", option, "", says=[option.strip("-")[:1], "empty"])
        self.refused("summary", "out", "--var", "", says=["--var", "empty"])


if __name__ == "__main__":
    unittest.main()
