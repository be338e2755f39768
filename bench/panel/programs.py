"""The programs of the race: how to ask for their version, make them ready, and run one chain."""
import functools
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
WORKERS = HERE / "workers"
COMPILED = HERE.parent.parent / "build" / "bench-compiled"
SET_UP_SECONDS = 180  # on top of the limit, for starting R, loading JAX from a cold disk, compiling loops, reading data
MOST_MEMORY = int(0.8 * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))  # a program that wants more fails
OVER_LIMIT = 3  # a worker's exit status: not one draw in the time given
INTERRUPTED = 130  # cggibbs: ended by Ctrl-C, with valid files of what it had
SAMPLING_FLAGS = {
    "paper": ["--sampler", "slice", "--slice", "doubling", "--width", "10", "--no-adapt"],
    "slice": ["--sampler", "slice"],
}
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS",
                                     "NUMBA_NUM_THREADS", "STAN_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
                                     "RAYON_NUM_THREADS")}


class Missing(Exception):
    """The program is not on this machine."""


class OverLimit(Exception):
    """Not one draw in its time; `progress` says how far warmup came, where the program tells."""

    def __init__(self, message, progress=None):
        super().__init__(message)
        self.progress = progress


class Failed(Exception):
    """It ended with an error; the message has its last words."""


def run_limited(command, limit, core=None, log=None, interrupt=None):
    """Runs on one core with one thread, for `limit` wall seconds at most; asks it to end at `interrupt` seconds."""
    environment = {**os.environ, **ONE_THREAD}

    def pin():
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        if core is not None:
            os.sched_setaffinity(0, {core})

    with open(log or os.devnull, "w") as out:
        try:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                       env=environment, preexec_fn=pin, start_new_session=True)
        except FileNotFoundError:
            raise Missing(f"{command[0]} is not installed") from None
        try:
            code = wait(process, limit, interrupt)
        except subprocess.TimeoutExpired:
            kill_group(process)
            raise OverLimit(f"killed after {limit:.0f} s") from None
        except BaseException:
            kill_group(process)
            raise
    if code == OVER_LIMIT:
        progress = Path(log).parent / "progress.json"
        raise OverLimit("", json.loads(progress.read_text()) if progress.exists() else None)
    if code not in (0, INTERRUPTED):
        words = Path(log).read_text(errors="replace").strip().splitlines() if log else []
        raise Failed(f"exit code {code}: " + " | ".join(words[-3:])[-400:])


def wait(process, limit, interrupt):
    """The exit code; a process still there after `interrupt` seconds gets what Ctrl-C sends."""
    if interrupt is not None:
        try:
            return process.wait(timeout=interrupt)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            limit -= interrupt
    return process.wait(timeout=limit)


def kill_group(process):
    """Ends a process with its children (PyStan keeps a server)."""
    try:
        os.killpg(process.pid, 9)
    except ProcessLookupError:
        pass
    process.wait()


class Cggibbs:
    """Our own program with the flags of one sampler."""

    def __init__(self, binary, sampler):
        self.binary, self.sampler = str(binary), sampler

    @functools.cached_property
    def flags(self):
        known = samplers_of(self.binary)
        if self.sampler in SAMPLING_FLAGS:
            return SAMPLING_FLAGS[self.sampler]
        if self.sampler == "auto" and "auto" not in known:
            return []  # the default of a program that has no auto
        if self.sampler.split(":")[0] not in known:  # nuts:low_rank is nuts with a metric
            raise Missing(f"this cggibbs has no --sampler {self.sampler} (it has {', '.join(sorted(known))})")
        return ["--sampler", self.sampler]

    def version(self):
        if not Path(self.binary).exists():
            raise Missing(f"{self.binary} is not built")
        text = subprocess.run([self.binary, "--version"], capture_output=True, text=True).stdout.strip()
        return f"{text} {' '.join(self.flags)}".strip()

    def make_ready(self, prior):
        return None

    def run(self, job, limit, core):
        out = Path(job["folder"])
        prior = "normal(0,10)" if job["prior"] == "normal" else "horseshoe"
        command = [self.binary, "fit", str(Path(job["data"]) / "x.npz"), "--standardize", "none", "--prior", prior,
                   "--chains", "1", "--threads", "1", "--warmup", str(job["warmup"]), "--draws", str(job["draws"]),
                   "--thin", str(job["thin"]), "--seed", str(job["seed"]), "--save", "Intercept,x*", "--quiet",
                   "-o", str(out), *self.flags, *job.get("flags", [])]
        run_limited(command, limit + SET_UP_SECONDS, core, out / "log.txt", interrupt=limit)
        if not (out / "run.json").exists():
            raise OverLimit("interrupted in warmup")
        record = json.loads((out / "run.json").read_text())
        facts = {"warmup_seconds": record["warmup_seconds"], "sampling_seconds": record["sampling_seconds"],
                 "clock": "processor", "divergences": 0, "own_ess": record.get("ess"), "work": record.get("work"),
                 "sampler": record.get("sampler")}
        draws = None if "--summary-only" in command else read_stan_csv(out / "chain-1.csv")
        return draws, facts


