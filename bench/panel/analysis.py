"""From the draws of one chain to the figures of a record, and from records to agreement between programs."""
import numpy as np
from scipy import special

from ess import ess_bulk, ess_mean, rhat_of_halves, split

LARGEST_Z = 6.0  # an honest z-score of a mean is this large once in 5e8; ESS near 50 makes tails a little heavier
LARGEST_RMS = 2.0
FEWEST_EFFECTIVE = 50  # below this an estimated Monte Carlo error is not worth comparing with


def effective(draws):
    """Bulk ESS over theta_j and theta_j^2 of all coordinates: smallest, median."""
    both = np.concatenate([ess_bulk(draws), ess_bulk(draws**2)])
    known = both[np.isfinite(both)]
    if known.size == 0:
        return {"min": 0.0, "median": 0.0, "undefined": int(both.size)}
    return {"min": float(known.min()), "median": float(np.median(known)), "undefined": int(both.size - known.size)}


def largest_difference(ours, theirs):
    """Relative difference of two programs' smallest and median ESS of the same draws."""
    return max(abs(ours[k] - theirs[k]) / ours[k] if theirs.get(k) else 1.0 for k in ("min", "median"))


def test_functions(draws, prior):
    """theta and theta^2; under the horseshoe, whose tails need not have a mean, bounded versions of them."""
    if prior == "normal":
        return np.hstack([draws, draws**2])
    return np.hstack([draws / (1 + np.abs(draws)), draws**2 / (1 + draws**2)])


def moments(draws, prior):
    """Arrays kept beside a record: means, Monte Carlo errors, and half-chain moments for R-hat over seeds."""
    values = test_functions(draws, prior)
    ess = ess_mean(values)
    halves = split(values)
    with np.errstate(divide="ignore", invalid="ignore"):
        mcse = values.std(axis=0, ddof=1) / np.sqrt(ess)
    return {"mean": values.mean(axis=0), "ess": ess, "mcse": mcse, "half_mean": halves.mean(axis=1),
            "half_variance": halves.var(axis=1, ddof=1), "half_draws": np.array(halves.shape[1])}


def largest_rhat(all_moments):
    """Split R-hat over the chains of all seeds, largest over the test functions."""
    draws = min(int(m["half_draws"]) for m in all_moments)
    rhat = rhat_of_halves(np.concatenate([m["half_mean"] for m in all_moments]),
                          np.concatenate([m["half_variance"] for m in all_moments]), draws)
    known = rhat[np.isfinite(rhat)]
    return float(known.max()) if known.size else float("nan")


def pool(all_moments):
    """Mean and its error over seeds; chains with more effective draws weigh more."""
    ess = np.array([np.nan_to_num(m["ess"]) for m in all_moments])
    weight = ess / np.maximum(ess.sum(axis=0), 1e-300)
    mean = (weight * np.array([m["mean"] for m in all_moments])).sum(axis=0)
    error = np.sqrt((weight**2 * np.nan_to_num(np.array([m["mcse"] for m in all_moments])) ** 2).sum(axis=0))
    return mean, error, ess.sum(axis=0)


def worth(ours, reference):
    """How many independent draws would have means as wrong as these: one over the mean of squared error over variance.

    For chains that miss a part of the posterior: their own ESS knows nothing of it. Not finite: no error is seen.
    """
    mean_a, _, _ = pool(ours)
    mean_b, error_b, ess_b = pool(reference)
    variance = np.median([np.nan_to_num(m["ess"] * m["mcse"] ** 2) for m in reference], axis=0)
    usable = (ess_b >= FEWEST_EFFECTIVE) & (variance > 0)
    if not usable.any():
        return float("nan")
    excess = np.mean(((mean_a - mean_b)[usable] ** 2 - error_b[usable] ** 2) / variance[usable])
    return float(1 / excess) if excess > 0 else float("inf")


def agreement(ours, reference):
    """z-scores of the difference of two programs' means, where both have enough effective draws."""
    mean_a, error_a, ess_a = pool(ours)
    mean_b, error_b, ess_b = pool(reference)
    error = np.hypot(error_a, error_b)
    usable = (ess_a >= FEWEST_EFFECTIVE) & (ess_b >= FEWEST_EFFECTIVE) & (error > 0)
    if not usable.any():
        return {"compared": 0, "verdict": "too few draws"}
    z = (mean_a - mean_b)[usable] / error[usable]
    largest, rms = float(np.abs(z).max()), float(np.sqrt(np.mean(z**2)))
    limit = max(LARGEST_Z, 1.3 * float(-special.ndtri(0.0005 / z.size)))
    return {"compared": int(z.size), "of": int(usable.size), "max_z": largest, "rms_z": rms,
            "verdict": "agrees" if largest <= limit and rms <= LARGEST_RMS else "DIFFERS"}
