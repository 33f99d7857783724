"""What the user's own tests have looked for."""

from collections.abc import Iterable, Iterator, Mapping

from mcptest_action.core.checks.family import Family
from mcptest_action.core.coverage.model import Exercise
from mcptest_action.core.coverage.of_run import fate_of
from mcptest_action.core.probes.catalogue import PROBES
from mcptest_action.core.run.model import CaseResult
from mcptest_action.core.suite.model import CaseKind

TAG = "fault:"
"""With a family behind it, a tag says which faults a test looks for: only the user knows."""
# What a test without such a tag looks for: that an answer is not what the user expects.
_FAMILY: Mapping[CaseKind, Family] = {
    CaseKind.TOOL: Family.TOOL,
    CaseKind.RESOURCE: Family.PROTOCOL,
    CaseKind.PROMPT: Family.PROTOCOL,
}
_PROBES = {probe.id: probe for probe in PROBES}


def exercises_of_suites(tests: Iterable[CaseResult]) -> Iterator[Exercise]:
    """Tests for another server are none of this run's."""
    for test in tests:
        if test.case.elsewhere:
            continue
        if test.case.negative_path is None or test.case.expect:
            for family in _families(test):
                yield Exercise(family, f"SUITE-{family.upper()}", *fate_of(test.ruling))
        for one in test.bad_requests:
            yield Exercise(_PROBES[one.check].family, one.fault, *fate_of(one.ruling))


def _families(test: CaseResult) -> tuple[Family, ...]:
    tagged = [family for family in Family if f"{TAG}{family}" in test.case.tags]
    return (*tagged,) or (_FAMILY[test.case.kind],)
