"""Stan's NUTS: PyStan 3 compiles the model, its library runs in a child, and draws are taken as they come.

Not through stan.Model.sample: that keeps fits of equal seeds (with the seconds of another day), says nothing
before the last draw, and sends the data through JSON. --compile PRIOR builds the library ahead of the clock.
"""
import multiprocessing
import os
import re
import select
import socket
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from job import Stopwatch, main

MODELS = Path(__file__).parent.parent / "models"
SAMPLER = "hmc_nuts_diag_e_adapt"


def program(prior):
    return (MODELS / f"{prior}.stan").read_text()


def processor_seconds(pid):
    """Of a child so far; nanoseconds as the scheduler counts them."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def run_stan(name, address, settings):
    """The child: Stan's own defaults for all that `settings` leaves open. Its answer is on the socket."""
    import httpstan.models
    from httpstan.services import arguments

    module = httpstan.models.import_services_extension_module(name)
    for key in arguments.function_arguments(SAMPLER, module):
        if key not in settings:
            settings[key] = arguments.lookup_default(arguments.Method.SAMPLE, key)
    os._exit(getattr(module, SAMPLER + "_wrapper")(address, **settings))


class Messages:
    """What Stan says: an iteration's number when it begins, and the draws."""

    def __init__(self):
        self.iteration, self.rows, self.errors, self.pending, self.elapsed = 0, [], [], {}, {}

    def add(self, connection, data):
        *lines, self.pending[connection] = (self.pending.get(connection, b"") + data).split(b"\n")
        for line in lines:
            if b'"logger"' in line:
                took = re.search(rb"([\d.]+) seconds \((Warm-up|Sampling)\)", line)
                if took:
                    self.elapsed[took.group(2).decode()] = float(took.group(1))
                begun = re.search(rb"Iteration: *(\d+)", line)
                if begun:
                    self.iteration = int(begun.group(1))
                elif b"error:" in line:
                    self.errors.append(line.decode(errors="replace"))
            elif b'"sample"' in line and b"lp__" in line:
                self.rows.append(line)

    def columns(self, wanted):
        """The wanted names' values, a row per draw. JSON has no word for what is not finite, so it is not JSON."""
        import numpy as np

        fields = [re.findall(rb'"([^"]+)":([^,}]+)', row.split(b'"values":', 1)[1]) for row in self.rows]
        names = [name.decode() for name, _ in fields[0]]
        at = [names.index(name) for name in wanted]
        return np.array([[float(row[k][1]) for k in at] for row in fields])


def follow(listener, child, job):
    """Reads until Stan is done or the time is over. Returns messages, warmup and sampling seconds, busy share."""
    messages, watch, start = Messages(), None, None
    warmup = cpu = wall = 0.0
    readers = [listener]
    by_processor = getattr(job, "limit_clock", "wall") == "processor"
    while True:
        ready = select.select(readers, [], [], 0.05)[0]
        for reader in ready:
            if reader is listener:
                readers.append(listener.accept()[0])
                continue
            data = reader.recv(1 << 20)
            if data:
                messages.add(reader, data)
            else:
                readers.remove(reader)
        if child.is_alive():
            now = processor_seconds(child.pid)
            if watch is None and messages.iteration > 0:
                watch, start = Stopwatch(), now
            if watch is not None and len(readers) > 1:
                cpu, wall = now - start, watch.read()[1]
            if messages.iteration <= job.warmup:
                warmup = cpu
        if (cpu if by_processor else wall) > job.limit:
            child.kill()
            break
        if not ready and len(readers) == 1 and not child.is_alive():
            break
    child.join()
    if not cpu > warmup:  # over before anybody looked: what Stan says itself, by the clock
        warmup, sampling = (max(messages.elapsed.get(phase, 0), 1e-3) for phase in ("Warm-up", "Sampling"))
        return messages, warmup, sampling, 1.0
    return messages, warmup, cpu - warmup, cpu / max(wall, 1e-9)


def work(job):
    import httpstan
    import httpstan.models
    import numpy as np

    if job is None:
        from importlib.metadata import version

        return f"Stan {stan_release(Path(httpstan.__file__).parent)} (pystan {version('pystan')})"
    settings = {"data": {"n": job.n, "d": job.d, "x": job.x, "y": job.y}, "init": {}, "chain": 1,
                "random_seed": job.seed, "num_warmup": job.warmup, "num_samples": job.draws * job.thin,
                "num_thin": job.thin, "refresh": 1}
    address = tempfile.mktemp(prefix="stan-", suffix=".sock")  # the folder's own name may be too long for a socket
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(4)
        name = httpstan.models.calculate_model_name(program(getattr(job, "model", job.prior)))
        child = multiprocessing.get_context("fork").Process(target=run_stan, args=(name, address, settings))
        child.start()
        messages, warmup, sampling, busy = follow(listener, child, job)
    os.unlink(address)
    if child.exitcode not in (0, -9):
        sys.exit(f"Stan ended with {child.exitcode}: {' '.join(messages.errors[-3:])}")
    if not messages.rows:
        job.over_limit(messages.iteration, warmup)
    wanted = ["divergent__", "treedepth__", "n_leapfrog__", "intercept"]
    values = messages.columns(wanted + [f"theta.{j + 1}" for j in range(job.d)])
    job.answer(values[:, 3:], warmup_seconds=warmup, sampling_seconds=sampling, sampling_wall=sampling / busy,
               clock="processor", busy=busy, divergences=int(values[:, 0].sum()),
               deepest=int((values[:, 1] >= 10).sum()), steps=float(np.mean(values[:, 2])))


def stan_release(package):
    """The version of Stan that httpstan's headers say."""
    text = (package / "include" / "stan" / "version.hpp").read_text()
    return ".".join(re.search(rf"STAN_{part} (\d+)", text).group(1) for part in ("MAJOR", "MINOR", "PATCH"))


if __name__ == "__main__":
    if sys.argv[1] == "--compile":
        import stan

        stan.build(program(sys.argv[2]), data={"n": 2, "d": 1, "x": [[0.0], [1.0]], "y": [0, 1]})
    else:
        main(work)
