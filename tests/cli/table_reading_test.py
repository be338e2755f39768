"""Tables as people have them: stray words among numbers, decimal commas, semicolons."""
import unittest

from program import FAST, CliTest

FIT = ["--sampler", "slice", *FAST]


class Tables(CliTest):
    def ages(self):
        rows = [f"{i % 7 + 0.1 * (20 + i % 40)},{20 + i % 40}" for i in range(300)]
        rows[16] = "3.5,unknown"
        self.write("ages.csv", "y,age\n" + "\n".join(rows) + "\n")

    def test_a_stray_word_does_not_make_a_number_a_factor(self):
        self.ages()
        says = ["ages.csv", "'age'", "1 of its 300 cells", "'unknown' in row 17 (line 18)", "--na-strings unknown", "C(age)"]
        self.refused("fit", "y ~ age", "ages.csv", *FIT, says=says)
        self.refused("fit", "y ~ .", "ages.csv", *FIT, says=says)
        self.refused("explain", "y ~ age", "ages.csv", says=says)
        self.refused("fit", "age ~ y", "ages.csv", *FIT, says=["'age'", "'unknown' in row 17"])
        self.refused("fit", "y ~ log(age)", "ages.csv", *FIT, says=["'age'", "'unknown' in row 17"])

    def test_every_way_out_is_one(self):
        self.ages()
        done = self.ok("fit", "y ~ age", "ages.csv", *FIT, "--na-strings", "unknown", "--na", "drop")
        self.assertIn("1 row with missing values was dropped", done.stderr)
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()[1:4]], ["Intercept", "age", "sigma"])
        self.refused("fit", "y ~ age", "ages.csv", *FIT, "--na-strings", "none,unknown", says=["missing values", "--na drop"])
        self.assertIn("C(age)[unknown]", self.ok("fit", "y ~ C(age)", "ages.csv", *FIT, "--top", "0").stdout)
        self.ok("fit", "y ~ 1 + (1|age)", "ages.csv", *FIT)

    def test_text_with_some_numbers_stays_text(self):
        self.write("d.csv", "y,g\n" + "".join(f"{i % 5},{'a b 3'.split()[i % 3]}\n" for i in range(30)))
        self.assertIn("g[a]", self.ok("fit", "y ~ g", "d.csv", *FIT).stdout)

    def test_decimal_commas_are_not_categories(self):
        rows = "".join(f"{i % 7},{i % 9};{i % 4},5\n" for i in range(40))
        self.write("d.csv", "y;x\n" + rows)
        self.refused("fit", "y ~ x", "d.csv", *FIT, says=["'y'", "'0,0' in row 1 (line 2)", "--decimal ,"])
        comma = self.ok("fit", "y ~ x", "d.csv", *FIT, "--decimal", ",").stdout
        self.write("d.csv", "y,x\n" + rows.replace(",", ".").replace(";", ","))
        point = self.ok("fit", "y ~ x", "d.csv", *FIT).stdout
        self.assertEqual(comma.splitlines()[:4], point.splitlines()[:4])
        self.refused("fit", "y ~ x", "d.csv", *FIT, "--decimal", ",", "--sep", ",", says=["'0.0' in row 1", "--decimal ."])
        self.refused("fit", "y ~ x", "d.csv", "--decimal", ";", says=["--decimal"])

    def test_numbers_in_dress_are_not_categories(self):
        for cell in "$ {}", "{} %", "{},250.5", "1 {}", "<{}", "-${}":
            rows = "".join(f'{i % 7},"{cell.format(100 + i % 9)}"\n' for i in range(40))
            self.write("d.csv", "y,x\n" + rows)
            first = cell.format(100)
            self.refused("fit", "y ~ x", "d.csv", *FIT, says=["'x'", f"'{first}' in row 1", "plainly", "C(x)"])
        self.write("d.csv", "y,x\n" + "".join(f'{i % 7},"{1 + i % 9},{500 + i}"\n' for i in range(40)))
        self.refused("fit", "y ~ x", "d.csv", *FIT, says=["'1,500' in row 1", "--decimal ,", "thousands", "C(x)"])

    def test_separators(self):
        rows = "".join(f"{i % 7}|{i % 4}\n" for i in range(40))
        self.write("d.csv", "y|x\n" + rows)
        one = self.ok("fit", "y ~ x", "d.csv", *FIT, "--sep", "|").stdout
        for name, sep in ("tab", "\t"), (";", ";"), ("\\t", "\t"):
            self.write("d.csv", ("y|x\n" + rows).replace("|", sep))
            self.assertEqual(self.ok("fit", "y ~ x", "d.csv", *FIT, "--sep", name).stdout.splitlines()[:4], one.splitlines()[:4])
            self.assertEqual(self.ok("fit", "y ~ x", "d.csv", *FIT).stdout.splitlines()[:4], one.splitlines()[:4])
        self.refused("fit", "y ~ x", "d.csv", "--sep", "::", says=["--sep '::'", "one character"])
        self.refused("fit", "y ~ x", "d.csv", "--sep", "", says=["--sep"])
        self.write("m.svm", "1 1:2\n0 1:1\n")
        self.refused("fit", "m.svm", "--sep", ";", says=["--sep", "matrix"])


if __name__ == "__main__":
    unittest.main()
