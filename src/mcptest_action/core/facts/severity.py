"""The severities of findings, the gravest first, and counts by severity."""

from collections.abc import Mapping
from typing import Any

from .model import Object
from .value import count

SEVERITIES = ("critical", "high", "medium", "low", "info")
# Where "or worse" says more than the severity alone, and less than all of them.
OR_WORSE = ("high", "medium", "low")


def or_worse(severity: str) -> tuple[str, ...]:
    """The severity, and those that are graver."""
    return SEVERITIES[: SEVERITIES.index(severity) + 1]


def cumulative(severity: str) -> tuple[str, ...]:
    """The facts that count defects of this severity among others."""
    leasts = (least for least in OR_WORSE if severity in or_worse(least))
    return tuple(f"security.defect_{least}_or_worse" for least in leasts)


def stated_by(data: Object, key: str) -> dict[str, Any]:
    """The counts that the file states under the key, each a number or why it is none."""
    holder = data.get(key)
    known = holder if isinstance(holder, Mapping) else {}
    return {name: count(known, name, f"{key}.{name}") for name in SEVERITIES if name in known}
