"""A run of the official suite, as its files tell it."""

from enum import StrEnum
from typing import NamedTuple


class Found(StrEnum):
    """The suite's own words. It fails a MUST, and warns of a SHOULD."""

    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    WARNING = "WARNING"
    SKIPPED = "SKIPPED"
    INFO = "INFO"


FAULTS = (Found.FAILURE, Found.WARNING)
RULED = (Found.SUCCESS, *FAULTS)
# How the suite begins its reason where a server lacks what the check needs: it fails such a check,
# because a skipped one would look green there.
_NOT_TESTABLE = "Not testable:"


class OfficialCheck(NamedTuple):
    id: str
    name: str
    found: Found
    because: str
    spec: tuple[str, ...] = ()
    """Where the suite says that it is written."""

    @property
    def is_untestable(self) -> bool:
        return self.because.startswith(_NOT_TESTABLE)

    @property
    def passed(self) -> bool | None:
        """None if it says nothing about the server."""
        if self.found not in RULED or self.is_untestable:
            return None
        return self.found is Found.SUCCESS


class Scenario(NamedTuple):
    """One file: what one scenario found."""

    name: str
    """Empty where the file's folder doesn't say."""
    revision: str
    """The revision that it was run in; empty where nothing says."""
    file: str
    digest: str
    checks: tuple[OfficialCheck, ...]
    run: str = ""
    """The folder of the whole run: its scenarios were mostly run in one revision."""


class OfficialRun(NamedTuple):
    scenarios: tuple[Scenario, ...]
    suite_version: str = ""
    """As the user says: the files don't."""
    unfinished: tuple[str, ...] = ()
    """Scenarios that were begun and left no result."""

    @property
    def checks(self) -> tuple[OfficialCheck, ...]:
        return tuple(check for scenario in self.scenarios for check in scenario.checks)

    @property
    def revisions(self) -> tuple[str, ...]:
        return tuple(sorted({each.revision for each in self.scenarios if each.revision}))

    def having(self, found: Found) -> list[tuple[Scenario, OfficialCheck]]:
        return [(s, check) for s in self.scenarios for check in s.checks if check.found is found]

    def count(self, found: Found) -> int:
        return len(self.having(found))

    @property
    def total(self) -> int:
        """The checks that came to a ruling."""
        return sum(map(self.count, RULED))

    @property
    def untestable(self) -> int:
        return sum(check.is_untestable and check.found in FAULTS for check in self.checks)

    @property
    def incomplete(self) -> str:
        """Why it is not the whole run; empty if it is."""
        if not self.unfinished:
            return ""
        return f"no checks.json was left by {', '.join(self.unfinished)}"
