import unittest

from csvguard import check, parse_rules


def findings(text, **columns):
    lines = text.splitlines(keepends=True)
    return [str(finding) for finding in check(lines, parse_rules({"columns": columns}))]


class CheckTest(unittest.TestCase):
    def test_names_every_cell_not_only_the_first(self):
        text = "id,when\nx,2026-02-30\n,2026-01-01\n"
        self.assertEqual(
            findings(text, id={"type": "integer", "required": True}, when={"type": "date"}),
            [
                "line 2, id: 'x' is no integer",
                "line 2, when: '2026-02-30' is no date",
                "line 3, id: is empty",
            ],
        )

    def test_counts_lines_as_an_editor_does(self):
        text = 'id,note\n1,"two\nlines"\n\nx,\n'
        self.assertEqual(findings(text, id={"type": "integer"}), ["line 5, id: 'x' is no integer"])

    def test_unique_names_the_first_line(self):
        text = "id\na\nb\na\n"
        self.assertEqual(findings(text, id={"unique": True}), ["line 4, id: 'a' is in line 2 already"])

    def test_empty_cells_are_not_compared(self):
        self.assertEqual(findings("id,x\n,1\n,2\n", id={"unique": True}), [])

    def test_a_pattern_covers_the_whole_cell(self):
        self.assertEqual(
            findings("zip\n12345\n123456\n", zip={"pattern": "[0-9]{5}"}),
            ["line 3, zip: '123456' does not match [0-9]{5}"],
        )

    def test_a_list_of_values(self):
        self.assertEqual(
            findings("c\nDE\nde\n", c={"one_of": ["FR", "DE"]}),
            ["line 3, c: 'de' is none of DE, FR"],
        )

    def test_dates_are_the_same_on_every_python(self):
        self.assertEqual(findings("d\n20260102\n", d={"type": "date"}), ["line 2, d: '20260102' is no date"])

    def test_digits_are_ascii(self):
        self.assertEqual(findings("n\n１２\n", n={"type": "integer"}), ["line 2, n: '１２' is no integer"])

    def test_rows_of_another_width_and_missing_columns(self):
        self.assertEqual(
            findings("a,b\n1\n", a={}, c={}),
            ["line 1, c: no such column", "line 2, (row): 1 cells, the header has 2"],
        )
        self.assertEqual(findings("", a={}), ["line 1, (header): the file is empty"])


if __name__ == "__main__":
    unittest.main()
