"""What the examination of conformance has looked for."""

from collections.abc import Iterable, Iterator, Mapping

from mcptest_action.core.checks.conformance import CheckRow, Level
from mcptest_action.core.checks.results import Exercise, Family, Fate, Status

# By the first part of a check's id, and of those that belong elsewhere by the whole of it.
_BY_GROUP: Mapping[str, Family] = {"AUTH": Family.SECURITY, "TOOLS": Family.TOOL}
_BY_ID: Mapping[str, Family] = {
    "BASE-09": Family.STATE,
    "BASE-13": Family.STATE,
    "BASE-21": Family.TIMEOUT,
    "HTTP-04": Family.SECURITY,
    "HTTP-05": Family.SECURITY,
    "HTTP-06": Family.SECURITY,
    "HTTP-10": Family.SECURITY,
    "HTTP-11": Family.STATE,
    "HTTP-12": Family.STATE,
    "HTTP-13": Family.STATE,
    "HTTP-18": Family.STATE,
    "HTTP-21": Family.SECURITY,
    "META-09": Family.STATE,
    "STDIO-03": Family.STATE,
    "TOOLS-01": Family.SCHEMA,
    "TOOLS-02": Family.SCHEMA,
    "TOOLS-03": Family.SCHEMA,
    "TOOLS-11": Family.SCHEMA,
    "TOOLS-12": Family.SCHEMA,
    "TOOLS-13": Family.SCHEMA,
    "TOOLS-19": Family.SECURITY,
}
_FATE: Mapping[Status, Fate] = {
    Status.PASSED: Fate.RAN,
    Status.FAILED: Fate.RAN,
    Status.SKIPPED: Fate.NOT_APPLICABLE,
    Status.INCONCLUSIVE: Fate.NOT_RUN,
}


def exercises_of_exam(rows: Iterable[CheckRow]) -> Iterator[Exercise]:
    """One for each check; what is only recorded looks for no fault."""
    for row in rows:
        if row.check.level is not Level.INFO:
            why = "" if _FATE[row.status] is Fate.RAN else row.because
            yield Exercise(family_of(row.check.id), row.check.id, _FATE[row.status], why)


def family_of(check: str) -> Family:
    group = check.partition("-")[0]
    return _BY_ID.get(check) or _BY_GROUP.get(group, Family.PROTOCOL)
