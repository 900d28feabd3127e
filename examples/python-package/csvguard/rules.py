"""What a column must look like: JSON in, checked columns out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Mapping, Optional

TYPES = ("text", "integer", "decimal", "date")
KEYS = {"type", "required", "unique", "pattern", "one_of"}


class RulesError(ValueError):
    """The rules themselves are wrong; the message says where and what is allowed."""


@dataclass(frozen=True)
class Column:
    name: str
    type: str = "text"
    required: bool = False
    unique: bool = False
    pattern: Optional[re.Pattern[str]] = None
    one_of: Optional[frozenset[str]] = None


def parse_rules(data: Any) -> tuple[Column, ...]:
    columns = data.get("columns") if isinstance(data, dict) else None
    if not isinstance(columns, dict) or not columns:
        raise RulesError('rules need "columns": an object with one key per column')
    return tuple(_parse_column(name, rule) for name, rule in columns.items())


def _parse_column(name: str, rule: Any) -> Column:
    if not isinstance(rule, dict):
        raise RulesError(f"column {name!r}: an object is needed")
    unknown = sorted(set(rule) - KEYS)
    if unknown:
        # A rule with a typing error would otherwise check nothing, and nobody would notice.
        raise RulesError(f"column {name!r}: unknown {unknown[0]!r}; allowed: {', '.join(sorted(KEYS))}")
    kind = rule.get("type", "text")
    if kind not in TYPES:
        raise RulesError(f"column {name!r}: unknown type {kind!r}; allowed: {', '.join(TYPES)}")
    return Column(
        name=name,
        type=kind,
        required=_flag(name, rule, "required"),
        unique=_flag(name, rule, "unique"),
        pattern=_pattern(name, rule.get("pattern")),
        one_of=_one_of(name, rule.get("one_of")),
    )


def _flag(name: str, rule: Mapping[str, Any], key: str) -> bool:
    value = rule.get(key, False)
    if not isinstance(value, bool):
        raise RulesError(f"column {name!r}: {key!r} must be true or false")
    return value


def _pattern(name: str, value: Any) -> Optional[re.Pattern[str]]:
    if value is None:
        return None
    try:
        return re.compile(value)
    except (re.error, TypeError) as error:
        raise RulesError(f"column {name!r}: bad pattern: {error}") from error


def _one_of(name: str, value: Any) -> Optional[frozenset[str]]:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RulesError(f"column {name!r}: 'one_of' must be a list of texts")
    return frozenset(value)
