"""Suites: what users expect of their own server, and how an answer is held against it."""

from .allot import Allotted, allot, for_one, select, servers_in
from .equal import same
from .model import Suite, SuiteFile, SuiteSkip, as_added, case_id, only_added, secrets_of
from .target import (
    ANSWER_ROOTS,
    DURATION,
    ERROR,
    LONGEST_TARGET,
    NEGATIVE_PATH,
    RESULT,
    parse_target,
)
from .variables import MASK, SHORTEST_SECRET, Environment, Withheld, holds_placeholder

__all__ = [
    "ANSWER_ROOTS", "DURATION", "ERROR", "LONGEST_TARGET", "MASK", "NEGATIVE_PATH", "RESULT",
    "SHORTEST_SECRET", "Allotted", "Environment", "Suite", "SuiteFile", "SuiteSkip", "Withheld",
    "allot", "as_added", "case_id", "for_one", "holds_placeholder", "only_added", "parse_target",
    "same", "secrets_of", "select", "servers_in",
]  # fmt: skip
