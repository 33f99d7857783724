"""One cause, one finding: what a conformance check or a probe rules on is referred to.

Only what was ruled there: without an examination, or without probes, a finding stands for itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import TRACES, error_leaks_internals
from mcptest_action.core.checks.results import RULES_ON_PROBE
from .endpoint import checks_of
from .model import Finding, ScanInput

# By rule; by rule and snippet where one rule has findings of several causes.
_RULED_BY: Mapping[str, tuple[str, ...]] = {
    "NET-001": ("HTTP-04", "HTTP-05"),
    "NET-002": ("HTTP-06",),
    "NET-003": ("HTTP-21",),
    "NET-004 HTTP-09": ("HTTP-09",),
    "NET-004 HTTP-10": ("HTTP-10",),
    "NET-004 unknown session": ("HTTP-12",),
    "NET-004 HHDR-14": ("HHDR-14",),
    "AUT-002 AUTH-01": ("AUTH-01",),
    "AUT-002 AUTH-02": ("AUTH-02",),
    "PRB-002": ("TOOLS-15",),
    # The probe looks for these, and not for the words of databases.
    **{f"PRB-005 {leak.what}": (error_leaks_internals.ID,) for leak in TRACES},
}
_OF_PROBES = "PRB-006"


class Referred(NamedTuple):
    """A finding that says again what is ruled elsewhere."""

    finding: Finding
    see: str
    """The id of the check or probe."""


def parted(
    findings: Sequence[Finding], inputs: ScanInput
) -> tuple[tuple[Finding, ...], tuple[Referred, ...]]:
    """What the scan alone has found, and what others rule on."""
    own: list[Finding] = []
    referred: list[Referred] = []
    failed = set(_failed_in(inputs))
    for finding in findings:
        see = next((each for each in _rulers(finding) if each in failed), "")
        if see:
            referred.append(Referred(finding, see))
        else:
            own.append(finding)
    return tuple(own), tuple(referred)


def _rulers(finding: Finding) -> tuple[str, ...]:
    rule, snippet = finding.rule.id, finding.hit.snippet
    if rule == _OF_PROBES:
        return (*filter(None, (RULES_ON_PROBE.get(snippet),)), snippet)
    return _RULED_BY.get(rule) or _RULED_BY.get(f"{rule} {snippet}", ())


def _failed_in(inputs: ScanInput) -> Iterator[str]:
    """The checks and probes that failed."""
    yield from (name for name, row in checks_of(inputs).items() if row.get("status") == "failed")
    tests: Any = (inputs.run or {}).get("tests")
    for test in tests if isinstance(tests, list) else ():
        if isinstance(test, Mapping) and test.get("status") == "failed":
            yield str(test.get("check"))
