"""What a run writes, and what it does not depend on."""
import bisect
import csv
import json
import math
import re
import unittest

from program import FAST, CliTest, draw_rows, header

FITS = ["y ~ x1 + x2", "data.csv"]


def summary(path):
    with open(path) as file:
        return {row["variable"]: row for row in csv.DictReader(file)}


class Runs(CliTest):
    def setUp(self):
        super().setUp()
        self.table()

    def record(self, directory="out"):
        return json.loads((self.dir / directory / "run.json").read_text())

    def test_run_json_has_the_promised_keys(self):
        self.ok("fit", *FITS, *FAST, "-o", "out")
        j = self.record()
        for key in ["configuration", "versions", "seed", "simd_target", "data", "sampler", "warmup_seconds",
                    "sampling_seconds", "work", "ess", "ess_paper", "rhat", "drift", "accept", "columns"]:
            self.assertIn(key, j)
        self.assertEqual(j["seed"], 1)
        self.assertEqual(len(j["data"]["fingerprint"]) > 8, True)
        for outer, inner in [("work", "evaluations"), ("work", "rows"), ("ess", "min"), ("ess", "median"), ("rhat", "max"),
                             ("ess_paper", "min"), ("ess_paper", "median"), ("drift", "max")]:
            self.assertIsInstance(j[outer][inner], (int, float), f"{outer}.{inner}")
            self.assertGreaterEqual(j[outer][inner], 0)
        self.assertEqual([c["name"] for c in j["columns"]], ["Intercept", "x1", "x2", "sigma"])
        self.assertEqual((j["interrupted"], j["stopped_by"], j["draws"], j["chains"]), (False, "draws", 100, 2))

    def test_table_on_stdout_and_progress_on_stderr(self):
        done = self.ok("fit", *FITS, *FAST, "--progress", "plain")
        self.assertTrue(done.stdout.startswith("variable "), done.stdout)
        self.assertIn("gaussian with identity link, 60 rows, 4 parameters", done.stderr)
        self.assertNotIn("\033", done.stdout + done.stderr)

    def test_quiet_is_silent(self):
        done = self.ok("fit", *FITS, *FAST, "--quiet", "-o", "out")
        self.assertEqual((done.stdout, done.stderr), ("", ""))
        self.assertEqual(len(self.chains()), 2)

    def test_json_progress_is_one_object_per_line(self):
        done = self.ok("fit", *FITS, "--chains", "2", "--draws", "30000", "--progress", "json", "--summary-only")
        lines = [json.loads(line) for line in done.stderr.splitlines()]
        lines = [line for line in lines if line["chains"]]  # there are none yet while a sampler is being chosen
        self.assertGreater(len(lines), 0)
        self.assertEqual(len(lines[0]["chains"]), 2)
        self.assertIn(lines[0]["chains"][0]["phase"], ["warmup", "sampling"])
        self.assertIn("seconds_left", lines[0])

    def test_a_sampler_may_have_its_metric_in_its_name(self):
        self.ok("fit", *FITS, *FAST, "--sampler", "nuts:low_rank", "-o", "one")
        self.ok("fit", *FITS, *FAST, "--sampler", "nuts", "--metric", "low_rank", "-o", "two")
        self.assertEqual([draw_rows(f) for f in self.chains("one")], [draw_rows(f) for f in self.chains("two")])
        said = self.record("one")["configuration"]
        self.assertEqual((said["sampler"], said["metric"]), ("nuts:low_rank", "low_rank"))
        self.assertIn("nuts:low_rank", self.ok("fit", "--help").stdout)
        self.assertIn("hmc:dense", self.ok("explain", *FITS, "--sampler", "hmc:dense").stdout)

    def test_compare_advises_a_sampler_by_a_name_that_can_be_typed(self):
        done = self.ok("compare", *FITS, "--time", "0.5s", "--warmup", "100", "--seed", "1", "--samplers",
                       "nuts:low_rank,hmc:unit")
        name = re.search(r"(?m)^Advice: --sampler (nuts:low_rank|hmc:unit)\b", done.stdout)
        self.assertTrue(name, done.stdout)
        self.ok("fit", *FITS, *FAST, "--sampler", name[1])

    def test_a_comparison_is_recorded(self):
        done = self.ok("compare", *FITS, "--time", "0.5s", "--warmup", "100", "--seed", "1", "--samplers", "slice,nuts",
                       "--json", "compare.json")
        record = json.loads((self.dir / "compare.json").read_text())
        self.assertEqual([c["sampler"] for c in record["candidates"]], ["slice", "nuts"])
        self.assertEqual(record["disagreements"], [])
        self.assertIn(f"Advice: --sampler {record['advice']}", done.stdout)

    def test_a_sampler_with_nothing_to_move_says_that_slice_runs_instead(self):
        mapped = ["n ~ x1 + x2", "data.csv", "--family", "poisson", "--link", "sqrt"]
        alone = ["y ~ 1", "data.csv"]  # one coefficient is no block
        for what, sampler in (mapped, "newton"), (alone, "gaussian_block"):
            note = rf"(?m)^note: {sampler} has nothing to move here \(.*\): slice runs instead\.$"
            for command in "fit", "explain":
                extra = FAST if command == "fit" else []
                done = self.ok(command, *what, *extra, "--sampler", sampler)
                self.assertEqual(len(re.findall(note, done.stderr + done.stdout)), 1, done.stderr)
            self.assertEqual(self.ok("fit", *what, *FAST, "--sampler", sampler, "--quiet").stderr, "")
            self.assertNotIn("note:", self.ok("fit", *FITS, *FAST, "--sampler", sampler).stderr)
            done = self.ok("compare", *what, "--time", "0.5s", "--warmup", "100", "--seed", "1", "--samplers",
                           f"slice,{sampler}")
            self.assertRegex(done.stdout, rf"(?m)^note: {sampler} was not run: no coefficients")
            self.assertRegex(done.stdout, rf"(?m)^{sampler} +not run$")
            self.assertIn("Advice: --sampler slice", done.stdout)

    def test_the_choice_of_a_sampler_is_printed_recorded_and_the_same_for_any_threads(self):
        records = []
        for threads in ["1", "3"]:
            done = self.ok("fit", *FITS, *FAST, "--threads", threads, "-o", "out")
            records.append(self.record()["configuration"]["sampler_choice"])
            self.assertRegex(done.stderr, r"(?m)^sampler: %s \(.*effective samples per million rows" % records[0]["chosen"])
        self.assertEqual(records[0], records[1])
        self.assertEqual([c["sampler"] for c in records[0]["candidates"]][:1], ["slice"])
        named = self.ok("fit", *FITS, *FAST, "--sampler", records[0]["chosen"], "-o", "named").stdout
        tables = [text.split("\n\n")[0] for text in (done.stdout, named)]
        self.assertEqual(*tables, "pilots leave the draws alone")
        self.assertIn("short pilot runs", self.ok("explain", *FITS).stdout)

    def test_identical_rows_are_merged_told_and_recorded(self):
        rows = [(i * i % 5, "abcd"[i % 4]) for i in range(80)]
        self.write("counts.csv", "y,g\n" + "".join(f"{y},{g}\n" for y, g in rows))
        fits = ["y ~ 1 + (1|g)", "counts.csv", "--family", "poisson", *FAST, "--sampler", "latent"]
        done = self.ok("fit", *fits, "--threads", "1", "-o", "out")
        self.assertIn("the 80 rows have 4 distinct predictors", done.stderr)
        self.assertIn("--merge-rows no", done.stderr)
        j = self.record()["configuration"]
        self.assertEqual((j["rows"], j["distinct_rows"], j["merge_rows"]), (80, 4, True))
        self.ok("fit", *fits, "--threads", "2", "-o", "two")
        self.assertEqual(draw_rows(self.dir / "out" / "chain-1.csv"), draw_rows(self.dir / "two" / "chain-1.csv"))
        self.assertIn("merged from 80 rows", self.ok("explain", *fits).stdout)
        self.ok("fit", *fits, "--merge-rows", "no", "-o", "apart")
        j = self.record("apart")["configuration"]
        self.assertEqual((j["merge_rows"], "distinct_rows" in j), (False, False))

    def test_options_may_come_first(self):
        self.ok("fit", "--until", "ess=50", "--save", "x1", *FITS, "--quiet")

    def test_no_output_directory_leaves_no_files(self):
        self.ok("fit", *FITS, *FAST)
        self.assertEqual([p.name for p in self.dir.iterdir()], ["data.csv"])

    def test_a_cut_table_says_where_the_rest_is(self):
        self.assertIn("--top N shows more, -o DIR keeps all)", self.ok("fit", *FITS, *FAST, "--top", "2").stdout)
        self.assertIn("summary.csv has all)", self.ok("fit", *FITS, *FAST, "--top", "2", "-o", "out").stdout)

    def test_same_seed_same_draws_for_any_number_of_threads(self):
        options = [*FITS, "--warmup", "100", "--draws", "300", "--chains", "3", "--seed", "7"]
        for threads, extra, out in [(1, [], "a"), (2, [], "b"), (1, ["--until", "ess=200"], "c"), (2, ["--until", "ess=200"], "d")]:
            self.ok("fit", *options, *extra, "--threads", threads, "-o", out, "--quiet")
        for k in range(3):
            rows = {out: draw_rows(self.chains(out)[k]) for out in "abcd"}
            self.assertEqual(rows["a"], rows["b"])
            self.assertEqual(rows["c"], rows["d"])
            # Checking in between does not disturb the chains.
            self.assertEqual(rows["a"][:len(rows["c"])], rows["c"])
        self.ok("fit", *options[:-1], "8", "-o", "e", "--quiet")
        self.assertNotEqual(draw_rows(self.chains("e")[0]), draw_rows(self.chains("a")[0]))

    def test_stopping_rules_stop_and_say_which(self):
        self.ok("fit", *FITS, "--until", "ess=300", "--seed", "1", "-o", "ess", "--quiet")
        j = self.record("ess")
        self.assertEqual(j["stopped_by"], "ess")
        self.assertLess(j["draws"], 1000)
        self.assertEqual({len(draw_rows(p)) for p in self.chains("ess")}, {j["draws"]})
        rows = summary(self.dir / "ess/summary.csv").values()
        self.assertGreaterEqual(min(min(float(r["ess_bulk"]), float(r["ess_tail"])) for r in rows), 300)
        self.ok("fit", *FITS, "--until", "rhat=1.05", "--seed", "1", "-o", "rhat", "--quiet")
        self.assertEqual(self.record("rhat")["stopped_by"], "rhat")
        self.ok("fit", *FITS, "--until", "time=1s", "--seed", "1", "-o", "time", "--quiet", "--summary-only")
        self.assertEqual(self.record("time")["stopped_by"], "time")
        done = self.ok("fit", *FITS, "--until", "ess=1e9,rhat=1.0000001", "--draws", "150", "-o", "most")
        j = self.record("most")
        self.assertEqual(j["stopped_by"], "draws")
        self.assertEqual([m.split()[0] for m in j["goals_missed"]], ["ess=1000000000", "rhat=1.0000001"])
        self.assertIn("ended by draws before all its goals were reached: ess=1000000000 (worst ", done.stdout)

    def test_goals_are_joined_by_and(self):
        easy = self.ok("fit", *FITS, "--until", "rhat=1.2", "--seed", "1", "-o", "easy")
        self.assertIn("stopped by rhat)", easy.stdout)
        both = self.ok("fit", *FITS, "--until", "ess=2000,rhat=1.2,mcse=0.05", "--seed", "1", "-o", "both")
        self.assertIn("stopped by ess and rhat and mcse)", both.stdout)
        self.assertNotIn("before all its goals", both.stdout)
        j = self.record("both")
        self.assertEqual((j["stopped_by"], j["goals_missed"]), ("ess and rhat and mcse", []))
        self.assertGreater(j["draws"], self.record("easy")["draws"])
        rows = summary(self.dir / "both/summary.csv").values()
        self.assertGreaterEqual(min(min(float(r["ess_bulk"]), float(r["ess_tail"])) for r in rows), 2000)
        limit = self.ok("fit", *FITS, "--until", "ess=1e9,rhat=1.2,time=1s", "--seed", "1", "-o", "limit")
        j = self.record("limit")
        self.assertEqual((j["stopped_by"], len(j["goals_missed"])), ("time", 1))
        self.assertIn("stopped by time)", limit.stdout)
        self.assertIn("ended by time before all its goals were reached: ess=1000000000", limit.stdout)

    def test_time_over_in_warmup_is_an_error(self):
        self.refused("fit", *FITS, "--until", "time=0.3s", "--warmup", "100000000", "-o", "out", says=["warmup"])
        self.assertEqual(self.chains(), [])

    def test_summary_only_writes_no_chains(self):
        done = self.ok("fit", *FITS, "--summary-only", "--seed", "1", "-o", "out")
        self.assertEqual(sorted(p.name for p in (self.dir / "out").iterdir()), ["run.json", "summary.csv"])
        self.ok("fit", *FITS, "--seed", "1", "-o", "full", "--quiet")
        online, whole = summary(self.dir / "out/summary.csv"), summary(self.dir / "full/summary.csv")
        column = {n: i for i, n in enumerate(header(self.chains("full")[0]))}
        rows = [r.split(",") for path in self.chains("full") for r in draw_rows(path)]
        for name, row in whole.items():
            # The same draws: means and sds agree to rounding, R-hat nearly; quantiles have ranks that are off by a few times 0.7%.
            for key in ["mean", "sd"]:
                self.assertAlmostEqual(float(online[name][key]), float(row[key]), delta=1e-9 * (1 + abs(float(row[key]))))
            values = sorted(float(r[column[name]]) for r in rows)
            for key, p in [("q5", 0.05), ("median", 0.5), ("q95", 0.95)]:
                self.assertAlmostEqual(bisect.bisect(values, float(online[name][key])) / len(values), p, delta=0.024)
            self.assertAlmostEqual(float(online[name]["rhat"]), float(row["rhat"]), delta=0.003)
            self.assertAlmostEqual(math.log(float(online[name]["ess_bulk"]) / float(row["ess_bulk"])), 0, delta=1)
            self.assertEqual(online[name]["ess_tail"], "NA")
        self.assertIn("4 chains x 1000 draws", done.stdout)
        self.assertIn("running statistics: ranks of q5, median and q95 are known to 0.7%", done.stdout)
        self.assertLess(self.record("out")["summary_only"]["rank_error"], 0.007)
        self.assertNotIn("summary_only", self.record("full"))

    def test_a_short_summary_only_run_is_exact(self):
        for out, extra in [("out", ["--summary-only"]), ("full", [])]:
            self.ok("fit", *FITS, "--draws", "500", "--seed", "1", "-o", out, "--quiet", *extra)
        self.assertEqual(*[(self.dir / out / "summary.csv").read_text() for out in ("out", "full")])
        self.assertEqual(*[self.record(out)["ess"] for out in ("out", "full")])

    def test_save_keeps_the_named_parameters(self):
        self.ok("fit", *FITS, *FAST, "--save", "x*", "-o", "out", "--quiet")
        names = [n for n in header(self.chains()[0]) if not n.endswith("__")]
        self.assertEqual(names, ["x1", "x2"])
        self.ok("fit", *FITS, *FAST, "--save", "sigma,x?", "-o", "two", "--quiet")
        self.assertEqual(set(summary(self.dir / "two/summary.csv")), {"x1", "x2", "sigma"})

    def test_thin_keeps_every_other_sweep(self):
        seed = ["--seed", "3", "--chains", "1", "--warmup", "50", "--quiet"]
        self.ok("fit", *FITS, *seed, "--draws", "60", "-o", "all")
        self.ok("fit", *FITS, *seed, "--draws", "30", "--thin", "2", "-o", "thin")
        self.assertEqual(draw_rows(self.chains("all")[0])[1::2], draw_rows(self.chains("thin")[0]))

    def test_save_warmup_puts_it_in_front(self):
        seed = ["--seed", "3", "--chains", "1", "--warmup", "50", "--draws", "20", "--quiet"]
        self.ok("fit", *FITS, *seed, "-o", "plain")
        self.ok("fit", *FITS, *seed, "--save-warmup", "-o", "warm")
        warm = draw_rows(self.chains("warm")[0])
        self.assertEqual(len(warm), 70)
        self.assertEqual(warm[50:], draw_rows(self.chains("plain")[0]))
        self.assertIn("1 chain x 20 draws", self.ok("summary", "warm").stdout)

    def test_init_sets_the_start(self):
        self.write("start.json", '{"Intercept": 50, "x1": -40, "x2": 30, "sigma": 9}')
        self.ok("fit", *FITS, "--init", "start.json", "--width", "1e-6", "--no-adapt", "--warmup", "0", "--draws", "1",
                "--chains", "1", "--seed", "1", "-o", "out", "--quiet", "--slice", "doubling", "--save-warmup")
        self.assertEqual(len(draw_rows(self.chains()[0])), 1)
        self.ok("fit", *FITS, *FAST, "--init", "start.json", "-o", "two", "--quiet")
        self.assertAlmostEqual(float(summary(self.dir / "two/summary.csv")["x1"]["mean"]), 2, delta=0.3)

    def test_a_second_run_replaces_the_first(self):
        self.ok("fit", *FITS, "--chains", "3", "--warmup", "50", "--draws", "50", "-o", "out", "--quiet")
        self.ok("fit", *FITS, *FAST, "-o", "out", "--quiet")
        self.assertEqual(len(self.chains()), 2, "a chain of the earlier run would be mixed into the summary")
        self.ok("fit", *FITS, *FAST, "-o", "out", "--summary-only", "--quiet")
        self.assertEqual(self.chains(), [])


if __name__ == "__main__":
    unittest.main()