class Worker:
    """Another program behind a worker script; see workers/job.py for what goes in and out."""

    def __init__(self, script, compiles=False, **extra):
        self.script, self.compiles, self.extra = WORKERS / script, compiles, extra
        self.command = ["Rscript", "--vanilla", str(self.script)] if script.endswith(".R") else [
            sys.executable, str(self.script)]

    def version(self):
        if shutil.which(self.command[0]) is None:
            raise Missing(f"{self.command[0]} is not installed")
        got = subprocess.run([*self.command, "--version"], capture_output=True, text=True)
        if got.returncode != 0:
            raise Missing((got.stderr.strip().splitlines() or ["does not start"])[-1][:200])
        return got.stdout.strip().splitlines()[-1]

    def model(self, prior):
        """The name of its model: another form of it where there is one."""
        form = f"{prior}_{self.extra['form']}" if "form" in self.extra else prior
        return form if list((HERE / "models").glob(f"{form}.*")) else prior

    def make_ready(self, prior):
        """Compiles the model once, off every clock."""
        prior = self.model(prior)
        self.cache = COMPILED.resolve() / self.script.stem
        of = sys.executable.encode() + b"".join(p.read_bytes() for p in sorted((HERE / "models").glob(f"{prior}.*")))
        mark = self.cache / f"{prior}.{hashlib.sha256(of).hexdigest()[:12]}.ready"
        if not self.compiles or mark.exists():
            return
        self.cache.mkdir(parents=True, exist_ok=True)
        run_limited([*self.command, "--compile", prior, str(self.cache)], 3600, log=self.cache / f"{prior}.log")
        mark.touch()

    def run(self, job, limit, core):
        out = Path(job["folder"])
        job = {**job, **self.extra, "model": self.model(job["prior"]), "limit": limit, "cache": str(self.cache)}
        if self.script.suffix == ".R":
            path = out / "job.dcf"
            path.write_text("".join(f"{k}: {v}\n" for k, v in job.items() if k != "flags"))
        else:
            path = out / "job.json"
            path.write_text(json.dumps(job))
        run_limited([*self.command, str(path)], limit + SET_UP_SECONDS, core, out / "log.txt")
        facts = json.loads((out / "result.json").read_text())
        shape = (facts["rows"], job["d"] + 1)
        draws = np.fromfile(out / "draws.f64")
        draws = draws.reshape(shape, order="F" if facts.pop("order", "row") == "column" else "C")
        return draws, facts


def samplers_of(binary):
    """What `cggibbs fit --help` lists for --sampler."""
    text = subprocess.run([binary, "fit", "--help"], capture_output=True, text=True).stdout
    lines = text.splitlines()
    at = next((i for i, line in enumerate(lines) if line.strip().startswith("--sampler")), None)
    if at is None:
        return set()
    words = [lines[at].split("--sampler", 1)[1].replace("TEXT", "", 1)]
    for line in lines[at + 1 :]:
        if line.strip().startswith("--") or not line.strip():
            break
        words.append(line)
    listed = re.split(r"[;.]", " ".join(words))[0]
    return set(re.findall(r"[a-z_]+", re.sub(r"\([^)]*\)", "", listed))) - {"or", "and"}


def read_stan_csv(path):
    """The parameters' columns of a Stan CSV file."""
    with open(path) as file:
        header = None
        rows = []
        for line in file:
            if line.startswith("#"):
                continue
            if header is None:
                header = line.strip().split(",")
                first = next(i for i, name in enumerate(header) if not name.endswith("__"))
                continue
            rows.append(np.fromstring(line, sep=",")[first:])
    return np.array(rows)


def all_programs(binary):
    """Those of the panel. PyStan's is the newer of the two Stans; rstan takes part on request."""
    ours = {f"cggibbs-{s}": Cggibbs(binary, s) for s in ("auto", "paper", "slice")}
    peers = {
        "stan": Worker("pystan_worker.py", compiles=True),
        "numpyro": Worker("numpyro_worker.py"),
        "nutpie": Worker("nutpie_worker.py"),
        "jags": Worker("jags_worker.R", glm="yes"),
    }
    return {**ours, **peers}


ON_REQUEST = {"rstan": Worker("rstan_worker.R", compiles=True), "stan-centred": Worker("pystan_worker.py", compiles=True, form="centred"),
              "jags-noglm": Worker("jags_worker.R", glm="no")}


def find_program(name, binary):
    """One of all_programs, or of those on request, or cggibbs-NAME for any sampler NAME of the binary."""
    known = all_programs(binary)
    if name in known:
        return known[name]
    if name in ON_REQUEST:
        return ON_REQUEST[name]
    if name.startswith("cggibbs-"):
        return Cggibbs(binary, name.removeprefix("cggibbs-"))
    raise SystemExit(f"panel: unknown program '{name}'. There are: {', '.join([*known, *ON_REQUEST])}, cggibbs-SAMPLER.")
