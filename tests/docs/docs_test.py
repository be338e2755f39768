"""Every command in README.md and docs/ runs: on small data of the shape it speaks of, with short runs.

So does every block of Python and R, as far as what it needs is installed. C++ is compiled and run by cpp_blocks.py, and what
other readers make of the draws is tested in tests/readers."""
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from pages import PAGES, ROOT, blocks

PROGRAM = os.environ.get("CGGIBBS", "cggibbs")


def commands(page):
    """Lines of blocks that call the program, without what is left open in them (DIR, ...)."""
    for language, lines in blocks(page):
        if language not in (None, "", "sh", "console"):
            continue
        for line in lines:
            line = line.strip().removeprefix("$ ")
            if line.startswith("cggibbs ") and not re.search(r"\.\.\.|FORMULA|MATRIX|DIR|\[options\]|--version, --help", line):
                yield shlex.split(line, comments=True)[1:]


def shortened(words):
    """The same command for a short run."""
    if words[0] == "experiment" and "--list" not in words:
        return ["experiment", "horseshoe-marginals", "-o", "figures/", "--peers", "none"]
    if words[0] not in ("fit", "run", "compare"):
        return words
    out = list(words)
    for option in ["--warmup", "--draws", "--chains", "--until", "--time"]:
        if option in out:
            at = out.index(option)
            del out[at:at + 2]
    if words[0] == "compare":
        return [*out, "--time", "0.3s", "--warmup", "30", "--samplers", "slice,nuts"]
    return [*out, "--warmup", "30", "--draws", "30", "--chains", "2"]


