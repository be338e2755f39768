"""Files that ask for more than they hold: refused by name of what would allow them."""
import io
import os
import resource
import struct
import subprocess
import unittest
import zipfile

from program import FAST, PROGRAM, CliTest


def npy(shape, zeros=True):
    """One-byte integers, all zero."""
    head = f"{{'descr': '|i1', 'fortran_order': False, 'shape': {shape}, }}".encode()
    head += b" " * (63 - (10 + len(head)) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head


class Hostile(CliTest):
    def bomb(self, rows, cols):
        """Some kilobytes that are rows x cols numbers."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("X.npy", npy(f"({rows}, {cols})") + bytes(rows * cols))
            archive.writestr("Y.npy", npy(f"({rows},)") + bytes([0, 1] * (rows // 2)))
        return self.write("bomb.npz", data.getvalue())

    def peak(self, *args):
        """Most memory of a run, in MB."""
        def limited():
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        done = subprocess.run([PROGRAM, *args], cwd=self.dir, preexec_fn=limited, capture_output=True, text=True, timeout=60)
        return done, max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1000

    def test_a_zip_bomb(self):
        self.bomb(2000, 20000)
        self.assertIn("--max-memory", self.refused("explain", "bomb.npz", says=["bomb.npz", "GiB"]))
        done, megabytes = self.peak("explain", "bomb.npz")
        self.assertLess(megabytes, 256)
        self.refused("explain", "bomb.npz", "--max-memory", "1GB", says="--max-memory 1.6GB")

    def test_compressed_data_that_are_wanted(self):
        self.bomb(1000, 8000)
        self.refused("explain", "bomb.npz", says="--max-memory 320MB")
        self.ok("explain", "bomb.npz", "--max-memory", "320MB")

    def test_a_large_column_number(self):
        self.write("a.svm", "1 1:1 1000000:1\n0 2:1\n1 3:1\n")
        self.refused("explain", "a.svm", says=["a.svm", "1000000 columns", "--max-memory 600MB"])
        self.write("a.svm", "1 1:1 20000:1\n0 2:1\n1 3:1\n")
        self.ok("explain", "a.svm")

    def test_sizes_that_are_none(self):
        self.write("a.svm", "1 1:1\n0 2:1\n1 3:1\n")
        for size in ["", "0", "-1GB", "4XB", "GB", "1e30GB", "nan"]:
            self.refused("explain", "a.svm", "--max-memory=" + size, says="--max-memory")

    def test_a_run_within_what_is_allowed(self):
        self.table()
        self.refused("fit", "y ~ x1", "data.csv", *FAST, "--sampler", "slice", "--max-memory", "1kB", says="--max-memory")
        self.ok("fit", "y ~ x1", "data.csv", *FAST, "--sampler", "slice", "--max-memory", "1GB")

    def test_pipes_in_a_directory_of_runs(self):
        self.table()
        fit = ["fit", "y ~ x1", "data.csv", *FAST, "--sampler", "slice", "-o", "out"]
        for name, says in (".cggibbs.change", "list of changes"), (".cggibbs.lock", "lock file"), ("summary.csv", "no run has written"):
            (self.dir / "out").mkdir(exist_ok=True)
            os.mkfifo(self.dir / "out" / name)
            self.refused(*fit, says=[name, says])
            self.refused("summary", "out", says="out")
            (self.dir / "out" / name).unlink()
        os.mkfifo(self.dir / "out/chain-1.csv")
        self.refused("summary", "out", says="no chain files")

    def test_deep_starting_values(self):
        self.table()
        self.write("deep.json", '{"Intercept": ' + "[" * 200000 + "]" * 200000 + "}")
        self.refused("fit", "y ~ x1", "data.csv", *FAST, "--init", "deep.json", "--sampler", "slice", says=["deep.json", "deep"])


if __name__ == "__main__":
    unittest.main()
