"""Data that cannot be fitted: one clear line, exit code 2."""
import json
import io
import struct
import unittest
import zipfile

from program import FAST, CliTest


class BadData(CliTest):
    def csv(self, text, formula="y ~ x", *options, says):
        self.write("d.csv", text)
        return self.refused("fit", formula, "d.csv", *FAST, *options, says=says)

    def test_unknown_column(self):
        self.table()
        self.refused("fit", "y ~ x1 + x3", "data.csv", says=["x3", "Did you mean 'x1'?"])
        self.refused("fit", "yy ~ x1", "data.csv", says=["yy"])

    def test_text_in_a_numeric_column(self):
        self.csv("y,x\n1,2\nlow,3\n2,4\n", says=["y", "'low'"])
        self.csv("y,x\n1,2\n3,oops\n2,4\n", "y ~ log(x)", says=["x", "'oops'"])

    def test_text_predictor_with_as_many_levels_as_rows_is_still_an_answer(self):
        self.csv("y,x\nhigh,2\nlow,3\nmid,4\n", says=["y"])

    def test_all_missing_column(self):
        self.csv("y,x\n1,\n2,NA\n3,\n", says=["x", "missing"])
        self.csv("y,x\n1,\n2,NA\n3,\n", "y ~ x", "--na", "drop", says=["missing"])

    def test_missing_values_need_na_drop(self):
        text = "y,x\n1,2\n2,NA\n3,4\n,5\n2,1\n4,4\n"
        self.csv(text, says=["missing", "--na drop"])
        done = self.ok("fit", "y ~ x", "d.csv", *FAST, "--na", "drop")
        self.assertIn("2 rows with missing values were dropped", done.stderr)

    def test_collinear_columns_under_flat_priors_have_no_posterior(self):
        rows = "".join(f"{i % 3 + 0.1 * i},{i},{2 * i}\n" for i in range(12))
        self.csv("y,x,twice\n" + rows, "y ~ x + twice", "--prior", "flat", "--intercept-prior", "flat",
                 says=["'twice'", "flat prior", "no posterior"])

    def test_collinear_columns_are_named_whatever_the_sampler(self):
        rows = "".join(f"{i % 3 + 0.1 * i},{i},{i * i % 7},{3 + 2 * i - i * i % 7}\n" for i in range(12))
        for sampler in "auto", "slice", "newton", "nuts":
            self.csv("y,x,z,w\n" + rows, "y ~ x + z + w", "--prior", "flat", "--intercept-prior", "flat", "--sampler", sampler,
                     says=["w = 2 x - z + 3 Intercept", "no posterior", "--prior 'normal(0,2.5)'"])
        self.ok("fit", "y ~ x + z + w", "d.csv", *FAST)
        self.write("w.csv", "y,a,b,c\n1,2,3,4\n2,3,5,7\n")
        self.refused("fit", "y ~ a + b + c", "w.csv", "--prior", "flat", says=["3 coefficients have flat priors", "only 2 rows"])

    def test_flat_priors_where_the_likelihood_levels_off_warn(self):
        self.write("d.csv", "y,x\n" + "".join(f"{1 + i % 5},{i % 3 - 1}\n" for i in range(30)))
        for link in "log", "inverse":
            done = self.ok("explain", "y ~ x", "d.csv", "--link", link, "--prior", "flat", "--intercept-prior", "flat")
            self.assertIn("warning: the posterior is improper", done.stdout)
            self.assertNotIn("improper", self.ok("explain", "y ~ x", "d.csv", "--link", link).stdout)

    def test_constant_response(self):
        self.csv("y,x\n1,2\n1,3\n1,4\n", says=["constant", "1 in all 3 rows"])

    def test_constant_zero_one_response_warns(self):
        self.write("d.csv", "y,x\n1,2\n1,3\n1,5\n")
        self.assertIn("warning: the response is constant", self.ok("fit", "y ~ x", "d.csv", "--family", "bernoulli", *FAST).stderr)

    def test_counts(self):
        self.csv("y,x\n1,2\n-1,3\n2,4\n", "y ~ x", "--family", "poisson", says=["row 2", "-1", "negative"])
        self.csv("y,x\n1,2\n2.5,3\n2,4\n", "y ~ x", "--family", "poisson", says=["row 2", "2.5", "whole number"])
        self.csv("y,x\n1,2\n2,3\n3,4\n", "y ~ x", "--family", "bernoulli", says=["0 or 1"])
        self.csv("y,x\n1,2\n2,3\n0,4\n", "y ~ x", "--family", "gamma", says=["row 3", "positive"])
        self.csv("y,x\n.1,2\n1,3\n.5,4\n", "y ~ x", "--family", "beta", says=["row 2", "between 0 and 1"])

    def test_trials(self):
        self.csv("y,x,t\n1,2,3\n4,3,3\n3,4,3\n", "y ~ x", "--family", "binomial", "--trials", "t", says=["row 2", "exceed"])
        self.csv("y,x,t\n1,2,3\n4,3,3\n3,4,3\n", "y ~ x", "--family", "binomial", says=["trials"])

    def test_separable_data_with_flat_prior_warn(self):
        self.write("d.csv", "y,x\n" + "".join(f"{int(i > 5)},{i}\n" for i in range(12)))
        done = self.ok("fit", "y ~ x", "d.csv", "--family", "bernoulli", "--prior", "flat", *FAST)
        self.assertIn("warning: some predictors separate the two outcomes", done.stderr)
        self.assertIn("Use --prior 'normal(0,2.5)'.", done.stderr)  # ready for a shell
        done = self.ok("compare", "y ~ x", "d.csv", "--family", "bernoulli", "--prior", "flat", "--intercept-prior",
                       "normal(0,1)", "--samplers", "slice,nuts", "--time", "0.3s", "--warmup", "50", "--seed", "1")
        self.assertEqual(done.stderr.count("warning: some predictors separate the two outcomes"), 1, done.stderr)

    def test_chains_that_run_away_are_an_error_that_names_the_parameter_and_leaves_no_files(self):
        self.write("d.csv", "y,x\n" + "".join(f"{int(i > 5)},{i}\n" for i in range(12)))
        improper = ["y ~ x", "d.csv", "--family", "bernoulli", "--prior", "flat", "--intercept-prior", "flat", "--chains", "2",
                    "--seed", "1"]
        for sampler in "slice", "newton":
            self.refused("fit", *improper, "--sampler", sampler, "-o", "out", says=["runs away", " is ", "proper prior"])
            self.assertEqual(list((self.dir / "out").iterdir()), [])
        # The others of a comparison go on.
        done = self.ok("compare", *improper, "--samplers", "slice", "--time", "5s", "--json", "c.json")
        self.assertRegex(done.stdout, r"(?m)^note: slice gave up: a chain runs away")
        record = json.loads((self.dir / "c.json").read_text())
        self.assertIn("runs away", record["candidates"][0]["not_run"])
        self.assertIsNone(record["advice"])

    def test_no_rows(self):
        self.csv("y,x\n", says=["d.csv", "no rows"])

    def test_one_row(self):
        self.csv("y,x\n1,2\n", says=["d.csv", "a single row"])
        self.csv("y,x\n1,2\n2,\n", "y ~ x", "--na", "drop", says=["a single row is left"])
        self.write("m.svm", "1 1:2 2:3\n")
        done = self.ok("fit", "m.svm", *FAST)
        self.assertIn("warning: the data have a single row", done.stderr)

    def test_duplicate_columns(self):
        self.csv("y,x,x\n1,2,3\n2,3,4\n4,1,1\n", says=["d.csv", "x"])

    def test_not_a_number_and_infinite_cells(self):
        self.csv("y,x\n1,2\n2,nan\n3,4\n", says=["missing"])
        self.csv("y,x\n1,2\n2,inf\n3,4\n", says=["d.csv:3", "inf"])
        self.csv("y,x\n1,2\n-Inf,1\n3,4\n", says=["d.csv:3", "-Inf"])
        self.csv("y,x\n1,2\n1e999,1\n3,4\n", says=["d.csv:3"])

    def test_huge_values(self):
        self.csv("y,x\n1,1e300\n2,-1e300\n3,4\n", says=["x"])
        self.csv("y,x\n1e300,1\n2,3\n-1e300,4\n", says=["y"])

    def test_ragged_rows(self):
        self.csv("y,x\n1,2\n2,3,4\n3,4\n", says=["d.csv:3"])

    def test_empty_file(self):
        self.csv("", says=["d.csv", "empty"])

    def test_directory_as_data(self):
        (self.dir / "d.csv").mkdir()
        self.refused("fit", "y ~ x", "d.csv", says=["d.csv", "directory"])

    def test_missing_file_suggests_the_nearest(self):
        self.table("wards.csv")
        self.refused("fit", "y ~ x1", "wrads.csv", says=["wrads.csv", "Did you mean 'wards.csv'?"])
        self.write("genes.npz", b"")
        self.refused("fit", "gene.npz", says=["gene.npz", "Did you mean 'genes.npz'?"])
        self.refused("summary", "nowhere", says=["nowhere"])
        self.refused("fit", "y ~ x1", "wards.csv", "--init", "start.json", says=["start.json"])


