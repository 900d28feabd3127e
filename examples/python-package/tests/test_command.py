import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = "sample/orders.rules.json"


def run(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "csvguard", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=30,
    )
    return done.returncode, done.stdout, done.stderr


class CommandTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "data.csv"

    def test_the_sample_is_clean(self):
        self.assertEqual(run(RULES, "sample/orders.csv"), (0, "", "clean\n"))

    def test_findings_end_with_1(self):
        self.file.write_text("order,placed,country,total,note\n1,2026-01-01,US,1,\n", encoding="utf-8")
        code, out, err = run(RULES, str(self.file))
        self.assertEqual(code, 1)
        self.assertEqual(out, "line 2, country: 'US' is none of DE, FR, NL\n")
        self.assertEqual(err, "1 finding\n")

    def test_a_byte_order_mark_is_no_part_of_the_header(self):
        text = (ROOT / "sample/orders.csv").read_text(encoding="utf-8")
        self.file.write_text(text, encoding="utf-8-sig")
        self.assertEqual(run(RULES, str(self.file))[0], 0)

    def test_bad_input_ends_with_2_and_one_line(self):
        self.file.write_bytes("order\nMünchen\n".encode("latin-1"))
        code, out, err = run(RULES, str(self.file))
        self.assertEqual((code, out), (2, ""))
        self.assertIn("not UTF-8 (byte 7)", err)
        self.assertEqual(len(err.splitlines()), 1)
        self.assertEqual(run(RULES, "missing.csv")[0], 2)
        self.assertEqual(run("sample/orders.csv", "sample/orders.csv")[0], 2)


if __name__ == "__main__":
    unittest.main()
