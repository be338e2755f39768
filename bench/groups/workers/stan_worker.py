"""Stan's NUTS on one case: job.json in, draws.f64 and result.json out. --compile PROGRAM.stan builds the library, off every clock."""
import asyncio
import json
import multiprocessing
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "panel" / "workers"))
from pystan_worker import follow, run_stan, stan_release


def compile_once(path):
    """Not through stan.build, whose client gives up after five minutes. Prints the seconds it took."""
    import httpstan.models

    code, begin = Path(path).read_text(), time.perf_counter()
    try:
        httpstan.models.import_services_extension_module(httpstan.models.calculate_model_name(code))
    except KeyError:
        for left in reversed(range(10)):
            try:
                asyncio.run(httpstan.models.build_services_extension_module(code))
                break
            except subprocess.TimeoutExpired:  # httpstan gives its translator one second, which a busy machine may not have
                if left == 0:
                    raise
    print(f"{time.perf_counter() - begin:.1f}")


def sample(job):
    import httpstan.models
    import numpy as np

    settings = {"data": json.loads(Path(job.values).read_text()), "init": {}, "chain": 1, "random_seed": job.seed,
                "num_warmup": job.warmup, "num_samples": job.draws, "refresh": 1}
    address = tempfile.mktemp(prefix="stan-", suffix=".sock")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen(4)
        name = httpstan.models.calculate_model_name(Path(job.program).read_text())
        child = multiprocessing.get_context("fork").Process(target=run_stan, args=(name, address, settings))
        child.start()
        messages, warmup, sampling, _ = follow(listener, child, job)
    os.unlink(address)
    if child.exitcode not in (0, -9):
        sys.exit(f"Stan ended with {child.exitcode}: {' '.join(messages.errors[-3:])}")
    if len(messages.rows) < 8:
        sys.exit(3)  # over its limit
    values = messages.columns(["divergent__", "n_leapfrog__", *job.names])
    np.ascontiguousarray(values[:, 2:]).tofile(job.folder / "draws.f64")
    facts = {"warmup_seconds": warmup, "sampling_seconds": sampling, "divergences": int(values[:, 0].sum()),
             "steps": float(values[:, 1].mean())}
    (job.folder / "result.json").write_text(json.dumps(facts))


if __name__ == "__main__":
    if sys.argv[1] == "--compile":
        compile_once(sys.argv[2])
    elif sys.argv[1] == "--version":
        import httpstan

        print("Stan " + stan_release(Path(httpstan.__file__).parent))
    else:
        sample(SimpleNamespace(**json.loads(Path(sys.argv[1]).read_text()), folder=Path(sys.argv[1]).parent))
