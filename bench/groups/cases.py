"""The models of the race, simulated with fixed seeds: one function each, one row in CASES (built.py has those without a formula)."""
import numpy as np

from built import ar1, twopl, walk
from case import Case, Term


def numbered(values):
    """Levels 0, 1, ... without gaps, and their names."""
    seen, index = np.unique(values, return_inverse=True)
    return index, [str(k) for k in range(len(seen))]


def by(group, index, effects=("Intercept",)):
    index, levels = numbered(index)
    return Term(group, index, levels, effects)


def logistic(rng, eta):
    return (rng.random(len(eta)) < 1 / (1 + np.exp(-eta))).astype(int)


def one_intercept(name, title, family, y, group, x=None, **priors):
    """y ~ x + (1|g)."""
    term, x = by("g", group), x or {}
    formula = " + ".join(["y ~ 1", *x, "(1|g)"])
    return Case(name, title, family, y, x, [term], {"g": term.index}, formula, **priors)


def sites():
    rng = np.random.default_rng(1)
    site, effect = np.sort(rng.integers(0, 235, 2072)), rng.normal(0, 0.8, 235)
    return one_intercept("sites", "Poisson, 235 sites", "poisson", rng.poisson(np.exp(1 + effect[site])), site)


def small():
    rng = np.random.default_rng(9)
    group, effect = np.repeat(np.arange(4000), 3), rng.normal(0, 0.7, 4000)
    return one_intercept("small", "Poisson, 4000 groups of 3 rows", "poisson", rng.poisson(np.exp(0.5 + effect[group])), group)


def counts():
    rng = np.random.default_rng(11)
    group, effect, x = np.repeat(np.arange(200), 10), rng.normal(0, 1, 200), rng.standard_normal(2000).round(4)
    y = rng.poisson(np.exp(6 + 0.3 * x + effect[group]))
    return one_intercept("counts", "Poisson with means of hundreds, 200 groups", "poisson", y, group, {"x": x}, intercept_sd=10)


def counties_data():
    rng = np.random.default_rng(2)
    county = rng.choice(85, 919, p=rng.dirichlet(0.7 * np.ones(85)))
    county[:85] = np.arange(85)
    floor = rng.integers(0, 2, 919)
    intercept, slope = rng.multivariate_normal([0, 0], [[0.11, -0.05], [-0.05, 0.12]], 85).T
    return 1.4 - 0.6 * floor + intercept[county] + slope[county] * floor + rng.normal(0, 0.75, 919), floor, county


def counties():
    y, floor, county = counties_data()
    return one_intercept("counties", "Gaussian, 85 counties", "gaussian", y, county, {"x": floor})


def slopes(name, title, bars, terms):
    y, floor, county = counties_data()
    return Case(name, title, "gaussian", y, {"x": floor}, [by("g", county, effects) for effects in terms],
                {"g": numbered(county)[0]}, f"y ~ 1 + x + (1 + x {bars} g)")


def slopes_apart():
    return slopes("slopes", "the same, intercepts and slopes", "||", [("Intercept",), ("x",)])


def slopes_together():
    return slopes("slopes-cor", "the same, correlated", "|", [("Intercept", "x")])


def survey():
    rng = np.random.default_rng(4)
    n, sizes, names = 11566, (4, 4, 16, 51, 5), ("age", "edu", "age_edu", "state", "region")
    groups = [rng.integers(0, k, n) for k in sizes]
    groups[2], groups[4] = 4 * groups[0] + groups[1], groups[3] % 5  # cells of two groups, and regions of states
    female, black = rng.integers(0, 2, n), (rng.random(n) < 0.1).astype(int)
    eta = -0.3 + 0.2 * female - 1.5 * black
    for group, size, sd in zip(groups, sizes, (0.3, 0.4, 0.2, 0.2, 0.3)):
        eta += rng.normal(0, sd, size)[group]
    terms = [by(name, group) for name, group in zip(names, groups)]
    return Case("survey", "Bernoulli, 5 crossed effects, flat scales", "bernoulli", logistic(rng, eta), {"female": female, "black": black},
                terms, {t.group: t.index for t in terms}, " + ".join(["y ~ 1 + female + black", *(f"(1|{k})" for k in names)]),
                sd_scale=None)


