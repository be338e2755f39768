"""The races' own code: ESS as R's posterior has it, the table and the floors of made-up records, limits."""
import csv
import importlib.util
import json
import math
import os
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = 77  # CTest's word for a test that could not run
if any(importlib.util.find_spec(name) is None for name in ("numpy", "scipy")):
    python = ROOT / "build" / "bench-venv" / "bin" / "python"
    if python.exists() and Path(sys.prefix) != python.parent.parent:
        os.execv(python, [str(python), *sys.argv])
    print("skipped: needs numpy and scipy (Debian: python3-numpy python3-scipy; or make bench-setup)")
    sys.exit(SKIPPED)

import numpy as np

sys.path.insert(0, str(ROOT / "bench" / "panel"))
sys.path.insert(0, str(ROOT / "bench" / "kernels"))
import analysis
import data
import ess
import floors
import programs
import race
import report
import table


def recorded_chain(kind, draws, phi, seed, chain):
    """The same numbers as in src/diagnostics/test_draws.hpp."""
    state, x, out = seed + 7919 * chain, 0.0, []
    for i in range(draws):
        u = []
        for _ in range(4):
            state = math.fmod(16807 * state, 2147483647.0)
            u.append(state / 2147483647.0)
        x = phi * x + (((u[0] + u[1]) + (u[2] + u[3])) - 2)
        y = {"heavy": lambda: x / (1.0001 - u[3]) / u[2], "ties": lambda: math.floor(3 * x),
             "binary": lambda: float(x > 0.25), "constant": lambda: 2.5, "shifted": lambda: x + chain,
             "scaled": lambda: x * (1 + 2 * chain), "trend": lambda: x + 2 * (i + 1) / draws}.get(kind, lambda: x)()
        out.append(y)
    return out


class EffectiveSampleSize(unittest.TestCase):
    def test_agrees_with_posterior_on_recorded_cases(self):
        known = {"ar1", "heavy", "ties", "binary", "constant", "shifted", "scaled", "trend"}
        compared = 0
        with open(ROOT / "src" / "diagnostics" / "testdata" / "posterior.csv", newline="") as file:
            for case in csv.DictReader(file):
                chains, draws = int(case["chains"]), int(case["draws"])
                if case["kind"] not in known or draws < 8 or chains * draws > 5000:
                    continue
                x = np.array([recorded_chain(case["kind"], draws, float(case["phi"]), float(case["seed"]), c)
                              for c in range(1, chains + 1)])[:, :, None]
                for name, got in (("ess_bulk", ess.ess_of_chains(ess.rank_normalize(ess.split(x)))),
                                  ("ess_mean", ess.ess_of_chains(ess.split(x)))):
                    np.testing.assert_allclose(got[0], float(case[name]), rtol=1e-8, err_msg=f"{name} of {case}")
                compared += 1
        self.assertGreater(compared, 20)

    def test_blocks_of_columns_give_what_single_columns_give(self):
        x = np.random.default_rng(1).standard_normal((200, 7))
        whole = ess.ess_bulk(x)
        step, ess.BLOCK_VALUES = ess.BLOCK_VALUES, 400
        try:
            np.testing.assert_array_equal(ess.ess_bulk(x), whole)
        finally:
            ess.BLOCK_VALUES = step


