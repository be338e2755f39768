"""The race on hierarchical models, without any program: forms of every case, agreement of made-up draws, the sentence on the floors."""
import importlib.util
import json
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = 77  # CTest's word for a test that could not run
if any(importlib.util.find_spec(name) is None for name in ("numpy", "scipy")):
    python = ROOT / "build" / "bench-venv" / "bin" / "python"
    if python.exists() and Path(sys.prefix) != python.parent.parent:
        os.execv(python, [str(python), *sys.argv])
    print("skipped: needs numpy and scipy (Debian: python3-numpy python3-scipy; or make bench-setup)")
    sys.exit(SKIPPED)

import numpy as np

sys.path.insert(0, str(ROOT / "bench" / "groups"))
import cases
import figures
import groups
import verdict
from built import Built


class Forms(unittest.TestCase):
    def test_every_case_has_its_rows_and_levels(self):
        for name, make in cases.CASES.items():
            with self.subTest(name):
                case = make()
                self.assertEqual(case.name, name)
                quantities = [q for q, _ in case.quantities()]
                self.assertEqual(len(quantities), len(set(quantities)))
                if isinstance(case, Built):
                    continue
                for column in (*case.x.values(), *case.columns.values(), *(t.index for t in case.terms)):
                    self.assertEqual(len(column), len(case.y))
                for term in case.terms:
                    self.assertEqual(sorted(set(term.index.tolist())), list(range(len(term.levels))))

    def test_simulations_are_the_same_each_time(self):
        for name in ("sites", "nested"):
            np.testing.assert_array_equal(cases.CASES[name]().y, cases.CASES[name]().y)

    def test_stan_declares_what_it_is_given_and_names_every_quantity(self):
        for name, make in cases.CASES.items():
            case = make()
            for centred in (False, True):
                with self.subTest(name, centred=centred):
                    program, values, names = case.stan(centred)
                    data = program[: program.index("parameters {")]
                    declared = re.findall(r"(\w+);", data)
                    self.assertEqual(sorted(declared), sorted(set(declared)))
                    self.assertEqual(set(declared), set(values))
                    self.assertEqual(len(set(names)), len(case.quantities()))
                    for variable in {n.split(".")[0] for n in names}:
                        self.assertRegex(program, rf"\b{variable}\b( =|;)")
                    json.dumps(values)

    def test_cases_of_one_shape_share_a_stan_program(self):
        for one, other in (("items", "tall"), ("sites", "small"), ("tiny", "huge")):
            for centred in (False, True):
                self.assertEqual(cases.CASES[one]().stan(centred)[0], cases.CASES[other]().stan(centred)[0])

    def test_jags_names_every_quantity_and_its_data_are_used(self):
        for name, make in cases.CASES.items():
            with self.subTest(name):
                case = make()
                program, values, names, monitors = case.jags()
                self.assertEqual(len(set(names)), len(case.quantities()))
                self.assertEqual({n.split("[")[0] for n in names}, set(monitors))
                for given in values:
                    self.assertRegex(program, rf"\b{given}\b")


class Agreement(unittest.TestCase):
    quantities = [("Intercept", "real"), ("sd(Intercept|g)", "positive"), ("cor(Intercept,x|g)", "correlation")]

    def draws(self, seed, shift=0.0, stretch=1.0):
        z = stretch * np.random.default_rng(seed).standard_normal((2000, 3)) + [3 + shift, 0, 0]
        return np.column_stack([z[:, 0], np.exp(z[:, 1]), np.tanh(0.3 * z[:, 2])])

    def compare(self, **change):
        moments = [figures.moments(self.draws(s, **(change if s > 1 else {})), self.quantities) for s in (1, 2)]
        return figures.agreement(moments[:1], moments[1:])

    def test_equal_laws_agree(self):
        self.assertEqual(self.compare()["verdict"], "agrees")

    def test_another_mean_and_another_sd_differ(self):
        self.assertEqual(self.compare(shift=0.3)["verdict"], "DIFFERS")
        self.assertEqual(self.compare(stretch=0.75)["verdict"], "DIFFERS")

    def shrunk(self, seed, visits, odd=1.0, all_of_them=1.0):
        """Coefficients that are far out together now and then; the first `odd` times as large as the others."""
        rng = np.random.default_rng(seed)
        size = all_of_them * np.exp(0.3 * rng.standard_normal((2000, 1)))
        size[:visits] *= 100
        draws = size * rng.standard_normal((2000, 50))
        draws[:, 0] *= odd
        return draws

    def compare_shrunk(self, kind, *runs):
        quantities = [(f"x{k}", kind) for k in range(50)]
        moments = [figures.moments(self.shrunk(s, *run), quantities) for s, run in enumerate(runs)]
        return figures.agreement(moments[:1], moments[1:])

    def test_a_rare_visit_that_coefficients_make_together_counts_once(self):
        self.assertEqual(self.compare_shrunk("real", (0,), (8,))["verdict"], "DIFFERS")
        self.assertEqual(self.compare_shrunk("shrunk", (0,), (8,))["verdict"], "agrees")

    def test_shrunk_coefficients_of_another_size_differ_alone_and_together(self):
        self.assertEqual(self.compare_shrunk("shrunk", (2,), (2, 1.5))["verdict"], "DIFFERS")
        self.assertEqual(self.compare_shrunk("shrunk", (2,), (2, 1.0, 1.2))["verdict"], "DIFFERS")

    def test_the_worst_quantity_is_named_and_one_that_never_moves_has_no_effective_draws(self):
        draws = self.draws(1)
        draws[:, 0] = np.cumsum(draws[:, 0] - 3)
        self.assertEqual(figures.worst(draws, self.quantities)["worst"], "Intercept")
        draws[:, 1] = 1
        self.assertEqual(figures.worst(draws, self.quantities)["ess_min"], 0)


