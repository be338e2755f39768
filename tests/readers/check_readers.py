"""Opens chain-*.csv and summary.csv with cmdstanpy, ArviZ and pandas and compares every value with a plain parse.

usage: check_readers.py DIRECTORY...    exit status 0: all present readers agree, 1: one does not
"""

import csv
import glob
import logging
import math
import os
import sys
import warnings

import_errors = {}


def optional(name):
    try:
        return __import__(name)
    except ImportError as error:
        import_errors[name] = error
        return None


def same(a, b):
    """Equal as doubles, NaN included."""
    a, b = float(a), float(b)
    return a == b or (math.isnan(a) and math.isnan(b))


def plain_parse(path):
    """Settings, column names, warm-up rows and rows, by the letter of the file."""
    config, header, warmup, rows, adapted = {}, None, [], [], False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line.startswith("# Adaptation terminated"):
                adapted = True
            elif line.startswith("#"):
                key, equals, value = line.lstrip("# ").partition(" = ")
                if equals:
                    config.setdefault(key, value.replace("(Default)", "").strip())
            elif header is None:
                header = line.split(",")
            else:
                (rows if adapted else warmup).append([float(cell) for cell in line.split(",")])
    return config, header, warmup, rows


def variables(header):
    """Base name -> [(column, 0-based index)] in file order, sampler columns left out."""
    groups = {}
    for column, name in enumerate(header):
        if not name.endswith("__"):
            base, *index = name.split(".")
            groups.setdefault(base, []).append((column, tuple(int(i) - 1 for i in index)))
    return groups


class Failure(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Failure(message)


def compare_array(what, array, chains, columns):
    """array is (chain, draw, *shape)."""
    expect(array.shape[:2] == (len(chains), len(chains[0])), f"{what}: shape {array.shape}")
    size = 1
    for n in array.shape[2:]:
        size *= n
    expect(size == len(columns), f"{what}: shape {array.shape} for {len(columns)} columns")
    for c, rows in enumerate(chains):
        for d, row in enumerate(rows):
            for column, index in columns:
                value = array[(c, d, *index)]
                expect(same(value, row[column]), f"{what}{list(index)} chain {c} draw {d}: {value} != {row[column]}")


def check_cmdstanpy(files, parsed):
    import numpy as np

    cmdstanpy = __import__("cmdstanpy")
    fit = cmdstanpy.from_csv(files)
    config, header, warmup, _ = parsed[0]
    chains = [rows for _, _, _, rows in parsed]
    expect(fit.chains == len(files), f"{fit.chains} chains")
    expect(fit.num_draws_sampling == len(chains[0]), f"{fit.num_draws_sampling} draws")
    draws = fit.draws()
    expect(draws.shape == (len(chains[0]), len(files), len(header)), f"draws: {draws.shape}")
    for c, rows in enumerate(chains):
        expect(np.array_equal(draws[:, c, :], np.array(rows), equal_nan=True), f"draws() differ in chain {c}")
    if warmup:
        both = fit.draws(inc_warmup=True)
        for c, (_, _, before, rows) in enumerate(parsed):
            expect(np.array_equal(both[:, c, :], np.array(before + rows), equal_nan=True), f"warm-up, chain {c}")
    groups = variables(header)
    expect(set(fit.stan_variables()) == set(groups), f"variables {sorted(fit.stan_variables())}")
    for base, columns in groups.items():
        array = fit.stan_variable(base)
        array = array.reshape(len(files), len(chains[0]), *array.shape[1:])
        compare_array(f"stan_variable {base}", array, chains, columns)
    for name in ("divergent__", "treedepth__", "lp__", "energy__"):  # these contain saved warm-up
        expect(fit.method_variables()[name].shape == (len(warmup) + len(chains[0]), len(files)), name)
    expect(set(fit.time[0]) == {"warmup", "sampling", "total"}, f"time {fit.time}")
    fit.draws_pd()
    if config["metric"] == "diag_e":
        expect(fit.inv_metric.shape[0] == len(files), f"inv_metric {fit.inv_metric}")
    return f"cmdstanpy {cmdstanpy.__version__}"


def check_arviz(files, parsed):
    arviz = __import__("arviz")
    header = parsed[0][1]
    chains = [rows for _, _, _, rows in parsed]
    if hasattr(arviz, "from_cmdstan"):
        how, data = "from_cmdstan", arviz.from_cmdstan(files)
    elif optional("cmdstanpy"):
        how, data = "from_cmdstanpy", arviz.from_cmdstanpy(__import__("cmdstanpy").from_csv(files))
    else:
        return None
    groups = variables(header)
    posterior = data["posterior"]
    expect(set(posterior.data_vars) == set(groups), f"variables {sorted(map(str, posterior.data_vars))}")
    for base, columns in groups.items():
        compare_array(f"posterior {base}", posterior[base].values, chains, columns)
    stats = data["sample_stats"]
    lp = [(header.index("lp__"), ())]
    # ArviZ 1.3 takes saved warm-up into sample_stats (and not into posterior): the draws are the last ones.
    compare_array("sample_stats lp", stats["lp"].values[:, -len(chains[0]) :], chains, lp)
    expect(not stats["diverging"].values.any(), "diverging")
    arviz.summary(data, var_names=["Intercept"] if "Intercept" in groups else None)
    return f"arviz {arviz.__version__} {how}"


def check_summary(path):
    columns = "variable,mean,median,sd,mad,q5,q95,rhat,ess_bulk,ess_tail".split(",")
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    expect(rows[0] == columns, f"columns {rows[0]}")
    pandas = optional("pandas")
    if pandas is None:
        return None
    table = pandas.read_csv(path, keep_default_na=False, na_values={c: ["NA"] for c in columns[1:]},
                            float_precision="round_trip")
    expect(list(table.columns) == columns, f"columns {list(table.columns)}")
    expect(list(table["variable"]) == [row[0] for row in rows[1:]], "names")
    for j, column in enumerate(columns[1:], 1):
        for row, value in zip(rows[1:], table[column]):
            expect(same(value, float("nan") if row[j] == "NA" else row[j]), f"{row[0]} {column}: {value}")
    return f"pandas {pandas.__version__}"


def check_directory(directory):
    files = sorted(glob.glob(os.path.join(directory, "chain-*.csv")))
    if not files:
        print(f"FAIL {directory}: no chain-*.csv")
        return False
    parsed = [plain_parse(file) for file in files]
    checks = [("cmdstanpy", lambda: check_cmdstanpy(files, parsed)), ("arviz", lambda: check_arviz(files, parsed))]
    summary = os.path.join(directory, "summary.csv")
    if os.path.exists(summary):
        checks.append(("pandas", lambda: check_summary(summary)))
    good = True
    for module, check in checks:
        if optional(module) is None:
            print(f"SKIP {directory}: {module} is not installed ({import_errors[module]})")
            continue
        try:
            reader = check()
            print(f"ok   {directory}: {reader}" if reader else f"SKIP {directory}: {module} needs cmdstanpy here")
        except Exception as error:  # whatever a reader raises is what we came to see
            cause = f" ({error.__cause__})" if error.__cause__ else ""
            print(f"FAIL {directory}: {module}: {type(error).__name__}: {error}{cause}")
            good = False
    return good


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    logging.getLogger("cmdstanpy").setLevel(logging.ERROR)
    warnings.simplefilter("ignore")  # announcements of coming versions, not about our files
    results = [check_directory(directory) for directory in sys.argv[1:]]
    sys.exit(0 if all(results) else 1)
