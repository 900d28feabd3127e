"""Checks CSV files against rules and names every cell that breaks one."""

from .check import Finding, check
from .rules import Column, RulesError, parse_rules

__all__ = ["Column", "Finding", "RulesError", "check", "parse_rules"]
