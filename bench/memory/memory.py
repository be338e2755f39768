#!/usr/bin/env python3
"""Peak memory of fits with GLI_85-sized and gisette-sized inputs, against data and draws kept."""
import argparse
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "panel"))
import data

CASES = [("GLI_85", ["--draws", "1000"], 1000), ("GLI_85", ["--draws", "1000", "--summary-only"], 0),
         ("gisette", ["--draws", "20"], 20), ("gisette", ["--draws", "20", "--summary-only"], 0)]
MIB = 2.0**20


def peak_of(command):
    """Largest resident set of a child, in bytes: a fork of its own, because RUSAGE_CHILDREN remembers the largest."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
        os.write(writer, f"{code} {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}".encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    code, kib = os.read(reader, 100).decode().split()
    if int(code) != 0:
        raise SystemExit(f"memory: exit code {code}: {' '.join(command)}")
    return 1024 * int(kib)


def data_bytes(folder, meta):
    """What the matrix needs in memory: doubles, or a value and a 4-byte row per nonzero."""
    cells = meta["n"] * meta["d"]
    return cells * (1 - meta["zeros"]) * 12 if meta["sparse"] else cells * 8


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--cggibbs", default=os.environ.get("CGGIBBS", "build/release/bin/cggibbs"))
    p.add_argument("--out", type=Path, default=Path("build/bench-panel"))
    p.add_argument("--warmup", type=int, default=10)
    p.add_argument("--only", help="GLI_85 or gisette")
    o = p.parse_args()
    print(f"{'data':10} {'flags':32} {'file MiB':>9} {'data MiB':>9} {'draws MiB':>10} {'peak MiB':>9} {'peak / (data + draws)':>22}")
    for name, flags, kept in CASES:
        if o.only and name != o.only:
            continue
        folder, meta = data.dataset(name, o.out)
        target = o.out / "work" / "memory"
        command = [o.cggibbs, "fit", str(folder / "x.npz"), "--standardize", "none", "--prior", "normal(0,10)", "--chains",
                   "1", "--threads", "1", "--warmup", str(o.warmup), "--seed", "1", "--quiet", "-o", str(target), *flags]
        peak = peak_of(command)
        shutil.rmtree(target, ignore_errors=True)
        draws = kept * (meta["d"] + 1) * 8
        needed = data_bytes(folder, meta)
        print(f"{name:10} {' '.join(flags):32} {os.path.getsize(folder / 'x.npz') / MIB:9.0f} {needed / MIB:9.0f} {draws / MIB:10.0f} "
              f"{peak / MIB:9.0f} {peak / (needed + draws):22.2f}", flush=True)


if __name__ == "__main__":
    main()