class Docs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.dir = Path(tempfile.mkdtemp(prefix="cggibbs-docs-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir, ignore_errors=True)
        (cls.dir / "examples").symlink_to(ROOT / "examples")
        rng = random.Random(1)
        columns = {
            "y": lambda i: round(rng.gauss(0, 1), 3), "x": lambda i: round(rng.gauss(0, 1), 3),
            "x1": lambda i: round(rng.gauss(0, 1), 3), "x2": lambda i: round(rng.gauss(0, 1), 3),
            "age": lambda i: 20 + i % 50, "sex": lambda i: "fm"[i % 2], "treatment": lambda i: "ab"[i // 2 % 2],
            "clinic": lambda i: f"c{i % 4}", "school": lambda i: f"s{i % 5}", "ward": lambda i: 1 + i % 3,
            "cured": lambda i: rng.randrange(2), "dead": lambda i: rng.randrange(5), "alive": lambda i: 1 + rng.randrange(5),
            "dose": lambda i: 1 + i % 4, "falls": lambda i: rng.randrange(4), "days": lambda i: 10 + i,
            "deaths": lambda i: rng.randrange(6), "hospital": lambda i: f"h{i % 6}", "stays": lambda i: 50 + i,
            "g": lambda i: "pqr"[i % 3], "sigma": lambda i: round(rng.gauss(0, 1), 3),
        }
        table = [list(columns)] + [[make(i) for make in columns.values()] for i in range(60)]
        for name in ["mydata.csv", "wards.csv"]:
            (cls.dir / name).write_text("".join(",".join(map(str, row)) + "\n" for row in table))
        table = [["y", "x1", "x2", "g"]] + [[rng.randrange(2), rng.gauss(0, 1), rng.gauss(0, 1), "pq"[i % 2]] for i in range(60)]
        (cls.dir / "data.csv").write_text("".join(",".join(map(str, row)) + "\n" for row in table))
        shutil.copy(ROOT / "tests" / "mutation" / "corpus" / "v7.mat", cls.dir / "genes.mat")
        cls.call(["simulate", "--family", "gaussian", "-n", "40", "-d", "60", "--seed", "1", "-o", "genes.npz"])
        cls.call(["simulate", "--family", "poisson", "--coefficients", "0.5,-0.3", "--groups", "5", "-n", "60", "--seed", "1",
                  "-o", "counts.csv"])
        for name in ["ar.npz", "wide.npz"]:
            cls.call(["simulate", "--family", "bernoulli", "-n", "40", "-d", "60", "--seed", "1", "-o", name])
        cls.call(["fit", "y ~ x1 + (1|g)", "wards.csv", "--warmup", "30", "--draws", "30", "--quiet", "-o", "finished/"])

    @classmethod
    def call(cls, words):
        return subprocess.run([PROGRAM, *words], cwd=cls.dir, text=True, timeout=200, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_commands_run(self):
        count = 0
        for page in PAGES:
            for words in commands(page):
                if words[0] == "simulate" and (self.dir / words[-1]).exists():  # others read it
                    words = [*words[:-1], "other-" + words[-1]]
                if words[0] in ("summary", "condition"):
                    words = ["finished/" if word == "out/" else word for word in words]
                with self.subTest(page=page.name, command=shlex.join(words)):
                    done = self.call(shortened(words))
                    self.assertEqual(done.returncode, 0, done.stderr)
                    count += 1
        self.assertGreater(count, 20)

    def test_options_of_the_manual_are_those_of_the_program(self):
        manual = (ROOT / "docs" / "cli.md").read_text()
        for command in ["fit", "run", "jags", "explain", "compare", "summary", "simulate", "experiment", "condition", "theory"]:
            told = self.call([command, "--help"]).stdout
            for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", told)) - {"--help"}:
                self.assertIn(option, manual, f"{command}: docs/cli.md lacks it")

    def test_tables_of_the_bugs_page_are_those_of_the_program(self):
        page = (ROOT / "docs" / "bugs.md").read_text()
        for table in ["distribution_table.cpp", "function_table.cpp"]:
            rows = re.findall(r'^      \{"([a-zA-Z][\w.]*)",\s+\{(.*?)\}', (ROOT / "src" / "bugs" / table).read_text(), re.M | re.S)
            self.assertGreater(len(rows), 10)
            for name, aliases in rows:
                for word in [name, *re.findall(r'"([a-zA-Z][\w.]*)"', aliases)]:
                    self.assertRegex(page, r"(?m)^\|[^|]*`" + re.escape(word) + "`", f"docs/bugs.md lacks a row for it")

    def run_blocks(self, language, interpreter):
        """Of all pages, beside a finished run in out/."""
        if not (self.dir / "out").exists():
            shutil.copytree(self.dir / "finished", self.dir / "out")
        ran = 0
        for page in PAGES:
            for told, lines in blocks(page):
                if told != language:
                    continue
                with self.subTest(page=page.name, block=lines[0]):
                    done = subprocess.run(interpreter, input="\n".join(lines), cwd=self.dir, text=True, timeout=200,
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
                    self.assertEqual(done.returncode, 0, done.stdout)
                    ran += 1
                    for line in done.stdout.splitlines():
                        if line.startswith("not installed:"):
                            self.skipTest(f"{page.name}: {line}")
        self.assertGreater(ran, 2)

    def test_python_blocks_run(self):
        self.run_blocks("python", [sys.executable, str(Path(__file__).parent / "run_block.py")])

    def test_r_blocks_run(self):
        if shutil.which("Rscript") is None:
            self.skipTest("Rscript is not installed")
        self.run_blocks("r", ["Rscript", str(Path(__file__).parent / "run_block.R")])

    def test_links_between_pages_lead_somewhere(self):
        def anchors(page):
            heads = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
            return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}

        for page in PAGES:
            for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
                if link.startswith("http"):
                    continue
                target, _, anchor = link.partition("#")
                path = (page.parent / target).resolve() if target else page
                self.assertTrue(path.exists(), f"{page.name}: {link}")
                if anchor and path.suffix == ".md":
                    self.assertIn(anchor, anchors(path), f"{page.name}: {link}")

    def test_tables_are_whole(self):
        for page in PAGES:
            lines = page.read_text().splitlines()
            for i, line in enumerate(lines):
                row = line.startswith("|")
                if row and (i == 0 or not lines[i - 1].startswith("|")):
                    self.assertRegex(lines[i + 1] if i + 1 < len(lines) else "", r"^\|[-| :]+\|$", f"{page.name}:{i + 1}: rows without a head")


if __name__ == "__main__":
    unittest.main()