class Agreement(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(2)
        self.chains = [rng.standard_normal((400, 30)) for _ in range(3)]

    def test_chains_of_one_law_agree(self):
        a, b, _ = (analysis.moments(x, "normal") for x in self.chains)
        self.assertEqual(analysis.agreement([a], [b])["verdict"], "agrees")

    def test_a_shifted_mean_is_seen(self):
        shifted = self.chains[1].copy()
        shifted[:, 3] += 1
        a, b = analysis.moments(self.chains[0], "normal"), analysis.moments(shifted, "normal")
        self.assertEqual(analysis.agreement([a], [b])["verdict"], "DIFFERS")
        self.assertGreater(analysis.largest_rhat([a, b]), 1.1)


def record(dataset, prior, program, seed, status="ok", seconds=1.0, median=100.0, smallest=50.0, **more):
    n, d, zeros = data.SIZES[dataset]
    out = {"dataset": {"name": dataset, "n": n, "d": d, "zeros": zeros, "simulated": False}, "prior": prior,
           "program": program, "version": "1", "seed": seed, "limit": 20, "machine": {"cpu": "a", "load_1min": 0.1},
           "status": status, "detail": "", "rounds": [], **more}
    if status in ("ok", "short"):
        out["result"] = {"ess": {"median": median, "min": smallest}, "sampling_seconds": seconds, "warmup_seconds": 1,
                         "sweeps": 100, "thin": 1, "divergences": 2, "clock": "processor"}
    return out


class Report(unittest.TestCase):
    def rows(self, records):
        """The table of made-up records, as its file has it; floors as theirs; the text of table.md."""
        with tempfile.TemporaryDirectory() as name:
            out = Path(name)
            (out / "runs").mkdir()
            for k, r in enumerate(records):
                (out / "runs" / f"{k:02}.json").write_text(json.dumps(r))
                if "result" in r:
                    draws = np.random.default_rng(k).standard_normal((300, 4)) + r.get("wrong_by", 0)
                    np.savez(out / "runs" / f"{k:02}.npz", **analysis.moments(draws, r["prior"]))
            report.write(out, race.REFERENCE, [(d, p) for d in data.SIZES for p in ("normal", "horseshoe")],
                         ["cggibbs-auto", "cggibbs-slice", "cggibbs-paper", "stan", "jags"], pictures=False)
            tables = [list(csv.DictReader((out / f"{kind}.csv").read_text().splitlines())) for kind in ("table", "floors")]
            return *tables, (out / "table.md").read_text()

    def test_every_kind_of_run_has_its_row_and_every_floor_its_verdict(self):
        records = [record("colon", "normal", "cggibbs-auto", s, seconds=0.01 * s) for s in (1, 2, 3)]
        records += [record("colon", "normal", "cggibbs-slice", 1), record("colon", "normal", "stan", 1, seconds=20),
                    record("colon", "normal", "jags", 1, status="missing", detail="jags is not installed"),
                    record("madelon", "normal", "cggibbs-auto", 1), record("madelon", "normal", "stan", 1, status="short"),
                    record("PCMAC", "normal", "cggibbs-auto", 1),
                    record("PCMAC", "normal", "stan", 1, status="over limit", progress={"iterations": 10, "seconds": 15})]
        rows, floor_rows, text = self.rows(records)
        by_key = {(r["dataset"], r["program"]): r for r in rows}
        ours = by_key["colon", "cggibbs-auto"]
        self.assertAlmostEqual(float(ours["s_per_100_median"]), 0.02)  # the median over seeds
        self.assertAlmostEqual(float(ours["s_per_100_min_high"]), 0.06)
        self.assertEqual(ours["divergences"], "6")
        self.assertEqual(ours["agreement"], "agrees")
        self.assertEqual(by_key["colon", "cggibbs-slice"]["agreement"], "reference")
        self.assertEqual(by_key["colon", "jags"]["status"], "missing")
        self.assertAlmostEqual(float(by_key["PCMAC", "stan"]["s_per_100_at_least"]), 150)
        self.assertIn("> 150", text)
        self.assertIn("10 warmup iterations in 15 s", text)
        verdicts = {(f["what"], f["rival"], f["by"]): (f["reached"], f["ratio"]) for f in floor_rows}
        self.assertEqual(verdicts["colon, normal", "stan", "median"][0], "yes")
        self.assertAlmostEqual(float(verdicts["colon, normal", "stan", "median"][1]), 1000)
        self.assertEqual(verdicts["madelon, normal", "stan", "median"][0], "no")
        self.assertEqual(verdicts["PCMAC, normal", "stan", "median"][0], "yes")  # at least 150 times
        self.assertEqual(verdicts["leukemia, normal", "stan", "min"][0], "not run")
        self.assertEqual(verdicts["colon, normal", "cggibbs-paper", "min"][0], "not run")
        self.assertEqual(len(text.split("## Floors")[1].split("## normal")[0].strip().splitlines()), 4 + len(floor_rows))

    def test_a_chain_with_wrong_means_is_judged_by_their_error(self):
        wrong = {**record("colon", "horseshoe", "stan", 1, seconds=20), "wrong_by": 2}
        rows, floor_rows, text = self.rows([record("colon", "horseshoe", "cggibbs-auto", 1, seconds=0.2), wrong])
        stan = next(r for r in rows if r["program"] == "stan")
        self.assertEqual(stan["agreement"], "DIFFERS")
        # The means of few draws would be so wrong, whatever the chain says of itself.
        self.assertLess(float(stan["worth"]), 2)
        self.assertAlmostEqual(float(stan["s_per_100_worth"]), 100 * 20 / float(stan["worth"]))
        floor = next(f for f in floor_rows if (f["what"], f["rival"]) == ("colon, horseshoe", "stan"))
        self.assertEqual(floor["reached"], "yes")
        self.assertIn("means differ", floor["note"])
        self.assertIn("MEANS DIFFER", text)

    def test_an_honest_chain_is_worth_its_effective_draws(self):
        rng = np.random.default_rng(5)
        exact = [analysis.moments(rng.standard_normal((20000, 500)), "normal")]
        short = [analysis.moments(rng.standard_normal((100, 500)), "normal")]
        self.assertAlmostEqual(analysis.worth(short, exact) / 100, 1, delta=0.15)

    def test_a_lower_bound_never_shows_that_a_floor_is_missed(self):
        self.assertEqual([floors.judge(99, 100, True), floors.judge(99, 100, False), floors.judge(101, 100, True)],
                         ["unknown", "no", "yes"])

    def test_scaling_floor_takes_the_faster_jags(self):
        with tempfile.TemporaryDirectory() as name:
            out = Path(name)
            (out / "scaling.csv").write_text("program,d,seconds\ncggibbs,512,0.1\nJAGS,512,20\n"
                                             '"JAGS, glm module",512,30\ncggibbs,4,9\n')
            line = next(floors.scaling_floors(out))
        self.assertEqual((line["reached"], line["rival"], line["ratio"]), ("yes", "JAGS", 200))


class Limits(unittest.TestCase):
    def test_a_process_is_asked_to_end_and_then_killed(self):
        polite = [sys.executable, "-S", "-c", "import sys, time\ntry: time.sleep(60)\nexcept KeyboardInterrupt: sys.exit(130)"]
        programs.run_limited(polite, 30, interrupt=0.3)
        with self.assertRaises(programs.OverLimit):
            programs.run_limited(["sleep", "60"], 0.2)
        with self.assertRaises(programs.Missing):
            programs.run_limited(["no-such-program"], 1)


class Kernels(unittest.TestCase):
    def test_unknown_kinds_of_columns_get_a_section(self):
        kinds = table.by_kind(["normal", "normal_shifted", "normal_few_valued", "student_t", "student_t_sparse"])
        self.assertEqual(kinds["few_valued"], {"normal": "normal_few_valued"})
        self.assertEqual(kinds["sparse"], {"student_t": "student_t_sparse"})
        self.assertEqual(kinds[""], {"normal": "normal", "student_t": "student_t"})


if __name__ == "__main__":
    unittest.main(verbosity=1)
