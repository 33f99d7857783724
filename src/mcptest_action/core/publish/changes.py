"""What a pull request changes in the files that judge it, as lines for whoever reviews it."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from mcptest_action.core.text import for_markdown


class Change(StrEnum):
    WAIVER_ADDED = "waiver added"
    WAIVER_EXTENDED = "waiver extended"
    WAIVER_BOUND = "waiver bound changed"
    WAIVER_FINDINGS = "waiver findings changed"
    WAIVER_START = "waiver start changed"
    WAIVER_ISSUE = "waiver issue changed"
    RULE_REMOVED = "rule removed"
    RULES_GONE = "rules gone"
    RULE_CHANGED = "rule changed"
    WAIVER_POLICY = "waiver_policy changed"
    POLICY_ADDED = "policy added"
    POLICY_REMOVED = "policy removed"
    BASELINE_REMOVED = "baseline removed"
    KNOWN_ADDED = "baseline entry added"
    KNOWN_MOVED = "baseline expiry moved"
    KNOWN_GRAVER = "baseline severity raised"
    KNOWN_REMOVED = "baseline entry removed"
    SETTING = "setting changed"
    SUITE_REMOVED = "suite removed"
    SUITE_CHANGED = "suite changed"
    TEST_REMOVED = "test removed"
    TEST_CHANGED = "test changed"


class Changed(NamedTuple):
    change: Change
    subject: str
    """A rule, a key or a test; empty where the change is about none."""
    what: str
    """A clause that names who, why and until when, or what it was before."""


class NotCompared(NamedTuple):
    file: str
    because: str


class Comparison(NamedTuple):
    """The files that judge compared with those of the base branch."""

    parts: tuple[tuple[Changed, ...], ...]
    """The policy, the baseline, the configuration, the suites: none can crowd out another."""
    unknown: tuple[NotCompared, ...] = ()
    mark: str = ""
    """Another one for other files of the head, even if there is the same to say about them."""


_HEADING = "### Changed in this pull request"
MOST_LINES = 50
_LONGEST = 100


def brief(value: str) -> str:
    return value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…"


def comparison_lines(comparison: Comparison | None) -> tuple[str, ...]:
    """A bullet per change; empty if there are none, or nothing to compare with."""
    if comparison is None:
        return ()
    lines = [line for part in comparison.parts for line in _bullets(part)]
    unknown = sorted(dict.fromkeys(comparison.unknown), key=_reason)
    for because, group in groupby(unknown, key=_reason):
        files = " and ".join(for_markdown(one.file) for one in group)
        lines.append(f"- ⚠️ What it changes in {files} is not known: {for_markdown(because)}")
    return (_HEADING, "", *lines) if lines else ()


def _reason(one: NotCompared) -> str:
    return one.because


def _bullets(changes: Sequence[Changed]) -> list[str]:
    lines = [
        f"- ⚠️ **{for_markdown(change)}**"
        + (f" for {for_markdown(subject)}" if subject else "")
        + f": {for_markdown(what)}"
        for change, subject, what in changes[:MOST_LINES]
    ]
    more = len(changes) - len(lines)
    return [*lines, f"- … and {more} more"] if more else lines
