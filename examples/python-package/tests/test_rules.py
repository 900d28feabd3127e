import unittest

from csvguard import RulesError, parse_rules


class RulesTest(unittest.TestCase):
    def assert_refused(self, rules, words):
        with self.assertRaises(RulesError) as caught:
            parse_rules(rules)
        self.assertIn(words, str(caught.exception))

    def test_a_typing_error_is_refused_with_what_is_allowed(self):
        self.assert_refused({"columns": {"id": {"requierd": True}}}, "allowed: one_of, pattern")
        self.assert_refused({"columns": {"id": {"type": "int"}}}, "allowed: text, integer")

    def test_values_of_the_wrong_kind_are_refused(self):
        self.assert_refused({"columns": {"id": {"unique": "yes"}}}, "true or false")
        self.assert_refused({"columns": {"id": {"pattern": "("}}}, "bad pattern")
        self.assert_refused({"columns": {"id": {"one_of": "DE"}}}, "list of texts")
        self.assert_refused({"columns": {"id": []}}, "an object is needed")
        self.assert_refused([], '"columns"')


if __name__ == "__main__":
    unittest.main()
