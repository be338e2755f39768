"""Effective sample sizes and R-hat of many columns at once, as R's posterior defines them (bulk, all lags)."""
import numpy as np
from scipy import fft, special, stats

BLOCK_VALUES = 4_000_000  # draws x columns handled at a time


def split(x):
    """(draws, columns) of one chain, or (chains, draws, columns), to halves; an odd chain loses its middle draw."""
    x = x[None] if x.ndim == 2 else x
    half = x.shape[1] // 2
    return np.concatenate([x[:, :half], x[:, x.shape[1] - half :]])


def rank_normalize(x):
    """Normal scores of ranks over all chains; ties share their mean rank."""
    chains, draws, columns = x.shape
    ranks = stats.rankdata(x.reshape(chains * draws, columns), axis=0)
    return special.ndtri((ranks - 0.375) / (chains * draws + 0.25)).reshape(x.shape)


def autocovariance(x):
    """Biased autocovariances at every lag, by FFT, along the draws."""
    draws = x.shape[1]
    size = fft.next_fast_len(2 * draws, real=True)
    centred = x - x.mean(axis=1, keepdims=True)
    spectrum = fft.rfft(centred, size, axis=1)
    return fft.irfft(spectrum.real**2 + spectrum.imag**2, size, axis=1)[:, :draws] / draws


def ess_of_chains(x):
    """ESS of each column of (chains, draws, columns): Geyer's initial monotone sequence over pairs of lags."""
    chains, draws, columns = x.shape
    if draws < 3:
        return np.full(columns, np.nan)
    acov = autocovariance(x)
    means = x.mean(axis=1)
    within = acov[:, 0].mean(axis=0) * draws / (draws - 1)
    total = acov[:, 0].mean(axis=0) + (means.var(axis=0, ddof=1) if chains > 1 else 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        rho = 1 - (within - acov.mean(axis=0)) / total
    rho[0] = 1
    pairs = rho[0 : 2 * (draws // 2) : 2] + rho[1 : 2 * (draws // 2) : 2]
    usable = max(0, (draws - 4) // 2)  # late lags are never used
    positive = np.logical_and.accumulate(pairs[:usable] > 0, axis=0)
    count = positive.sum(axis=0)
    monotone = np.minimum.accumulate(pairs[:usable], axis=0) if usable else pairs[:0]
    total_pairs = np.where(positive, monotone, 0).sum(axis=0)
    column = np.arange(columns)
    even = rho[2 * count, column]
    pair = even + rho[2 * count + 1, column]
    last = np.where((even > 0) | (pair >= 0), even, 0)
    tau = np.where(count == 0, 2, -1 + 2 * total_pairs + last)
    size = chains * draws
    ess = size / np.maximum(tau, 1 / np.log10(size))
    constant = np.ptp(x.reshape(size, columns), axis=0) == 0
    return np.where(constant | ~np.isfinite(total), np.nan, ess)


def by_blocks(draws, function):
    """Applies a function of (draws, columns) to blocks of columns and joins the answers."""
    step = max(1, BLOCK_VALUES // max(1, draws.shape[0]))
    parts = [function(draws[:, j : j + step]) for j in range(0, draws.shape[1], step)]
    return np.concatenate(parts, axis=-1)


def ess_bulk(draws):
    return by_blocks(draws, lambda x: ess_of_chains(rank_normalize(split(x))))


def ess_mean(draws):
    return by_blocks(draws, lambda x: ess_of_chains(split(x)))


def rhat_of_halves(means, variances, draws):
    """Split R-hat of each column from the means and variances of half chains, (halves, columns) each."""
    between = draws * means.var(axis=0, ddof=1)
    within = variances.mean(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.sqrt((between / within + draws - 1) / draws)