class BadMatrixFiles(CliTest):
    def test_truncated_mat(self):
        self.write("m.mat", b"MATLAB 5.0 MAT-file, written by hand".ljust(124) + b"\x00\x01IM" + struct.pack("<II", 14, 8000) + b"\0" * 40)
        self.refused("fit", "m.mat", says=["m.mat"])
        self.write("short.mat", b"MATLAB")
        self.refused("fit", "short.mat", says=["short.mat"])

    def test_corrupt_npz(self):
        self.write("m.npz", b"PK\x03\x04 this is no archive")
        self.refused("fit", "m.npz", says=["m.npz"])
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            archive.writestr("X.npy", b"\x93NUMPY\x01\x00\x10\x00{'descr': '<f8'}")
            archive.writestr("y.npy", b"")
        self.write("m.npz", buffer.getvalue())
        self.refused("fit", "m.npz", says=["m.npz"])
        self.write("m.npz", buffer.getvalue()[:60])
        self.refused("fit", "m.npz", says=["m.npz"])

    def test_corrupt_text_matrices(self):
        self.write("m.svm", "1 1:2 2:x\n0 1:1\n")
        self.refused("fit", "m.svm", says=["m.svm:1"])
        self.write("m.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 5\n")
        self.write("y.csv", "0\n1\n")
        self.refused("fit", "m.mtx", "--response", "y.csv", says=["m.mtx:3"])

    def test_labels(self):
        self.write("m.svm", "1 1:2\n2 1:1\n3 1:4\n")
        self.refused("fit", "m.svm", says=["needs two"])
        self.write("m.svm", "5 1:2\n2 1:1\n2 1:4\n")
        self.refused("fit", "m.svm", says=["one of them must be 1"])


if __name__ == "__main__":
    unittest.main()
