"""`cggibbs condition` and `cggibbs theory`."""
import json
import struct
import unittest
import zipfile

from program import FAST, CliTest

PAIR = "4,1\n1,1\n"  # correlation 1/2: kappa_r = 3
BOTH = ["condition", "theory"]


def npy(rows):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
            b"".join(struct.pack("<d", v) for row in rows for v in row))


class Matrices(CliTest):
    def test_condition_of_a_covariance(self):
        self.write("c.csv", PAIR)
        done = self.ok("condition", "c.csv", "--json", "c.json")
        self.assertIn("covariance matrix, 2 coordinates", done.stdout)
        self.assertEqual(done.stderr, "")
        found = json.loads((self.dir / "c.json").read_text())
        self.assertAlmostEqual(found["kappa_cor"], 3, 9)
        self.assertAlmostEqual(found["kappa"], (5 + 13**0.5) / (5 - 13**0.5), 9)
        self.assertLessEqual(found["kappa_r"]["lower"], 3 + 1e-9)
        self.assertGreaterEqual(found["kappa_r"]["upper"], 3 - 1e-9)
        self.assertLess(found["kappa_r"]["upper"] / found["kappa_r"]["lower"], 1.0006)
        self.assertAlmostEqual(found["scale"][1] / found["scale"][0], 2, 2)

    def test_formats_agree(self):
        self.write("c.csv", "a,b\n" + PAIR)
        self.write("c.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 4\n2 1 1\n2 2 1\n")
        with zipfile.ZipFile(self.dir / "c.npz", "w") as z:
            z.writestr("cov.npy", npy([[4.0, 1.0], [1.0, 1.0]]))
        for command in BOTH:
            texts = {self.ok(command, f"c.{kind}").stdout.split("\n", 1)[1] for kind in ["csv", "mtx", "npz"]}
            self.assertEqual(len(texts), 1)
        # The inverse, said to be one.
        self.write("q.csv", f"{1 / 3},{-1 / 3}\n{-1 / 3},{4 / 3}\n")
        self.assertEqual(self.ok("condition", "c.csv").stdout.split("\n", 1)[1],
                         self.ok("condition", "q.csv", "--precision").stdout.split("\n", 1)[1])

    def test_bad_matrices_are_refused(self):
        bad = {"1,2,3\n2,5,6\n": "2 x 3", "1,0.5\n0.2,1\n": "not symmetric", "1,2\n2,1\n": "not positive definite",
               "1,0\n0,-1\n": "must be positive", "1,nan\nnan,1\n": "(1, 2)", "1,NA\n1,1\n": "missing", "": "no rows",
               "1,2\n3\n": "has 1 numbers", "1,1\n1,1\n": "c.csv"}
        for command in BOTH:
            for text, says in bad.items():
                self.write("c.csv", text)
                self.refused(command, "c.csv", says=says)
            self.refused(command, "missing.csv", says="missing.csv")
            self.refused(command, says="matrix")
            self.refused(command, "c.svm", says="c.svm")
        self.write("c.csv", "7\n")
        for command in BOTH:
            self.ok(command, "c.csv")
        self.write("c.csv", PAIR)
        self.refused("condition", "c.csv", "--gap", "-1", says="--gap")
        self.refused("condition", "c.csv", "--at", "nowhere", says="--at")
        self.refused("condition", "c.csv", "c.csv", says="one file")
        self.refused("theory", "c.csv", "--start", "1,2,3", says="--start")
        self.refused("theory", "c.csv", "--start", "a,b", says="--start")
        self.refused("theory", "c.csv", "--sweeps", "0", says="--sweeps")
        self.refused("theory", "c.csv", "-o", "no/such/dir/x.csv", says="no/such/dir")

    def test_condition_of_draws_and_at_the_mode(self):
        self.table()
        self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "-o", "out", "--quiet")
        done = self.ok("condition", "out", "--json", "draws.json")
        self.assertIn("covariance of 4 quantities", done.stdout)
        some = self.ok("condition", "out", "--var", "x1,x2", "--json", "some.json")
        self.assertIn("covariance of 2 quantities", some.stdout)
        self.ok("condition", "y ~ x1 + x2", "data.csv", "--at", "mode", "--json", "mode.json")
        draws, mode = (json.loads((self.dir / f"{name}.json").read_text()) for name in ["draws", "mode"])
        self.assertEqual(mode["dimension"], 4)
        self.assertIn("log(sigma)", mode["names"])
        self.assertLess(mode["kappa_r"]["upper"] / draws["kappa_r"]["upper"], 3)
        self.assertGreater(mode["kappa_r"]["upper"] / draws["kappa_r"]["upper"], 1 / 3)
        self.ok("fit", "y ~ x1", "data.csv", *FAST, "-o", "few", "--quiet", "--summary-only")
        self.refused("condition", "few", says="no draws")

    def test_theory_of_two_coordinates(self):
        self.write("c.csv", PAIR)
        done = self.ok("theory", "c.csv", "--start", "2", "--sweeps", "20", "-o", "law.csv", "--plot", "law.svg")
        self.assertRegex(done.stdout, r"DUGS, fixed order +0\.25 ")
        self.assertRegex(done.stdout, r"RSGS, random coordinates +0\.5625 ")
        self.assertRegex(done.stdout, r"RPGS, fresh random order +0\.375 ")
        self.assertIn("its condition holds", done.stdout)
        lines = (self.dir / "law.csv").read_text().splitlines()
        self.assertEqual(lines[0], "sweeps,kl,chi2,tv_lower,tv_upper,w2")
        rows = [list(map(float, line.split(","))) for line in lines[1:]]
        self.assertEqual(rows[-1][0], 20)
        for before, after in zip(rows, rows[1:]):
            self.assertLess(after[1], before[1])
            self.assertLessEqual(after[3], after[4])
        self.assertAlmostEqual((rows[-1][1] / rows[-2][1])**0.5, 0.25**(rows[-1][0] - rows[-2][0]), 6)
        self.assertTrue((self.dir / "law.svg").read_text().startswith("<svg"))

    def test_the_condition_of_the_bound(self):
        size = 40
        text = "".join(",".join("1" if i == j else "0.9" for j in range(size)) + "\n" for i in range(size))
        self.write("q.csv", text)
        done = self.ok("theory", "q.csv", "--precision")
        self.assertIn("its condition fails: 780 entries", done.stdout)
        self.assertIn("slower than the bound", done.stdout)
        self.write("q.csv", "1,0.5,0\n0.5,1,-0.2\n0,-0.2,1\n")
        self.assertIn("holds once", self.ok("theory", "q.csv", "--precision").stdout)


if __name__ == "__main__":
    unittest.main()
