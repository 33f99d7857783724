"""The only place that reads the time."""

from datetime import UTC, datetime


def now() -> datetime:
    """This second, in UTC. Whole seconds, so that a report prints exactly what was compared."""
    return datetime.now(UTC).replace(microsecond=0)
