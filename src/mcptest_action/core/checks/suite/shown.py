"""A value as a report shows it: one line, bounded, and without what looks like a secret."""

import json
from typing import Any

from mcptest_action.core.checks.probes import masked
from .equal import MISSING

LONGEST = 160
_AROUND = 40


def shown(value: Any, longest: int = LONGEST) -> str:
    if value is MISSING:
        return "nothing"
    if isinstance(value, str):
        return f"'{_line(value, longest)}'"
    return _line(json.dumps(value, ensure_ascii=False, sort_keys=True), longest)


def excerpts(expected: str, found: str) -> tuple[str, str, int]:
    """Two long texts around the place where they first differ, and that place, from 1."""
    shorter = min(len(expected), len(found))
    at = next((i for i in range(shorter) if expected[i] != found[i]), shorter)
    return _around(expected, at), _around(found, at), at + 1


def _around(text: str, at: int) -> str:
    begin, end = max(0, at - _AROUND), at + _AROUND
    before, after = "…" * (begin > 0), "…" * (end < len(text))
    return f"'{before}{_line(text[begin:end], LONGEST)}{after}'"


def _line(text: str, longest: int) -> str:
    """Masked before it is cut: half a secret is still too much."""
    line = masked(" ".join(text[: 100 * longest].split()))
    return line if len(line) <= longest else line[: longest - 1] + "…"
