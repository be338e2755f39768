"""Names from anywhere: Latin-1, control characters, names of files."""
import csv
import json
import os
import subprocess
import unittest

from program import FAST, PROGRAM, CliTest


class Names(CliTest):
    def setUp(self):
        super().setUp()
        rows = (self.dir / self.table()).read_text().splitlines()[1:]
        self.rows = [(r.split(",")[0], r.split(",")[3], r.split(",")[5]) for r in rows]

    def data(self, name, header, level):
        lines = [header] + [b",".join([y.encode(), x.encode(), level if g == "c" else g.encode()]) for y, x, g in self.rows]
        return self.write(name, b"\n".join(lines) + b"\n").name

    def test_latin_1_is_decoded(self):
        self.data("data.csv", "y,größe,art".encode("latin-1"), "été".encode("latin-1"))
        done = self.ok("fit", "y ~ größe + art", "data.csv", "--sampler", "slice", *FAST, "-o", "out")
        names = ["Intercept", "größe", "art[b]", "art[été]", "sigma"]
        for name in names:
            self.assertIn(name, done.stdout)
        self.assertEqual([c["name"] for c in json.loads((self.dir / "out/run.json").read_text())["columns"]], names)
        with open(self.dir / "out/summary.csv", encoding="utf-8") as file:
            self.assertEqual([row["variable"] for row in csv.DictReader(file)], names)
        self.assertIn("art[été]", self.ok("summary", "out").stdout)

    def test_a_file_may_be_called_anything(self):
        name = b"\xe9\x1b[31m.csv"
        os.rename(self.dir / "data.csv", os.path.join(os.fsencode(self.dir), name))
        done = subprocess.run([PROGRAM, "fit", "y ~ x1", name, "--sampler", "slice", *FAST, "-o", b"out\xe9"],
                              cwd=self.dir, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn(b"\x1b", done.stdout + done.stderr)
        self.assertIn(b"files in out\\xe9", done.stdout)
        with open(os.path.join(os.fsencode(self.dir), b"out\xe9/run.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["data"]["file"], "é\x1b[31m.csv")
        done = subprocess.run([PROGRAM, "fit", "y ~ x1", b"none\x1b[31m.csv"], cwd=self.dir, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertNotIn(b"\x1b", done.stderr)

    def test_control_characters_never_reach_a_terminal(self):
        self.data("data.csv", b"y,x\x1b[31mred,g", b'"b\n\x1b[2J"')
        fit = self.ok("fit", "y ~ .", "data.csv", "--sampler", "slice", *FAST, "-o", "out")
        said = [fit, self.ok("summary", "out"), self.ok("explain", "y ~ .", "data.csv")]
        for done in said:
            self.assertNotIn("\x1b", done.stdout + done.stderr)
        for done in said[:2]:
            self.assertIn("x\\x1b[31mred", done.stdout)
            self.assertIn("g[b\\x0a\\x1b[2J]", done.stdout)
        self.write("c\x1b[31m.csv", "4,1\n1,1\n")
        for command in "condition", "theory":
            self.assertIn("c\\x1b[31m.csv", self.ok(command, "c\x1b[31m.csv").stdout)


if __name__ == "__main__":
    unittest.main()
