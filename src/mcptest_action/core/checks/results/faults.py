"""The families of faults that checks look for, and how a check counts for coverage."""

from collections import Counter
from enum import StrEnum
from typing import NamedTuple


class Family(StrEnum):
    PROTOCOL = "protocol"
    TOOL = "tool"
    SCHEMA = "schema"
    STATE = "state"
    PROVIDER = "provider"
    SECURITY = "security"
    TIMEOUT = "timeout"
    CONFIGURATION = "configuration"


class Fate(StrEnum):
    """What happened to a check. One that ran and found the fault has also looked for it."""

    RAN = "ran"
    NOT_RUN = "not_run"
    NOT_APPLICABLE = "not_applicable"


class Exercise(NamedTuple):
    """One check on one thing, such as a tool."""

    family: str
    fault: str
    """The id in the taxonomy, or that of the check where it has none."""
    fate: Fate
    why: str = ""
    """Why it did not run."""


class Reach(StrEnum):
    COVERED = "covered"
    """Every kind of fault that applies was looked for, wherever it applies."""
    PARTIAL = "partial"
    """Some were, or not everywhere."""
    UNCOVERED = "uncovered"
    """None was."""
    NOT_APPLICABLE = "not_applicable"
    """The server has nothing in which there could be such a fault."""


class FamilyCoverage(NamedTuple):
    family: Family
    reach: Reach
    because: str
    ran: tuple[str, ...]
    """Faults that were looked for wherever they apply."""
    partly: tuple[str, ...]
    """Faults that were looked for in some places, and not in others."""
    not_run: tuple[str, ...]
    not_applicable: tuple[str, ...]


class Coverage(NamedTuple):
    families: tuple[FamilyCoverage, ...]
    """Every one of them, whether or not a check belongs to it."""

    @property
    def counts(self) -> dict[Reach, int]:
        """How many families have each reach."""
        counts = Counter(family.reach for family in self.families)
        return {reach: counts[reach] for reach in Reach}
