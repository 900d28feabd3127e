"""Rows in, findings out. No file is opened here."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from datetime import date
from typing import Iterable, Iterator, Optional, Sequence

from .rules import Column

INTEGER = re.compile(r"[+-]?[0-9]+")
DECIMAL = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True)
class Finding:
    line: int
    column: str
    problem: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.column}: {self.problem}"


def check(lines: Iterable[str], columns: Sequence[Column]) -> Iterator[Finding]:
    """Every cell that breaks a rule, in the order of the file. Rows are read one at a time."""
    reader = csv.reader(lines, strict=True)
    header = next(reader, None)
    if header is None:
        yield Finding(1, "(header)", "the file is empty")
        return
    places = {column.name: header.index(column.name) for column in columns if column.name in header}
    for column in columns:
        if column.name not in places:
            yield Finding(1, column.name, "no such column")
    seen: dict[str, dict[str, int]] = {column.name: {} for column in columns if column.unique}
    line = reader.line_num + 1
    for row in reader:
        # A quoted cell may hold line breaks: a row begins where the one before it ended.
        if row:
            yield from _check_row(row, line, len(header), columns, places, seen)
        line = reader.line_num + 1


def _check_row(
    row: Sequence[str],
    line: int,
    width: int,
    columns: Sequence[Column],
    places: dict[str, int],
    seen: dict[str, dict[str, int]],
) -> Iterator[Finding]:
    if len(row) != width:
        yield Finding(line, "(row)", f"{len(row)} cells, the header has {width}")
        return
    for column in columns:
        place = places.get(column.name)
        if place is None:
            continue
        problem = _judge(row[place], column)
        if problem is None and column.unique and row[place] != "":
            first = seen[column.name].setdefault(row[place], line)
            problem = None if first == line else f"{row[place]!r} is in line {first} already"
        if problem is not None:
            yield Finding(line, column.name, problem)


def _judge(cell: str, column: Column) -> Optional[str]:
    if cell == "":
        return "is empty" if column.required else None
    if not _has_type(cell, column.type):
        return f"{cell!r} is no {column.type}"
    if column.one_of is not None and cell not in column.one_of:
        return f"{cell!r} is none of {', '.join(sorted(column.one_of))}"
    if column.pattern is not None and column.pattern.fullmatch(cell) is None:
        return f"{cell!r} does not match {column.pattern.pattern}"
    return None


def _has_type(cell: str, kind: str) -> bool:
    if kind == "integer":
        return INTEGER.fullmatch(cell) is not None
    if kind == "decimal":
        return DECIMAL.fullmatch(cell) is not None
    if kind == "date":
        return _is_date(cell)
    return True


def _is_date(cell: str) -> bool:
    # fromisoformat takes more spellings from Python 3.11 on; the same file must not depend on that.
    if DATE.fullmatch(cell) is None:
        return False
    try:
        date.fromisoformat(cell)
    except ValueError:
        return False
    return True
