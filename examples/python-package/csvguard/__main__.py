"""The command line: `python3 -m csvguard RULES CSV`."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from typing import Optional, Sequence

from .check import check
from .rules import RulesError, parse_rules

CLEAN, FINDINGS, BAD_INPUT = 0, 1, 2


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="csvguard", description="Checks a CSV file against rules.")
    parser.add_argument("rules", help="rules as JSON")
    parser.add_argument("csv", help="the file to check, in UTF-8")
    options = parser.parse_args(arguments)
    try:
        count = _run(options.rules, options.csv)
    except UnicodeDecodeError as error:
        return _fail(f"{options.csv}: not UTF-8 (byte {error.start}); convert it first")
    except json.JSONDecodeError as error:
        return _fail(f"{options.rules}: no JSON: {error}")
    except (OSError, RulesError, csv.Error) as error:
        return _fail(str(error))
    return FINDINGS if count > 0 else CLEAN


def _run(rules_path: str, csv_path: str) -> int:
    with open(rules_path, encoding="utf-8") as file:
        columns = parse_rules(json.load(file))
    count = 0
    # utf-8-sig takes the mark away that spreadsheet programs put before the first header.
    with open(csv_path, encoding="utf-8-sig", newline="") as file:
        for finding in check(file, columns):
            count += 1
            print(finding)
    print(f"{count} finding{'' if count == 1 else 's'}" if count else "clean", file=sys.stderr)
    return count


def _fail(message: str) -> int:
    print(f"csvguard: {message}", file=sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
