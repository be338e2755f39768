"""The programs of the race: each makes a case ready off the clock and runs one chain of it."""
import json
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "panel"))
import jags_code
from built import Built
from programs import Failed, Missing, OverLimit, run_limited

WORKERS = Path(__file__).resolve().parent / "workers"
START_UP = 300  # seconds on top of the limit for starting R, compiling loops, reading data, writing files
OURS = ("auto", "latent", "newton", "gaussian_block", "nuts", "nuts:low_rank", "slice")
PEERS = ("stan-noncentred", "stan-centred", "nutpie", "jags")
SHORT = {"ours": OURS, "stan": PEERS[:2]}  # what --programs may say for several


def processor_seconds():
    """Of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Ours:
    """cggibbs fit by one sampler. Its seconds are those of the whole process: pilots, reading and writing included."""

    def __init__(self, binary, sampler):
        self.binary, self.sampler = str(binary), sampler

    def make_ready(self, case, folder):
        if not Path(self.binary).exists():
            raise Missing(f"{self.binary} is not built")
        case.write_table(folder / "table.csv")

    def run(self, case, folder, job, core):
        out = job["folder"]
        command = [self.binary, "fit", case.formula, str(folder / "table.csv"), *case.flags(), "--sampler", self.sampler,
                   "--chains", "1", "--threads", "1", "--warmup", str(job["warmup"]), "--draws", str(job["draws"]),
                   "--seed", str(job["seed"]), "--quiet", "-o", str(out)]
        before = processor_seconds()
        run_limited(command, job["limit"] + START_UP, core, out / "log.txt", interrupt=job["limit"])
        total = processor_seconds() - before
        if not (out / "run.json").exists():
            raise OverLimit("interrupted in warmup")
        record = json.loads((out / "run.json").read_text())
        stan_names = {c["name"]: c["stan"] for c in record["columns"]}
        draws = read_columns(out / "chain-1.csv", [stan_names[name] for name, _ in case.quantities()])
        choice = record["configuration"].get("sampler_choice") or {}
        return draws, {"seconds": total, "warmup_seconds": record["warmup_seconds"], "sampling_seconds": record["sampling_seconds"],
                       "sampler": record["sampler"], "reason": choice.get("reason"), "warnings": len(record.get("warnings") or [])}


class OursBuilt:
    """builder_cases by one sampler; seconds as above."""

    def __init__(self, binary, sampler):
        self.binary, self.sampler = Path(binary).with_name("builder_cases"), sampler

    def make_ready(self, case, folder):
        if not self.binary.exists():
            raise Missing(f"{self.binary} is not built")
        (folder / "values.json").write_text(json.dumps(case.stan(True)[1]))

    def run(self, case, folder, job, core):
        out = job["folder"]
        command = [self.binary, case.name, folder / "values.json", self.sampler, job["warmup"], job["draws"], job["seed"], out]
        before = processor_seconds()
        run_limited([str(c) for c in command], job["limit"] + START_UP, core, out / "log.txt", interrupt=job["limit"])
        facts = {"seconds": processor_seconds() - before, **json.loads((out / "result.json").read_text())}
        if facts.pop("names") != [name for name, _ in case.quantities()]:
            raise Failed("builder_cases names other quantities")
        return np.fromfile(out / "draws.f64").reshape(-1, job["quantities"]), facts


class Stan:
    """PyStan's, in one of two forms. Seconds from the first iteration on."""

    def __init__(self, form):
        self.form, self.script = form, WORKERS / "stan_worker.py"

    def make_ready(self, case, folder):
        code, values, self.names = case.stan(self.form == "centred")
        self.program, self.values = folder / f"{self.form}.stan", folder / f"{self.form}.json"
        self.program.write_text(code)
        self.values.write_text(json.dumps(values))
        done = subprocess.run([sys.executable, str(self.script), "--compile", str(self.program)], capture_output=True, text=True)
        if done.returncode != 0:
            words = (done.stdout + done.stderr).strip()
            raise (Missing if "No module named 'httpstan'" in words else Failed)(words[-300:])
        took = float(done.stdout.split()[-1])
        if took > 5:
            print(f"bench-groups: compiled {self.program} in {took:.0f} s", file=sys.stderr, flush=True)

    def run(self, case, folder, job, core):
        return run_worker([sys.executable, str(self.script)],
                          {**job, "program": str(self.program), "values": str(self.values), "names": self.names}, core)


class Nutpie:
    """nutpie through PyMC's non-centred form and numba."""

    def make_ready(self, case, folder):
        import importlib.util

        if isinstance(case, Built):
            raise Missing("not written for PyMC")
        if any(importlib.util.find_spec(k) is None for k in ("nutpie", "pymc", "numba")):
            raise Missing("nutpie, pymc or numba is not installed (scripts/bench-setup)")

    def run(self, case, folder, job, core):
        return run_worker([sys.executable, str(WORKERS / "nutpie_worker.py")], {**job, "case": case.name}, core)


class Jags:
    """JAGS with its glm module, through rjags. Seconds from the first adaptation on."""

    def make_ready(self, case, folder):
        code, values, self.names, self.monitors = case.jags()
        self.program, self.values = folder / "model.bug", folder / "jags.R"
        self.program.write_text(code)
        self.values.write_text(jags_code.dump(values))

    def run(self, case, folder, job, core):
        (job["folder"] / "names.txt").write_text("\n".join(self.names) + "\n")
        return run_worker(["Rscript", "--vanilla", str(WORKERS / "jags_worker.R")],
                          {**job, "program": str(self.program), "values": str(self.values), "monitors": " ".join(self.monitors)}, core)


def run_worker(command, job, core):
    """job.json (for R: job.dcf) in, draws.f64 (draws x quantities) and result.json out."""
    out = job["folder"]
    (out / "job.json").write_text(json.dumps({k: v for k, v in job.items() if k != "folder"}))
    (out / "job.dcf").write_text("".join(f"{k}: {v}\n" for k, v in job.items() if k not in ("folder", "names")))
    path = out / ("job.dcf" if command[0] == "Rscript" else "job.json")
    run_limited([*command, str(path)], job["limit"] + START_UP, core, out / "log.txt")
    facts = json.loads((out / "result.json").read_text())
    facts["seconds"] = facts["warmup_seconds"] + facts["sampling_seconds"]
    return np.fromfile(out / "draws.f64").reshape(-1, job["quantities"]), facts


def read_columns(path, names):
    """Columns by name of a Stan CSV file."""
    with open(path) as file:
        lines = [line for line in file if not line.startswith("#")]
    header = lines[0].strip().split(",")
    return np.loadtxt(lines[1:], delimiter=",", usecols=[header.index(name) for name in names], ndmin=2)


def find(name, case, binary):
    if name in OURS:
        return (OursBuilt if isinstance(case, Built) else Ours)(binary, name)
    if name.startswith("stan-"):
        return Stan(name.removeprefix("stan-"))
    return {"nutpie": Nutpie, "jags": Jags}[name]()
