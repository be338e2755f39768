"""The program under test, and data for it."""
import os
import random
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ.get("CGGIBBS", "cggibbs")
# A refusal takes no time: later is a hang. Runs get more, for machines with other things to do.
HANG_SECONDS = 20
RUN_SECONDS = 200
FAST = ["--warmup", "100", "--draws", "100", "--chains", "2", "--seed", "1"]


class CliTest(unittest.TestCase):
    """Each test gets an empty working directory."""

    def setUp(self):
        self.dir = Path(tempfile.mkdtemp(prefix="cggibbs-cli-"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)

    def write(self, name, content):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content)
        return path

    def run_program(self, *args, env=None, timeout=HANG_SECONDS, preexec_fn=None):
        return subprocess.run(
            [PROGRAM, *map(str, args)], cwd=self.dir, timeout=timeout, preexec_fn=preexec_fn, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env={**os.environ, **(env or {})})

    def ok(self, *args, **kwargs):
        done = self.run_program(*args, timeout=RUN_SECONDS, **kwargs)
        self.assertEqual(done.returncode, 0, f"{args}\n{done.stdout}{done.stderr}")
        return done

    def refused(self, *args, says=(), **kwargs):
        """Exit code 2, exactly one line `error: ...` with all the words in says, nothing on stdout."""
        done = self.run_program(*args, **kwargs)
        about = f"{args}\n{done.stdout}{done.stderr}"
        self.assertEqual(done.returncode, 2, about)
        errors = [line for line in done.stderr.splitlines() if line.startswith("error:")]
        self.assertEqual(len(errors), 1, about)
        self.assertEqual(done.stdout, "", about)
        for words in [says] if isinstance(says, str) else says:
            self.assertIn(words, errors[0], about)
        # Anything else on stderr is a warning or a note, never a second report of the failure.
        for line in done.stderr.splitlines():
            self.assertNotIn("terminate called", line, about)
        return errors[0]

    def table(self, name="data.csv", rows=60, seed=1):
        """y (normal), n (counts), b (0 or 1), x1, x2, g (text)."""
        rng = random.Random(seed)
        lines = ["y,n,b,x1,x2,g"]
        for i in range(rows):
            x1, x2 = rng.gauss(0, 1), rng.gauss(0, 1)
            y = 1 + 2 * x1 - x2 + rng.gauss(0, 0.5)
            lines.append(f"{y:.4f},{rng.randrange(5)},{int(rng.random() < 0.5)},{x1:.4f},{x2:.4f},{'abc'[i % 3]}")
        return self.write(name, "\n".join(lines) + "\n")

    def chains(self, directory="out"):
        return sorted((self.dir / directory).glob("chain-*.csv"))


def draw_rows(path):
    """The rows of draws of a Stan CSV file, without comments and header."""
    lines = [line for line in Path(path).read_text().splitlines() if line and not line.startswith("#")]
    return lines[1:]


def header(path):
    return next(line for line in Path(path).read_text().splitlines() if line and not line.startswith("#")).split(",")