def items():
    rng = np.random.default_rng(5)
    person, item = np.repeat(np.arange(1000), 5), np.tile(np.arange(5), 1000)
    y = logistic(rng, rng.normal(0, 1, 1000)[person] - np.linspace(-1, 1, 5)[item])
    return one_intercept("items", "Bernoulli, 1000 persons x 5 items", "bernoulli", y, person,
                         {f"item{k + 1}": (item == k).astype(int) for k in range(1, 5)})


def tall():
    rng = np.random.default_rng(7)
    n = 100_000
    group, x = rng.integers(0, 1000, n), {f"x{k}": rng.standard_normal(n).round(4) for k in (1, 2)}
    eta = -1 + 0.5 * x["x1"] - 0.3 * x["x2"] + rng.normal(0, 0.7, 1000)[group]
    return one_intercept("tall", "Bernoulli, 1000 groups of 100 rows", "bernoulli", logistic(rng, eta), group, x)


def few():
    rng = np.random.default_rng(10)
    group, x = np.repeat(np.arange(8), 2500), rng.standard_normal(20_000).round(4)
    eta = -0.5 + 0.5 * x + rng.normal(0, 0.5, 8)[group]
    return one_intercept("few", "Bernoulli, 8 groups of 2500 rows", "bernoulli", logistic(rng, eta), group, {"x": x})


def nested():
    rng = np.random.default_rng(8)
    a, b = np.repeat(np.arange(30), 96), np.tile(np.repeat(np.arange(8), 12), 30)
    within, x = 8 * a + b, rng.standard_normal(2880).round(4)
    eta = 0.3 + 0.4 * x + rng.normal(0, 0.6, 30)[a] + rng.normal(0, 0.4, 240)[within]
    outer, inner = by("a", a), Term("a:b", within, [f"{k // 8}:{k % 8}" for k in range(240)])
    return Case("nested", "Bernoulli, (1|a/b), 30 x 8", "bernoulli", logistic(rng, eta), {"x": x}, [outer, inner], {"a": a, "b": b},
                "y ~ 1 + x + (1|a/b)")


def gaussian_scale(name, title, seed, sd, sd_scale):
    rng = np.random.default_rng(seed)
    group = np.repeat(np.arange(100), 10)
    y = 1 + rng.normal(0, sd, 100)[group] + rng.normal(0, 1, 1000)
    return one_intercept(name, title, "gaussian", y, group, sd_scale=sd_scale, intercept_sd=5 * sd_scale)


def tiny():
    return gaussian_scale("tiny", "Gaussian, 100 groups, effects of sd 0.01", 12, 0.01, 1)


def huge():
    return gaussian_scale("huge", "Gaussian, 100 groups, effects of sd 100", 13, 100, 100)


def genes():
    rng = np.random.default_rng(6)
    x = rng.standard_normal((54, 1536)).round(4)
    y = logistic(rng, 3 * x[:, 0] - 2 * x[:, 1] + 2 * x[:, 2])
    return Case("genes", "Bernoulli, regularized horseshoe, 54 x 1536", "bernoulli", y, {f"x{k + 1}": c for k, c in enumerate(x.T)},
                formula="y ~ .", intercept_sd=2, shrink=(0.01, 2, 4))


CASES = {"sites": sites, "counties": counties, "slopes": slopes_apart, "slopes-cor": slopes_together, "survey": survey,
         "items": items, "tall": tall, "nested": nested, "small": small, "few": few, "counts": counts, "tiny": tiny,
         "huge": huge, "genes": genes, "twopl": twopl, "ar1": ar1, "walk": walk}
