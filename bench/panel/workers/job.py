"""What a Python worker is asked and what it answers: job.json in, draws.f64 and result.json out."""
import json
import os
import sys
import time
from pathlib import Path

import numpy as np


OVER_LIMIT = 3  # exit status: not one draw in the time given


class Job:
    """One chain of one program on one data set. `draws` are kept draws: after thinning."""

    def __init__(self, path):
        self.__dict__.update(json.loads(Path(path).read_text()))
        self.folder = Path(path).parent
        meta = json.loads((Path(self.data) / "meta.json").read_text())
        self.n, self.d, self.sparse = meta["n"], meta["d"], meta["sparse"]
        self.x = np.fromfile(Path(self.data) / "X.f64").reshape((self.n, self.d), order="F")
        self.y = np.fromfile(Path(self.data) / "y.i32", dtype=np.int32)

    def answer(self, draws, **facts):
        """draws: (kept draws, 1 + d), intercept first."""
        draws = np.ascontiguousarray(draws, dtype=np.float64)
        assert draws.shape[1] == self.d + 1, draws.shape
        draws.tofile(self.folder / "draws.f64")
        partial = self.folder / "result.partial"
        partial.write_text(json.dumps({"rows": draws.shape[0], **facts}))
        os.replace(partial, self.folder / "result.json")

    def over_limit(self, iterations, seconds):
        """Ends the worker: not one draw in the time given. Says how far warmup came, for an estimate of the rest."""
        (self.folder / "progress.json").write_text(json.dumps({"iterations": iterations, "seconds": seconds}))
        sys.exit(OVER_LIMIT)


class Stopwatch:
    """Processor and wall seconds since its start."""

    def __init__(self):
        self.cpu, self.wall = time.process_time(), time.perf_counter()

    def read(self):
        return time.process_time() - self.cpu, time.perf_counter() - self.wall


def main(work):
    if sys.argv[1] == "--version":
        print(work(None))
    else:
        work(Job(sys.argv[1]))
