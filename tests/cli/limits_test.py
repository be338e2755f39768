"""Under limits on memory the program does its work or says what it lacks; it never waits for ever."""
import resource
import unittest

from program import FAST, CliTest

MB = 1000 * 1000


def address_space(megabytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes * MB, megabytes * MB))


class AddressSpace(CliTest):
    def test_the_version_needs_next_to_nothing(self):
        for megabytes in [60, 70, 100, 130, 200, 300, 400]:
            done = self.run_program("--version", preexec_fn=address_space(megabytes))
            self.assertEqual(done.returncode, 0, f"{megabytes}: {done.stderr}")
            self.assertIn("cggibbs", done.stdout)

    def test_samplers_with_blocks_say_what_they_lack(self):
        self.table()
        for megabytes in [70, 100, 150, 200, 250, 300, 400, 700]:
            done = self.run_program("fit", "y ~ x1 + x2", "data.csv", *FAST, "--sampler", "gaussian_block",
                                    "--threads", "2", preexec_fn=address_space(megabytes))
            self.assertIn(done.returncode, [0, 2], f"{megabytes}: {done.stderr}")
            if done.returncode == 2:
                self.assertEqual(done.stderr.count("error:"), 1, f"{megabytes}: {done.stderr}")
                self.assertNotIn("unexpected", done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_slice_needs_no_blocks(self):
        self.table()
        self.ok("fit", "y ~ x1 + x2", "data.csv", *FAST, "--sampler", "slice", "--threads", "1", preexec_fn=address_space(150))

class Tables(CliTest):
    def test_a_line_of_commas_is_not_a_million_columns(self):
        self.write("commas.csv", "y" + "," * 1_000_000 + "\n" + ("1" + "," * 1_000_000 + "\n") * 3)
        for formula in "y ~ 1", "y ~ .":
            self.refused("fit", formula, "commas.csv", *FAST, says=["columns", "--max-memory"],
                         preexec_fn=address_space(900))


if __name__ == "__main__":
    unittest.main()
