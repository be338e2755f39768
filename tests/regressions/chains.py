"""Draws of a run and their Monte Carlo errors, computed apart from the program that is tested."""
import math
import operator
from pathlib import Path


MOST_DRAWS = 1000


def read_draws(directory):
    """A list of chains, each a list of columns of parameters, in the order of summary.csv.

    Long chains are those that mix slowly: evenly spaced draws of them hold nearly all there is."""
    chains = []
    for path in sorted(Path(directory).glob("chain-*.csv")):
        with open(path) as lines:
            rows = [line for line in lines if line[0] != "#" and line != "\n"]
        parameters = [i for i, name in enumerate(rows[0].rstrip("\n").split(",")) if not name.endswith("__")]
        step = -(-(len(rows) - 1) // MOST_DRAWS)
        columns = list(zip(*(row.split(",") for row in rows[1::step])))
        chains.append([[float(cell) for cell in columns[i]] for i in parameters])
    return chains


def mean(x):
    return math.fsum(x) / len(x)


def halves(chains):
    return [half for x in chains for half in (x[: len(x) // 2], x[len(x) // 2:])]


def ess_and_rhat(chains):
    """Effective sample size (Geyer's initial monotone sequence over all chains) and R-hat, both of split chains."""
    chains = halves(chains)
    m, n = len(chains), len(chains[0])
    means = [mean(x) for x in chains]
    centred = [[v - c for v in x] for x, c in zip(chains, means)]
    within = mean([math.fsum(map(operator.mul, x, x)) / (n - 1) for x in centred])
    overall = mean(means)
    between = math.fsum((c - overall) ** 2 for c in means) / (m - 1)
    total = within * (n - 1) / n + between
    if not total > 0 or not math.isfinite(total):
        return 0.0, math.inf

    def correlation(lag):
        covariance = mean([math.fsum(map(operator.mul, x, x[lag:])) / n for x in centred])
        return 1 - (within - covariance) / total

    pair = 1 + correlation(1)
    time, lag = -1.0, 2
    while pair > 0 and lag + 1 < n:
        time += 2 * pair
        pair = min(pair, correlation(lag) + correlation(lag + 1))
        lag += 2
    # Draws that alternate count as independent ones: no more is claimed for them.
    return m * n / max(time, 1.0), math.sqrt(total / within) if within > 0 else math.inf
