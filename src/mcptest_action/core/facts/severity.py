"""The severities of findings, the gravest first."""

SEVERITIES = ("critical", "high", "medium", "low", "info")
# Where "or worse" says more than the severity alone, and less than all of them.
OR_WORSE = ("high", "medium", "low")


def or_worse(severity: str) -> tuple[str, ...]:
    """The severity, and those that are graver."""
    return SEVERITIES[: SEVERITIES.index(severity) + 1]
