"""Terminals: one line of progress whatever the width, colour where it is wanted, and nothing of it elsewhere."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import unittest

from program import FAST, PROGRAM, CliTest

LONG = ["fit", "y ~ x1 + x2", "data.csv", "--sampler", "slice", "--naive", "--seed", "1", "--chains", "2", "--warmup", "20",
        "--draws", "1000000", "--until", "time=1s"]


class Terminals(CliTest):
    def on_terminal(self, *args, columns=80, resize=None, env=None):
        """What a terminal of so many columns gets from both streams, and the exit code."""
        master, slave = pty.openpty()

        def set_width(width):
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))

        set_width(columns)
        env = {**os.environ, "TERM": "xterm", **(env or {})}
        if "NO_COLOR" in env and env["NO_COLOR"] is None:
            del env["NO_COLOR"]
        process = subprocess.Popen([PROGRAM, *map(str, args)], cwd=self.dir, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, env=env)
        if resize:
            threading.Timer(0.5, set_width, [resize]).start()
        seen = b""
        reader_done = threading.Event()

        def read():
            nonlocal seen
            try:
                while chunk := os.read(master, 4096):
                    seen += chunk
            except OSError:
                pass
            reader_done.set()

        threading.Thread(target=read, daemon=True).start()
        code = process.wait(timeout=60)
        os.close(slave)
        reader_done.wait(timeout=5)
        os.close(master)
        return seen.decode(), code

    def bars(self, seen):
        """Lines of progress as drawn, without what erases them."""
        return [part.split("\x1b[K")[0] for part in re.split(r"[\r\n]", seen) if "\x1b[K" in part and part.split("\x1b[K")[0]]

    def test_progress_is_one_line_whatever_the_width(self):
        self.table(rows=2000)
        for columns, resize in (20, None), (74, None), (120, 50):
            seen, code = self.on_terminal(*LONG, columns=columns, resize=resize, env={"NO_COLOR": "1"})
            self.assertEqual(code, 0, seen)
            bars = self.bars(seen)
            self.assertGreater(len(bars), 3, seen)
            self.assertLess(max(map(len, bars)), columns, bars)
            if resize:
                self.assertLess(len(bars[-1]), resize, bars)
            self.assertNotRegex(seen, "\x1b\\[[0-9]*A")  # the cursor goes up nowhere
            drawn = seen[seen.index(bars[0]):seen.rindex(bars[-1])]
            self.assertNotIn("\n", drawn)

    def test_no_terminal_no_bar(self):
        self.table(rows=2000)
        done = self.ok(*LONG, "--progress", "bar")
        self.assertNotIn("\x1b", done.stderr + done.stdout)
        seen, _ = self.on_terminal(*LONG, env={"TERM": "dumb"})
        self.assertNotIn("\x1b", seen)

    def test_colour_is_for_terminals_that_want_it(self):
        self.table()
        fit = ["fit", "y ~ x1", "data.csv", "--sampler", "slice", *FAST]
        seen, code = self.on_terminal(*fit, env={"NO_COLOR": None})
        self.assertEqual(code, 0)
        self.assertIn("\x1b[1mvariable", seen)
        self.assertIn("\x1b[33mwarning:\x1b[0m", seen)
        self.assertNotRegex(self.on_terminal(*fit, env={"NO_COLOR": "1"})[0], "\x1b\\[[0-9;]*m")
        self.assertIn("\x1b[1mvariable", self.on_terminal(*fit, env={"NO_COLOR": ""})[0])  # empty: not set, says no-color.org
        self.assertNotIn("\x1b", self.on_terminal(*fit, env={"TERM": "dumb", "NO_COLOR": None})[0])
        self.assertNotIn("\x1b", self.ok(*fit).stdout)
        self.assertIn("\x1b[31merror:\x1b[0m", self.on_terminal("fit", "y ~ zz", "data.csv", env={"NO_COLOR": None})[0])

    def test_narrow_terminals_get_narrow_tables(self):
        self.table()
        for columns in 60, 40:
            seen, code = self.on_terminal("fit", "y ~ x1 + x2", "data.csv", "--sampler", "slice", *FAST, columns=columns,
                                          env={"NO_COLOR": "1"})
            self.assertEqual(code, 0)
            table = seen[seen.index("variable"):].splitlines()
            self.assertLessEqual(max(map(len, table[:5])), columns, seen)
            self.assertIn("too narrow for ess_tail, median", seen)

    def test_one_long_name_leaves_the_table_in_shape(self):
        name = "a" * 200
        self.write("d.csv", f"y,{name}\n" + "".join(f"{i % 7},{i % 5}\n" for i in range(40)))
        done = self.ok("fit", "y ~ .", "d.csv", "--sampler", "slice", *FAST)
        lines = done.stdout.splitlines()[:4]
        self.assertEqual({len(line) for line in lines}, {len(lines[0])}, done.stdout)
        self.assertLess(len(lines[0]), 150)
        seen, _ = self.on_terminal("fit", "y ~ .", "d.csv", "--sampler", "slice", *FAST, columns=100, env={"NO_COLOR": "1"})
        at = seen.index("variable")
        self.assertLessEqual(max(map(len, seen[at:].splitlines()[:4])), 100, seen)


if __name__ == "__main__":
    unittest.main()