class Verdict(unittest.TestCase):
    def report(self, costs, draws=None):
        with tempfile.TemporaryDirectory() as folder:
            out, quantities = Path(folder), Agreement.quantities
            (out / "runs").mkdir()
            for program, seconds in costs.items():
                path = out / "runs" / f"sites-{program.replace(':', '_')}-1.json"
                record = {"case": "sites", "program": program, "seed": 1, "load": 0.1, "status": "over limit"}
                if seconds:
                    record.update(status="ok", seconds=seconds, warmup_seconds=seconds / 4, sampling_seconds=seconds / 2,
                                  ess_min=1000.0, draws=2000, worst="Intercept")
                    x = (draws or {}).get(program, Agreement().draws(len(program)))
                    np.savez(path.with_suffix(".npz"), **figures.moments(x, quantities))
                path.write_text(json.dumps(record))
            sys.stdout, screen = open(os.devnull, "w"), sys.stdout
            try:
                verdict.write(out)
            finally:
                sys.stdout.close()
                sys.stdout = screen
            return (out / "table.md").read_text()

    def test_sampling_is_scaled_to_1000_effective_draws_and_the_rest_counts_once(self):
        record = {"seconds": 5.0, "sampling_seconds": 2.0, "ess_min": 500.0}
        self.assertEqual((verdict.cost(record), verdict.cost(record, False)), (7.0, 4.0))
        self.assertIsNone(verdict.cost({"status": "over limit"}))

    def test_floors_hold_where_auto_is_fast_enough(self):
        text = self.report({"auto": 1.0, "latent": 0.9, "stan-centred": 12.0, "stan-noncentred": 40.0})
        self.assertIn("The floors hold on 1 models: against Stan's better form auto is 12 times", text)

    def test_the_better_form_counts_and_floors_are_missed(self):
        text = self.report({"auto": 5.0, "latent": 1.0, "stan-centred": 100.0, "stan-noncentred": 10.0, "jags": None})
        self.assertIn("do NOT hold on 1 models: against Stan's better form auto is 2 times", text)
        self.assertIn("up to 5 times the best by name", text)

    def test_a_race_that_disagrees_is_void(self):
        text = self.report({"auto": 1.0, "latent": 1.0, "stan-centred": 12.0}, {"auto": Agreement().draws(9, shift=1.0)})
        self.assertIn("do NOT hold", text)
        self.assertIn("void, for programs differ: sites", text)

    def test_what_is_not_raced_voids_nothing(self):
        text = self.report({"auto": 1.0, "latent": 1.0, "slice": 50.0, "stan-centred": 12.0}, {"slice": Agreement().draws(9, shift=1.0)})
        self.assertIn("The floors hold", text)
        self.assertIn("DIFFERS", text)


class EarlierRace(unittest.TestCase):
    def test_records_of_other_programs_are_taken_over_where_their_data_are_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            old, new, case = Path(folder) / "old", Path(folder) / "new", cases.CASES["huge"]()
            for out in (old, new):
                (out / "runs").mkdir(parents=True)
            for program, data in (("stan-centred", groups.digest(case)), ("jags", "of another time")):
                (old / "runs" / f"huge-{program}-1.json").write_text(json.dumps({"data": data}))
            (old / "runs" / "huge-stan-centred-1.npz").touch()
            sys.stderr, screen = open(os.devnull, "w"), sys.stderr
            try:
                for program in ("stan-centred", "stan-noncentred", "jags"):
                    groups.take_over(new / "runs" / f"huge-{program}-1.json", case, SimpleNamespace(stan_from=old))
            finally:
                sys.stderr.close()
                sys.stderr = screen
            self.assertEqual(sorted(p.name for p in (new / "runs").iterdir()), ["huge-stan-centred-1.json", "huge-stan-centred-1.npz"])


if __name__ == "__main__":
    unittest.main()
