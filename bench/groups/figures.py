"""From draws to effective sample sizes, and from runs to agreement: means and sds in units of their Monte Carlo error."""
import sys
from pathlib import Path

import numpy as np
from scipy import special

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "panel"))
from ess import ess_bulk, ess_mean

FEWEST_EFFECTIVE = 50  # below this an estimated Monte Carlo error is not worth comparing with
LARGEST_RMS = 2.0


def worst(draws, quantities):
    """The smallest and the median bulk ESS, and whose the smallest is."""
    ess = np.nan_to_num(ess_bulk(draws))  # a quantity that never moves has none
    return {"ess_min": float(ess.min()), "ess_median": float(np.median(ess)), "worst": quantities[int(ess.argmin())][0]}


def unbounded(draws, quantities):
    """Scales by their logarithm, correlations by Fisher's z: flat priors leave scales without a variance."""
    out, kinds = np.array(draws), np.array([kind for _, kind in quantities])
    with np.errstate(divide="ignore"):
        out[:, kinds == "positive"] = np.log(out[:, kinds == "positive"])
        out[:, kinds == "correlation"] = np.arctanh(out[:, kinds == "correlation"])
    return out


def against_all(draws, quantities):
    """Coefficients under a horseshoe, and their squares, bounded, in units of the median size of a draw; the logarithm of that.

    What variances of such coefficients have in common, a rare visit of all of them far out, would be counted as often as there are
    coefficients, and bring its Monte Carlo error down with it where a chain has too few of these.
    """
    x = np.array(draws)[:, [kind == "shrunk" for _, kind in quantities]]
    unit = np.median(np.abs(x), axis=1, keepdims=True)
    return x / (unit + np.abs(x)), x**2 / (unit**2 + x**2), np.log(unit)


def moments(draws, quantities):
    """Means and log variances of every quantity with their Monte Carlo errors and effective sizes; of shrunk ones means only."""
    shrunk = np.array([kind == "shrunk" for _, kind in quantities])
    x = unbounded(draws, quantities)
    if shrunk.any():
        bounded, bounded_squares, unit = against_all(draws, quantities)
        x = np.hstack([x, unit])
        shrunk = np.append(shrunk, False)
        x[:, shrunk] = bounded
    squares = (x - x.mean(axis=0)) ** 2
    variance = squares.mean(axis=0)
    spread, unit_of_spread = np.log(variance), variance
    if shrunk.any():
        squares[:, shrunk] = bounded_squares
        spread[shrunk], unit_of_spread[shrunk] = bounded_squares.mean(axis=0), 1.0
    parts = []
    with np.errstate(divide="ignore", invalid="ignore"):
        for values, estimate, unit in ((x, x.mean(axis=0), 1.0), (squares, spread, unit_of_spread)):
            ess = ess_mean(values)
            parts.append((estimate, values.std(axis=0, ddof=1) / np.sqrt(ess) / unit, ess))
    return dict(zip(("estimate", "error", "ess"), (np.array(p) for p in zip(*parts))))


def pool(runs):
    """Over seeds; runs with more effective draws weigh more."""
    ess = np.nan_to_num(np.array([r["ess"] for r in runs]))
    weight = ess / np.maximum(ess.sum(axis=0), 1e-300)
    estimate = (weight * np.nan_to_num([r["estimate"] for r in runs])).sum(axis=0)
    error = np.sqrt((weight**2 * np.nan_to_num([r["error"] for r in runs]) ** 2).sum(axis=0))
    return estimate, error, ess.sum(axis=0)


def agreement(ours, theirs):
    """z-scores of all means and log variances, where both have enough effective draws: largest, rms, verdict."""
    (a, error_a, ess_a), (b, error_b, ess_b) = pool(ours), pool(theirs)
    error = np.hypot(error_a, error_b)
    usable = (np.minimum(ess_a, ess_b) >= FEWEST_EFFECTIVE) & (error > 0) & np.isfinite(error) & np.isfinite(a - b)
    if not usable.any():
        return {"compared": 0, "verdict": "too few draws"}
    z = ((a - b) / np.where(error > 0, error, 1))[usable]
    largest, rms = float(np.abs(z).max()), float(np.sqrt(np.mean(z**2)))
    limit = max(6.0, 1.3 * float(-special.ndtri(0.0005 / z.size)))
    return {"compared": int(z.size), "of": int(z.size / usable.mean()), "max_z": largest, "rms_z": rms,
            "verdict": "agrees" if largest <= limit and rms <= LARGEST_RMS else "DIFFERS"}
