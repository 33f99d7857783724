"""What the examination of conformance has looked for."""

from collections.abc import Iterable, Iterator, Mapping

from mcptest_action.core.checks.ruling import Status
from mcptest_action.core.conformance.merged import Merged
from mcptest_action.core.conformance.model import Level
from mcptest_action.core.coverage.model import Exercise, Fate, FaultFamily

# By the first part of a check's id, and of those that belong elsewhere by the whole of it.
_BY_GROUP: Mapping[str, FaultFamily] = {
    "AUTH": FaultFamily.SECURITY,
    "TOOLS": FaultFamily.TOOL,
}
_BY_ID: Mapping[str, FaultFamily] = {
    "BASE-09": FaultFamily.STATE,
    "BASE-13": FaultFamily.STATE,
    "BASE-21": FaultFamily.TIMEOUT,
    "HTTP-04": FaultFamily.SECURITY,
    "HTTP-05": FaultFamily.SECURITY,
    "HTTP-06": FaultFamily.SECURITY,
    "HTTP-10": FaultFamily.SECURITY,
    "HTTP-11": FaultFamily.STATE,
    "HTTP-12": FaultFamily.STATE,
    "HTTP-13": FaultFamily.STATE,
    "HTTP-18": FaultFamily.STATE,
    "HTTP-21": FaultFamily.SECURITY,
    "META-09": FaultFamily.STATE,
    "STDIO-03": FaultFamily.STATE,
    "TOOLS-01": FaultFamily.SCHEMA,
    "TOOLS-02": FaultFamily.SCHEMA,
    "TOOLS-03": FaultFamily.SCHEMA,
    "TOOLS-11": FaultFamily.SCHEMA,
    "TOOLS-12": FaultFamily.SCHEMA,
    "TOOLS-13": FaultFamily.SCHEMA,
    "TOOLS-19": FaultFamily.SECURITY,
}
_FATE: Mapping[Status, Fate] = {
    Status.PASSED: Fate.RAN,
    Status.FAILED: Fate.RAN,
    Status.SKIPPED: Fate.NOT_APPLICABLE,
    Status.INCONCLUSIVE: Fate.NOT_RUN,
}


def exercises_of_exam(rows: Iterable[Merged]) -> Iterator[Exercise]:
    """One for each check; what is only recorded looks for no fault."""
    for row in rows:
        if row.check.level is not Level.INFO:
            why = "" if _FATE[row.status] is Fate.RAN else row.because
            yield Exercise(family_of(row.check.id), row.check.id, _FATE[row.status], why)


def family_of(check: str) -> FaultFamily:
    group = check.partition("-")[0]
    return _BY_ID.get(check) or _BY_GROUP.get(group, FaultFamily.PROTOCOL)
