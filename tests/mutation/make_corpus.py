#!/usr/bin/env python3
"""Writes the seeds of the mutation run as the tools that users have write them: NumPy, SciPy and h5py.

usage: make_corpus.py [DIRECTORY]        (needs numpy, scipy, h5py; the directory corpus is in the repository)
Files of cggibbs itself (run, kept, and stan.csv) are made by the program when the mutation run starts; the BUGS program and its
data (seeds.*, count.R, inits.R) are those of examples/bugs/seeds.
"""
import csv
import io
import pathlib
import sys

import h5py
import numpy as np
import scipy.io
import scipy.sparse

if "--help" in sys.argv or "-h" in sys.argv:
    sys.exit(print(__doc__))
out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "corpus")
out.mkdir(exist_ok=True)
rng = np.random.default_rng(12)
n, d = 24, 5
x = np.round(rng.normal(size=(n, d)), 3)
y = (rng.random(n) < 0.5).astype(float)
x[0, 0], x[1, 0] = 0.5, 0.5
sparse = scipy.sparse.random(n, d + 3, density=0.3, random_state=3, format="csc")
names = np.array(["a b", "ü", "c,d"])


def table(name, delimiter=",", encoding="utf-8", quoting=csv.QUOTE_MINIMAL, decimal="."):
    text = io.StringIO()
    rows = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator="\r\n" if encoding == "latin-1" else "\n")
    rows.writerow(["y", "x1", "x2", "g", "w", "when"])
    for i in range(n):
        one, two = (str(v).replace(".", decimal) for v in x[i, :2])
        rows.writerow([int(y[i]), one, two if i % 7 else "NA", names[i % 3], 1 + i % 2, f"2020-01-{i + 1:02d}"])
    (out / name).write_bytes(text.getvalue().encode(encoding))


table("comma.csv")
table("tab.tsv", delimiter="\t")
table("semicolon.csv", delimiter=";", decimal=",")
table("quoted.csv", quoting=csv.QUOTE_ALL, encoding="latin-1")

lines = []
for i in range(n):
    cells = sparse.tocsr()[i]
    lines.append(" ".join([f"{int(2 * y[i] - 1)}"] + [f"{j + 1}:{v:.4g}" for j, v in sorted(zip(cells.indices, cells.data))]))
(out / "sparse.svm").write_text("\n".join(lines) + "\n")

scipy.io.mmwrite(out / "coordinate.mtx", sparse, comment="made by scipy")
scipy.io.mmwrite(out / "array.mtx", x)
scipy.io.mmwrite(out / "symmetric.mtx", scipy.sparse.csc_matrix((sparse.T @ sparse)), symmetry="symmetric")
(out / "pattern.mtx").write_text("%%MatrixMarket matrix coordinate pattern general\n3 2 2\n1 1\n3 2\n")
for rows in [n, d + 3, 3]:
    (out / f"response{rows}.csv").write_text("y\n" + "".join(f"{v:.0f}\n" for v in y[:rows]))

np.savez(out / "stored.npz", X=x, Y=y)
np.savez_compressed(out / "deflated.npz", X=np.asfortranarray(x.astype(np.float32)), y=y.astype(np.int8), other=names)
for kind in ["csc", "csr", "coo"]:
    scipy.sparse.save_npz(out / f"{kind}.npz", sparse.asformat(kind))

scipy.io.savemat(out / "v5.mat", {"X": x, "Y": y[:, None], "note": "text"}, do_compression=False)
scipy.io.savemat(out / "v7.mat", {"X": x.astype(np.int16), "Y": y, "cell": np.array([1, "a"], dtype=object)}, do_compression=True)
scipy.io.savemat(out / "sparse7.mat", {"X": sparse, "Y": y}, do_compression=True)


def v73(name, write):
    path = out / name
    with h5py.File(path, "w", userblock_size=512, libver="earliest") as file:
        write(file)
        for key in file:
            file[key].attrs.setdefault("MATLAB_class", np.bytes_("double"))
    head = "MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Mon Jan  6 2020 HDF5 schema 1.00 .".ljust(124).encode() + b"\0\2IM"
    with open(path, "r+b") as file:
        file.write(head)


def chunked(file):
    file.create_dataset("X", data=x.T, chunks=(2, 8), compression="gzip", shuffle=True)
    file.create_dataset("Y", data=y[None, :])
    file["Y"].attrs["MATLAB_class"] = np.bytes_("double")


def contiguous(file):
    file.create_dataset("X", data=x.T.astype(np.float32))
    file["X"].attrs["MATLAB_class"] = np.bytes_("single")
    file.create_dataset("Y", data=y[None, :].astype(np.uint8))
    file["Y"].attrs["MATLAB_class"] = np.bytes_("logical")
    file["Y"].attrs["MATLAB_int_decode"] = np.int32(1)
    file.create_group("#refs#")


def by_columns(file):
    group = file.create_group("X")
    group.attrs["MATLAB_sparse"] = np.uint64(n)
    group.create_dataset("data", data=sparse.data, chunks=(16,), compression="gzip")
    group.create_dataset("ir", data=sparse.indices.astype(np.uint64))
    group.create_dataset("jc", data=sparse.indptr.astype(np.uint64))
    file.create_dataset("Y", data=y[None, :])


v73("v73.mat", chunked)
v73("v73plain.mat", contiguous)
v73("v73sparse.mat", by_columns)

(out / "init.json").write_text('{\n  "Intercept": 0.25,\n  "y": -1e-3,\n  "sigma": 1.5\n}\n')
(out / "array.json").write_text('{"b": [0.5, -2], "Intercept": 1, "sigma": 2}\n')
