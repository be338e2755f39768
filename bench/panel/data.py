"""The panel's data sets, prepared as the paper does, in files that every program can read."""
import json
import os
from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse

# name: (n, d, share of exact zeros). The last three are simulated when the folder does not have them.
PANEL = {
    "colon": (62, 2000, 0.4158),
    "leukemia": (72, 7070, 0.4368),
    "ALLAML": (72, 7129, 0.0),
    "Prostate_GE": (102, 5966, 0.0),
    "madelon": (2600, 500, 0.0),
    "arcene": (200, 10000, 0.4562),
    "RELATHE": (1427, 4322, 0.9805),
    "PCMAC": (1943, 3289, 0.9854),
    "BASEHOCK": (1993, 4862, 0.9861),
    "gisette": (7000, 5000, 0.87),
    "GLI_85": (85, 22283, 0.0),
    "SMK_CAN_187": (187, 19993, 0.0),
}
# Small simulated sets that every program finishes in seconds: do all of them sample the same law?
SMALL = {"small": (60, 8, 0.0), "small-sparse": (300, 12, 0.9)}
SIZES = {**PANEL, **SMALL}
QUICK = ["colon", "madelon", "PCMAC"]
SIMULATED = {"gisette", "GLI_85", "SMK_CAN_187", *SMALL}
SPARSE_ABOVE = 0.85  # share of zeros beyond which columns are divided by their largest value and not centred
STAND_IN_SEED = 20250501


def panel_folder():
    """Where the .mat files are: $CGGIBBS_PANEL, or shared/data/panel here or one folder up."""
    places = [os.environ.get("CGGIBBS_PANEL", ""), "shared/data/panel", "../shared/data/panel"]
    for place in places:
        if place and Path(place).is_dir():
            return Path(place)
    raise SystemExit("panel: no folder with the panel's .mat files. Say PANEL=DIR to make, or set CGGIBBS_PANEL.")


def simulate(name, n, d, zeros):
    """A stand-in with the panel's n, d and sparsity: correlated columns, labels from a few of them.

    Rows are a mixture of 10 latent factors and noise, so that columns are correlated as in gene expression.
    Where there are zeros, each entry is zero when a uniform says so and else a positive whole number up to
    999, as in gisette.
    """
    rng = np.random.default_rng([STAND_IN_SEED, n, d])
    factors = rng.standard_normal((n, 10))
    loadings = rng.standard_normal((10, d)) / np.sqrt(10)
    x = np.sqrt(0.5) * factors @ loadings + np.sqrt(0.5) * rng.standard_normal((n, d))
    signal = x[:, :20] @ rng.standard_normal(min(20, d))
    y = np.where(signal + 2 * rng.standard_normal(n) > np.median(signal), 1, 2)
    if zeros > 0:
        x = np.where(rng.random((n, d)) < zeros, 0.0, np.clip(np.round(300 + 200 * x), 1, 999))
    return x, y


def prepare(x, y):
    """Scaled columns and y = [Y == 1]; the intercept is the models' own."""
    x = np.asarray(x, dtype=np.float64)
    if np.mean(x == 0) > SPARSE_ABOVE:
        largest = np.abs(x).max(axis=0)
        return x / np.where(largest > 0, largest, 1), (np.ravel(y) == 1).astype(np.int32)
    sd = x.std(axis=0, ddof=1)
    scaled = np.where(sd > 0, (x - x.mean(axis=0)) / np.where(sd > 0, sd, 1), x)
    return scaled, (np.ravel(y) == 1).astype(np.int32)


def write(folder, name, x, y, simulated=False):
    """x.npz for cggibbs (CSC when sparse), X.f64 (column-major) and y.i32 for the others, meta.json last."""
    folder.mkdir(parents=True, exist_ok=True)
    n, d = x.shape
    sparse = bool(np.mean(x == 0) > SPARSE_ABOVE)
    if sparse:
        m = scipy.sparse.csc_array(x)
        np.savez(folder / "x.npz", format=b"csc", shape=np.array(m.shape), data=m.data,
                 indices=m.indices, indptr=m.indptr, y=y.astype(np.float64))
    else:
        np.savez(folder / "x.npz", X=x, y=y.astype(np.float64))
    np.asfortranarray(x).ravel(order="F").tofile(folder / "X.f64")
    y.astype(np.int32).tofile(folder / "y.i32")
    meta = {"name": name, "n": n, "d": d, "zeros": float(np.mean(x == 0)), "sparse": sparse,
            "ones": int(y.sum()), "simulated": simulated}
    (folder / "meta.json").write_text(json.dumps(meta))
    return meta


def dataset(name, root):
    """The prepared data set's folder and facts, made when it is not there yet."""
    folder = Path(root) / "data" / name
    if (folder / "meta.json").exists():
        return folder, json.loads((folder / "meta.json").read_text())
    n, d, zeros = SIZES[name]
    mat = Path() if name in SMALL else panel_folder() / f"{name}.mat"
    if mat.is_file():
        content = scipy.io.loadmat(mat, mat_dtype=True)
        x = content["X"].toarray() if scipy.sparse.issparse(content["X"]) else content["X"]
        y = content["Y"]
    elif name in SIMULATED:
        x, y = simulate(name, n, d, zeros)
    else:
        raise SystemExit(f"panel: {mat} is missing.")
    if x.shape != (n, d):
        raise SystemExit(f"panel: {name} is {x.shape[0]} x {x.shape[1]}, but the panel's is {n} x {d}.")
    x, y = prepare(x, y)
    return folder, write(folder, name, x, y, simulated=not mat.is_file())
